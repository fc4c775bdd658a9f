import type { Head } from 'autocannon';

const END = Buffer.from('\r\n\r\n');
/** So many are kept; where most of them were seen once only, none is looked for any more. */
const MOST = 256;

interface Known {
  readonly head: Head;
  /** Bytes of the body, which the head announced. */
  readonly length: number;
}

/**
 * The heads of answers that were read before. A server writes few different ones, and to parse one
 * takes longer than all else that happens to an answer. What is found is exact: it is the text that
 * is compared.
 */
export class Heads {
  readonly #known = new Map<string, Known>();
  #found = 0;
  #useless = false;

  /** The head of a chunk that is one whole answer, if it is known, and where its body begins. */
  find(chunk: Buffer): { readonly head: Head; readonly bodyAt: number } | undefined {
    if (this.#useless) return undefined;
    const end = chunk.indexOf(END);
    const known = end < 0 ? undefined : this.#known.get(chunk.toString('latin1', 0, end));
    const bodyAt = end + END.length;
    if (known === undefined || bodyAt + known.length !== chunk.length) return undefined;
    this.#found += 1;
    return { head: known.head, bodyAt };
  }

  /**
   * Keeps the head of a chunk that was parsed as one whole answer of a length that its head
   * announced.
   */
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

/** What `Content-Length` says, where nothing else says how the body ends. */
function announced({ headers }: Head): number | undefined {
  let length: number | undefined;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase();
    if (name === 'transfer-encoding') return undefined;
    if (name === 'content-length') length = Number(headers[at + 1]);
  }
  return length;
}
