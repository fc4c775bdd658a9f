/** Remembers parsed response heads, because parsing them is slow and servers repeat them. */

import type { Head } from 'autocannon';

const END = Buffer.from('\r\n\r\n');
/**
 * The maximum number of stored heads. When the store is full and heads were found in it less often
 * than this number, it is switched off.
 */
const MOST = 256;

/** A stored response head. */
interface StoredHead {
  readonly head: Head;
  /** The size of the body in bytes, according to the head. */
  readonly length: number;
}

/**
 * The heads of earlier responses. A server sends few different heads, and parsing a head takes
 * longer than the rest of reading a response. A stored head is used only if its whole text is equal
 * to the text of the new head.
 */
export class Heads {
  readonly #known = new Map<string, StoredHead>();
  #found = 0;
  #useless = false;

  /**
   * Returns the stored head of a chunk and the index at which the body starts. Undefined if the
   * chunk is not one whole response or its head is not stored.
   */
  find(chunk: Buffer): { readonly head: Head; readonly bodyAt: number } | undefined {
    if (this.#useless) return undefined;
    const end = chunk.indexOf(END);
    const known = end < 0 ? undefined : this.#known.get(chunk.toString('latin1', 0, end));
    const bodyAt = end + END.length;
    if (known === undefined || bodyAt + known.length !== chunk.length) return undefined;
    this.#found += 1;
    return { head: known.head, bodyAt };
  }

  /** Stores the head of a chunk that is one whole response with a `Content-Length`. */
  keep(chunk: Buffer, head: Head): void {
    const length = announced(head);
    const end = chunk.indexOf(END);
    if (
      this.#useless ||
      head.statusCode < 200 ||
      length === undefined ||
      end + END.length + length !== chunk.length
    )
      return;
    if (this.#known.size >= MOST) {
      this.#useless = this.#found < MOST;
      this.#found = 0;
      this.#known.clear();
    }
    this.#known.set(chunk.toString('latin1', 0, end), { head, length });
  }
}

/** The value of `Content-Length`, if it determines the length of the body. */
function announced({ headers }: Head): number | undefined {
  let length: number | undefined;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase();
    if (name === 'transfer-encoding') return undefined;
    if (name === 'content-length') length = Number(headers[at + 1]);
  }
  return length;
}
