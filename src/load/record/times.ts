import { type Histogram, LONGEST, newHistogram } from './histogram.js';

/**
 * Microseconds with slots of their own; above, each slot is at most a thousandth of what it holds.
 */
const EXACT = 2048;
const HALF = EXACT / 2;

/**
 * The slot of a number of microseconds, as HdrHistogram numbers them for three significant digits
 * from 1.
 */
function slotOf(microseconds: number): number {
  // How often it must be halved to be below EXACT.
  const halvings = Math.max(0, 21 - Math.clz32(microseconds));
  return halvings * HALF + (microseconds >>> halvings);
}

/** The smallest number of microseconds of a slot. */
function lowestOf(slot: number): number {
  const halvings = Math.max(0, Math.floor(slot / HALF) - 1);
  return (slot - halvings * HALF) * 2 ** halvings;
}

const SLOTS = slotOf(LONGEST) + 1;

/**
 * Counts times by the slots of a histogram, and becomes one when somebody looks. A fifth of the
 * cost of recording in the histogram itself, which every request does seven times; about 95 KB,
 * however much is recorded.
 */
export class Times {
  readonly #counts = new Uint32Array(SLOTS);
  #total = 0;
  #most = 0;

  /** Counts milliseconds. What is negative, by the resolution of a clock, counts as nothing. */
  record(ms: number): void {
    const microseconds = Math.min(LONGEST, Math.max(0, Math.round(ms * 1000)));
    const slot = slotOf(microseconds);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
    this.#total += 1;
    if (microseconds > this.#most) this.#most = microseconds;
  }

  /** Everything so far. */
  histogram(): Histogram {
    const histogram = newHistogram();
    if (this.#total === 0) return histogram;
    const last = slotOf(this.#most);
    for (let slot = 0; slot < last; slot += 1) {
      const count = this.#counts[slot] ?? 0;
      if (count > 0) histogram.recordValueWithCount(lowestOf(slot), count);
    }
    // The longest as it was, not as its slot begins.
    histogram.recordValueWithCount(this.#most, this.#counts[last] ?? 0);
    return histogram;
  }

  reset(): void {
    if (this.#total === 0) return;
    this.#counts.fill(0, 0, slotOf(this.#most) + 1);
    this.#total = 0;
    this.#most = 0;
  }
}
