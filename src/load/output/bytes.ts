const FIRST_ROOM = 64 * 1024;
const SHORT = 32;
const ZERO = 48;
const POINT = 46;

/** Lines that are made of many small pieces, as bytes: text would be put together, and encoded, piece by piece. */
export class Bytes {
  #buffer: Buffer = Buffer.allocUnsafe(FIRST_ROOM);
  #spare: Buffer | undefined;
  #length = 0;

  /** What was written before, as it is. */
  put(piece: Buffer): void {
    const { length } = piece;
    this.#expect(length);
    // A call into the machine costs more than a few bytes do.
    const [buffer, begin] = [this.#buffer, this.#length];
    if (length > SHORT) piece.copy(buffer, begin);
    else for (let at = 0; at < length; at += 1) buffer[begin + at] = piece[at] ?? 0;
    this.#length = begin + length;
  }

  /** Milliseconds to the microsecond, as JSON writes them. */
  ms(value: number): void {
    const microseconds = Math.round(value * 1000);
    if (microseconds >= 0 && microseconds < 1e15) this.#decimal(microseconds);
    else this.put(Buffer.from(String(microseconds / 1000)));
  }

  #decimal(microseconds: number): void {
    this.#expect(24);
    const whole = Math.floor(microseconds / 1000);
    let rest = microseconds - whole * 1000;
    this.#digits(whole, whole < 10 ? 1 : whole < 100 ? 2 : String(whole).length);
    if (rest === 0) return;
    this.#buffer[this.#length++] = POINT;
    let places = 3;
    for (; rest % 10 === 0; rest /= 10) places -= 1;
    this.#digits(rest, places);
  }

  /** A whole number from 0 to 999, with all three digits. */
  three(value: number): void {
    this.#expect(3);
    this.#digits(value, 3);
  }

  /** Everything since it was last asked, and what gives its room back when nobody reads it any more. */
  take(): { readonly written: Buffer; readonly release: () => void } {
    const taken = this.#buffer;
    const written = taken.subarray(0, this.#length);
    // The next will be about as long.
    this.#buffer = this.#spare ?? Buffer.allocUnsafe(taken.length);
    this.#spare = undefined;
    this.#length = 0;
    const release = (): void => {
      this.#spare = taken;
    };
    return { written, release };
  }

  #digits(value: number, places: number): void {
    const buffer = this.#buffer;
    let left = value;
    for (let at = this.#length + places - 1; at >= this.#length; at -= 1) {
      const tenth = Math.floor(left / 10);
      buffer[at] = ZERO + left - tenth * 10;
      left = tenth;
    }
    this.#length += places;
  }

  #expect(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#length + more, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
