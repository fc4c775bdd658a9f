/** Collects the pieces of a response body within a memory limit. */

const EMPTY = Buffer.alloc(0);
/**
 * The maximum number of bytes of one body, and of all bodies that arrive at the same time. A body
 * beyond a limit is dropped.
 */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_TOGETHER = 64 * 1024 * 1024;

/** The bytes that are reserved first for a body. The buffer is then doubled as needed. */
const FIRST_ROOM = 16 * 1024;

/** The bytes reserved by the bodies of this process. */
let reservedInAll = 0;

/**
 * Joins the pieces of a body. The pieces are copied into one buffer, because many small pieces
 * would each be an object of their own.
 */
export class Body {
  #kept: Buffer = EMPTY;
  #length = 0;
  #reserved = 0;
  #cut = false;

  /** Adds a piece. `keep` is false for a body that is not read. */
  add(chunk: Buffer, keep: boolean): void {
    if (!keep || this.#cut) return;
    const length = this.#length + chunk.length;
    if (this.#length === 0 && length <= MOST_BYTES) this.#kept = chunk;
    else if (!this.#reserve(length)) {
      this.clear();
      this.#cut = true;
      return;
    } else chunk.copy(this.#kept, this.#length);
    this.#length = length;
  }

  /** Whether the body was too long to be kept. */
  get cut(): boolean {
    return this.#cut;
  }

  /** The body so far. The next body begins empty. */
  take(): Buffer {
    const whole =
      this.#kept.length === this.#length ? this.#kept : this.#kept.subarray(0, this.#length);
    this.clear();
    return whole;
  }

  clear(): void {
    reservedInAll -= this.#reserved;
    this.#reserved = 0;
    this.#length = 0;
    this.#cut = false;
    this.#kept = EMPTY;
  }

  /** Reserves memory. Returns false if this would exceed a limit. */
  #reserve(length: number): boolean {
    if (length <= this.#reserved) return true;
    const room = Math.min(MOST_BYTES, Math.max(FIRST_ROOM, length, this.#reserved * 2));
    if (length > room || reservedInAll + room - this.#reserved > MOST_TOGETHER) return false;
    const larger = Buffer.allocUnsafeSlow(room);
    this.#kept.copy(larger, 0, 0, this.#length);
    this.#kept = larger;
    reservedInAll += room - this.#reserved;
    this.#reserved = room;
    return true;
  }
}
