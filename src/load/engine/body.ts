const EMPTY = Buffer.alloc(0);
/** Bytes of one body that are kept; of a longer one nothing is, so that no answer exhausts the memory. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Puts the pieces of a body together, never decoding one alone. */
export class Body {
  #chunks: Buffer[] = [];
  #length = 0;

  /** `keep` is false for a body that nobody reads. */
  add(chunk: Buffer, keep: boolean): void {
    this.#length += chunk.length;
    if (this.#length > MOST_BYTES) this.#chunks = [];
    else if (keep) this.#chunks.push(chunk);
  }

  /** The body so far; the next one begins empty. */
  take(): Buffer {
    const [first] = this.#chunks;
    const whole = first === undefined ? EMPTY : this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.clear();
    return whole;
  }

  clear(): void {
    if (this.#chunks.length > 0) this.#chunks = [];
    this.#length = 0;
  }
}
