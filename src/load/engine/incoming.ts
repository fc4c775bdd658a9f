import type { Head, PendingRequests } from 'autocannon';
import type { Answer } from './ticket.js';

const NO_HEAD: Head = { statusCode: 0, headers: [], shouldKeepAlive: false };
const EMPTY = Buffer.alloc(0);
/** Bytes of one body that are kept; of a longer one nothing is, so that no answer exhausts the memory. */
const MOST_BYTES = 8 * 1024 * 1024;

export interface IncomingHost {
  /** Whether the body of the answer that is coming in is wanted. */
  keeps(): boolean;
  /** A whole answer is there; `last` where its connection will be closed after it. */
  complete(answer: Answer, last: boolean): void;
}

/**
 * Puts answers together. Stands in for autocannon's queue of pending requests, which decodes bodies piece by piece and
 * is not cleared when a connection is lost.
 */
export class Incoming implements PendingRequests {
  readonly #host: IncomingHost;
  #head: Head | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of the body so far. */
  #body = 0;

  constructor(host: IncomingHost) {
    this.#host = host;
  }

  addByteCount(count: number): void {
    this.#size += count;
  }

  addBody(data: Buffer): void {
    this.#body += data.length;
    if (this.#body > MOST_BYTES) this.#chunks = [];
    else if (this.#host.keeps()) this.#chunks.push(data);
  }

  setHeaders(head: Head): void {
    this.#head = head;
  }

  clear(): void {
    this.#head = undefined;
    this.#chunks = [];
    this.#size = 0;
    this.#body = 0;
  }

  /** Called by the client when a message is complete, before it asks for the next request. */
  terminateRequest(): ReturnType<PendingRequests['terminateRequest']> {
    const head = this.#head ?? NO_HEAD;
    const { statusCode: status, headers } = head;
    const size = this.#size;
    const interim = status >= 100 && status < 200 && status !== 101;
    if (!interim) {
      const [first] = this.#chunks;
      const body = first === undefined ? EMPTY : this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
      this.clear();
      this.#host.complete({ status, headers, body, size }, !head.shouldKeepAlive);
    }
    return { req: undefined, headers: head, bytes: size, duration: 0, body: '' };
  }
}
