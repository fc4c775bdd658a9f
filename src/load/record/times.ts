import { type Histogram, LONGEST, newHistogram } from './histogram.js';

/**
 * Below this number of microseconds each value has its own slot. Above it, a slot is a range of
 * values, whose width is at most a thousandth of its lowest value.
 */
const EXACT = 2048;
const HALF = EXACT / 2;

/**
 * The slot of a value. Slots have the same numbers as in HdrHistogram with three significant digits
 * and the lowest value 1.
 */
function slotOf(microseconds: number): number {
  // The number of halvings until the value is below EXACT.
  const halvings = Math.max(0, 21 - Math.clz32(microseconds));
  return halvings * HALF + (microseconds >>> halvings);
}

/** The lowest value of a slot, in microseconds. */
function lowestOf(slot: number): number {
  const halvings = Math.max(0, Math.floor(slot / HALF) - 1);
  return (slot - halvings * HALF) * 2 ** halvings;
}

const SLOTS = slotOf(LONGEST) + 1;

/**
 * Counts durations, and makes a histogram on demand. Recording a duration here takes a fifth of the
 * time that a histogram needs. The counts take about 95 KB, regardless of the number of values.
 */
export class Times {
  readonly #counts = new Uint32Array(SLOTS);
  #total = 0;
  #longest = 0;

  /**
   * Records a duration in milliseconds. A negative duration, which the resolution of a clock can
   * cause, counts as 0.
   */
  record(ms: number): void {
    const microseconds = Math.min(LONGEST, Math.max(0, Math.round(ms * 1000)));
    const slot = slotOf(microseconds);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
    this.#total += 1;
    if (microseconds > this.#longest) this.#longest = microseconds;
  }

  histogram(): Histogram {
    const histogram = newHistogram();
    if (this.#total === 0) return histogram;
    const last = slotOf(this.#longest);
    for (let slot = 0; slot < last; slot += 1) {
      const count = this.#counts[slot] ?? 0;
      if (count > 0) histogram.recordValueWithCount(lowestOf(slot), count);
    }
    // The durations of the last slot count as the longest one, so that the maximum is exact.
    histogram.recordValueWithCount(this.#longest, this.#counts[last] ?? 0);
    return histogram;
  }

  reset(): void {
    if (this.#total === 0) return;
    this.#counts.fill(0, 0, slotOf(this.#longest) + 1);
    this.#total = 0;
    this.#longest = 0;
  }
}
