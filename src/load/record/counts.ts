/** After this many different values, new values are rounded to three significant digits. */
const MAX_EXACT = 10_000;

/** Numbers with their counts, in ascending order of the numbers. */
export type Counts = [value: number, count: number][];

/** Counts numbers by value. The counts are exact unless there are very many different values. */
export class Numbers {
  readonly #counts = new Map<number, number>();

  add(value: number, count = 1): void {
    const isKept = this.#counts.has(value) || this.#counts.size < MAX_EXACT;
    const kept = isKept ? value : Number(value.toPrecision(3));
    this.#counts.set(kept, (this.#counts.get(kept) ?? 0) + count);
  }

  counts(): Counts {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }
}

/** Merges several lists of numbers with their counts. */
export function mergeCounts(all: readonly (readonly (readonly number[])[])[]): Counts {
  const sum = new Numbers();
  for (const [value = 0, count = 0] of all.flat()) sum.add(value, count);
  return sum.counts();
}

/** The number of counted numbers. */
export const countOf = (counts: readonly (readonly number[])[]): number =>
  counts.reduce((sum, [, count = 0]) => sum + count, 0);

/** The mean of counted numbers, or 0 if there are none. */
export const meanOf = (counts: readonly (readonly number[])[]): number =>
  counts.reduce((sum, [value = 0, count = 0]) => sum + value * count, 0) /
  Math.max(1, countOf(counts));

/**
 * The percentile by the nearest-rank method: the smallest value that is not less than `percent` %
 * of the values; undefined for empty `counts`, which must be in ascending order.
 */
export function percentileOf(
  counts: readonly (readonly number[])[],
  percent: number,
): number | undefined {
  // The factor keeps a rounding error from raising the rank by one.
  const rank = Math.max(1, Math.ceil((percent / 100) * countOf(counts) * (1 - 1e-15)));
  let passed = 0;
  return counts.find(([, count = 0]) => {
    passed += count;
    return passed >= rank;
  })?.[0];
}
