import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { Body } from './body.js';
import { reasonOf } from './dial.js';
import type { WireOwner } from './wire.js';

/**
 * Hears the answers of one connection, one after the other. These are the calls that undici makes
 * by itself: the newer ones cost two objects more for each request, and a table of headers that few
 * look at.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #socket: Socket;
  readonly #owner: WireOwner;
  /** Whether the connection is the one in use. */
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

  /** A request is about to be written. */
  begin(): void {
    this.#written = false;
    this.#body.clear();
    this.#bytesBefore = this.#socket.bytesRead;
  }

  /**
   * Whether the request was given to the connection: what was not is none that the target may have
   * seen.
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
    // What is asked within this call is written next: later, undici would first look whether the
    // connection stands still. A connection that the answer announced the end of is closed after
    // this call, and nothing is written to it.
    try {
      this.#owner.ready();
    } catch (fault) {
      // undici would take it for a fault of the connection.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }

  onError(error: Error): void {
    if (this.#current()) this.#owner.ended(reasonOf(error), !this.#written);
  }
}
