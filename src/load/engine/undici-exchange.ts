/** Receives the responses of one undici connection. */

import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { Body } from './body.js';
import { reasonOf } from './dial.js';
import type { WireOwner } from './wire.js';

/**
 * Receives the responses of one connection, one after the other. It uses undici's older callbacks:
 * the newer ones create two more objects and a table of headers for each request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #socket: Socket;
  readonly #owner: WireOwner;
  /** Whether the link still uses this connection. */
  readonly #current: () => boolean;
  readonly #body = new Body();
  #bytesBefore = 0;
  #written = false;
  #status = 0;
  #fields: readonly (Buffer | string)[] = [];

  constructor(socket: Socket, owner: WireOwner, current: () => boolean) {
    this.#socket = socket;
    this.#owner = owner;
    this.#current = current;
  }

  /** Called before a request is written. */
  begin(): void {
    this.#written = false;
    this.#body.clear();
    this.#bytesBefore = this.#socket.bytesRead;
  }

  /**
   * Whether the request was written to the connection. If not, the target cannot have received it.
   */
  get written(): boolean {
    return this.#written;
  }

  onConnect(): void {
    this.#written = true;
  }

  onHeaders(status: number, fields: readonly (Buffer | string)[]): boolean {
    if (status < 200 || !this.#current()) return true;
    this.#status = status;
    this.#fields = fields;
    this.#owner.begun();
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#body.add(chunk, this.#owner.keeps());
    return true;
  }

  onComplete(): void {
    if (!this.#current()) return;
    const size = this.#socket.bytesRead - this.#bytesBefore;
    const { cut } = this.#body;
    const body = this.#body.take();
    this.#owner.complete({ status: this.#status, headers: this.#fields, body, cut, size }, false);
    // A request that is sent within this call is written immediately. If it were sent later, undici
    // would first test whether the connection is idle. If the response announced the end of the
    // connection, the link closes the connection after this call and writes nothing more to it.
    try {
      this.#owner.ready();
    } catch (fault) {
      // If the error were thrown here, undici would treat it as an error of the connection.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }

  onError(error: Error): void {
    if (this.#current()) this.#owner.ended(reasonOf(error), !this.#written);
  }
}
