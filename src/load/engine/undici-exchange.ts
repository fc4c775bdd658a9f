import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { Body } from './body.js';
import { reasonOf } from './dial.js';
import type { WireOwner } from './wire.js';

/**
 * Receives the responses of one connection, one after the other. Uses undici's older callbacks,
 * because its newer callbacks create two more objects and a table of headers for each request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #socket: Socket;
  readonly #owner: WireOwner;
  /** False after the owner has replaced this connection by a new one. */
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

  begin(): void {
    this.#written = false;
    this.#body.clear();
    this.#bytesBefore = this.#socket.bytesRead;
  }

  /** Whether the request was written. If not, the server cannot have received it. */
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
    // `last` is false, because undici itself closes the connection if the server announced its end.
    this.#owner.complete({ status: this.#status, headers: this.#fields, body, cut, size }, false);
    // In `ready`, the owner may send the next request. undici writes it immediately if it is sent
    // before this callback returns. If it is sent afterwards, undici first tests the connection.
    try {
      this.#owner.ready();
    } catch (fault) {
      // undici would treat an error that is thrown here as an error of the connection.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }

  onError(error: Error): void {
    if (this.#current()) this.#owner.ended(reasonOf(error), !this.#written);
  }
}
