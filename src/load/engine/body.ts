/** Collects the pieces of a response body within a memory limit. */

const EMPTY = Buffer.alloc(0);
/**
 * The limits for one body, and for all bodies that arrive in this thread at the same time. A body
 * beyond a limit is dropped.
 */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_TOGETHER = 64 * 1024 * 1024;

/** The size of the first buffer of a body, in bytes. The buffer is then doubled as needed. */
const FIRST_ROOM = 16 * 1024;

/** The number of bytes that are reserved for all bodies of this thread. */
let reservedInAll = 0;

/**
 * Copies the pieces of a body into one buffer, because many small pieces would each be an object. A
 * body of a single piece is not copied.
 */
export class Body {
  #kept: Buffer = EMPTY;
  #length = 0;
  #reserved = 0;
  #cut = false;

  /** `keep` is false for a body that is not read. */
  add(chunk: Buffer, keep: boolean): void {
    if (!keep || this.#cut) return;
    const length = this.#length + chunk.length;
    if (this.#length === 0 && length <= MAX_BYTES) this.#kept = chunk;
    else if (!this.#reserve(length)) {
      this.clear();
      this.#cut = true;
      return;
    } else chunk.copy(this.#kept, this.#length);
    this.#length = length;
  }

  /** Whether the body was dropped because it exceeded a limit. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Returns the body and clears it, so that the next body begins empty. */
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

  /** Returns false if more memory would exceed a limit. */
  #reserve(length: number): boolean {
    if (length <= this.#reserved) return true;
    const room = Math.min(MAX_BYTES, Math.max(FIRST_ROOM, length, this.#reserved * 2));
    if (length > room || reservedInAll + room - this.#reserved > MAX_TOGETHER) return false;
    const larger = Buffer.allocUnsafeSlow(room);
    this.#kept.copy(larger, 0, 0, this.#length);
    this.#kept = larger;
    reservedInAll += room - this.#reserved;
    this.#reserved = room;
    return true;
  }
}
