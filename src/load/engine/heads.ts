import type { Head } from 'autocannon';

const END = Buffer.from('\r\n\r\n');
/**
 * The largest number of stored heads. A full cache is emptied. If fewer responses used the cache
 * than it has heads, it is switched off, because it saves no time.
 */
const MAX_HEADS = 256;

interface StoredHead {
  readonly head: Head;
  /** The length of the body in bytes, according to the head. */
  readonly length: number;
}

/**
 * Stores parsed heads. A server sends few different heads, and parsing a head takes longer than the
 * rest of reading a response. A stored head is used only for a head with exactly the same text.
 */
export class HeadCache {
  readonly #known = new Map<string, StoredHead>();
  #found = 0;
  #useless = false;

  /** Returns undefined if the chunk is not one whole response, or if its head is not stored. */
  find(chunk: Buffer): { readonly head: Head; readonly bodyAt: number } | undefined {
    if (this.#useless) return undefined;
    const end = chunk.indexOf(END);
    const known = end < 0 ? undefined : this.#known.get(chunk.toString('latin1', 0, end));
    const bodyAt = end + END.length;
    if (known === undefined || bodyAt + known.length !== chunk.length) return undefined;
    this.#found += 1;
    return { head: known.head, bodyAt };
  }

  /** Stores the head of a chunk if the chunk is one whole response with a `Content-Length`. */
  keep(chunk: Buffer, head: Head): void {
    const length = bodyLengthOf(head);
    const end = chunk.indexOf(END);
    if (
      this.#useless ||
      head.statusCode < 200 ||
      length === undefined ||
      end + END.length + length !== chunk.length
    )
      return;
    if (this.#known.size >= MAX_HEADS) {
      this.#useless = this.#found < MAX_HEADS;
      this.#found = 0;
      this.#known.clear();
    }
    this.#known.set(chunk.toString('latin1', 0, end), { head, length });
  }
}

/** Returns `Content-Length`, or undefined if it does not determine the length of the body. */
function bodyLengthOf({ headers }: Head): number | undefined {
  let length: number | undefined;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase();
    if (name === 'transfer-encoding') return undefined;
    if (name === 'content-length') length = Number(headers[at + 1]);
  }
  return length;
}
