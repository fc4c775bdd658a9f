import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { Body } from './body.js';
import { reasonOf } from './dial.js';
import type { Answer } from './ticket.js';
import type { WireOwner } from './wire.js';

/**
 * Hears the answers of one connection, one after the other. These are the calls that undici makes by itself: the newer
 * ones cost two objects more for each request, and a table of headers that few look at.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #socket: Socket;
  readonly #owner: WireOwner;
  /** Whether the connection is the one in use. */
  readonly #current: () => boolean;
  readonly #body = new Body();
  #bytesBefore = 0;
  #status = 0;
  #fields: readonly (Buffer | string)[] = [];

  constructor(socket: Socket, owner: WireOwner, current: () => boolean) {
    this.#socket = socket;
    this.#owner = owner;
    this.#current = current;
  }

  /** A request is about to be written. */
  begin(): void {
    this.#body.clear();
    this.#bytesBefore = this.#socket.bytesRead;
  }

  onConnect(): void {}

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
    this.#owner.complete(new UndiciAnswer(this.#status, this.#fields, this.#body.take(), size), false);
    // undici closes a connection that the answer announced the end of after this call, and takes no request before.
    queueMicrotask(this.#next);
  }

  readonly #next = (): void => {
    if (!this.#current()) return;
    if (this.#socket.destroyed) this.#owner.ended('connection closed');
    else this.#owner.ready();
  };

  onError(error: Error): void {
    if (this.#current()) this.#owner.ended(reasonOf(error));
  }
}

/** Few look at the headers of an answer: they are read when somebody does. */
class UndiciAnswer implements Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly size: number;
  readonly #fields: readonly (Buffer | string)[];

  constructor(status: number, fields: readonly (Buffer | string)[], body: Buffer, size: number) {
    this.status = status;
    this.#fields = fields;
    this.body = body;
    this.size = size;
  }

  get headers(): readonly string[] {
    return this.#fields.map((field) => field.toString('latin1'));
  }
}
