const EMPTY = Buffer.alloc(0);
/**
 * Bytes of one body that are kept, and of all bodies that come in at once: of what goes beyond,
 * nothing is.
 */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_TOGETHER = 64 * 1024 * 1024;
const FIRST_ROOM = 16 * 1024;

/** Bytes that the bodies of this process have reserved. */
let together = 0;

/**
 * Puts the pieces of a body together, never decoding one alone. However small the pieces are, they
 * take the room of their bytes and no more: each would be an object of its own otherwise.
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
    if (this.#length === 0 && length <= MOST_BYTES) this.#kept = chunk;
    else if (!this.#expect(length)) {
      this.clear();
      this.#cut = true;
      return;
    } else chunk.copy(this.#kept, this.#length);
    this.#length = length;
  }

  /** Whether it was too long to be kept. */
  get cut(): boolean {
    return this.#cut;
  }

  /** The body so far; the next one begins empty. */
  take(): Buffer {
    const whole =
      this.#kept.length === this.#length ? this.#kept : this.#kept.subarray(0, this.#length);
    this.clear();
    return whole;
  }

  clear(): void {
    together -= this.#reserved;
    this.#reserved = 0;
    this.#length = 0;
    this.#cut = false;
    this.#kept = EMPTY;
  }

  /** Makes room, unless that is more than may be kept. */
  #expect(length: number): boolean {
    if (length <= this.#reserved) return true;
    const room = Math.min(MOST_BYTES, Math.max(FIRST_ROOM, length, this.#reserved * 2));
    if (length > room || together + room - this.#reserved > MOST_TOGETHER) return false;
    const larger = Buffer.allocUnsafeSlow(room);
    this.#kept.copy(larger, 0, 0, this.#length);
    this.#kept = larger;
    together += room - this.#reserved;
    this.#reserved = room;
    return true;
  }
}
