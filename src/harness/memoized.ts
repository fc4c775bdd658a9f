import type { Allows, Factor } from './tuples.js';

const [UNKNOWN, ALLOWED, REFUSED] = [0, 1, 2];

/** Constraints that are worked out once for each two values: rows are made by asking for the same ones again and again. */
export function memoized(factors: readonly Factor[], allows: Allows): Allows {
  const starts = factors.map((_, at) => factors.slice(0, at).reduce((sum, { values }) => sum + values.length, 0));
  const size = factors.reduce((sum, { values }) => sum + values.length, 0);
  const table = new Uint8Array(size * size);
  return (factor, value, other, otherValue) => {
    const [one, two] = [(starts[factor] ?? 0) + value, (starts[other] ?? 0) + otherValue];
    const place = one < two ? one * size + two : two * size + one;
    if (table[place] === UNKNOWN) table[place] = allows(factor, value, other, otherValue) ? ALLOWED : REFUSED;
    return table[place] === ALLOWED;
  };
}
