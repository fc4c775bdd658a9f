import type { Head } from 'autocannon';

const END = Buffer.from('\r\n\r\n');
/**
 * The size of the store. If fewer heads than this were found in it until it is full, the store is
 * switched off.
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
export class Heads {
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
    const length = announced(head);
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

/** `Content-Length`, if it determines the length of the body. */
function announced({ headers }: Head): number | undefined {
  let length: number | undefined;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase();
    if (name === 'transfer-encoding') return undefined;
    if (name === 'content-length') length = Number(headers[at + 1]);
  }
  return length;
}
