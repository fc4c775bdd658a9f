import { randomFrom } from '../random.js';
import { type Coverage, coverageOf, coveringArray } from './covering-array.js';
import { memoized, type Row } from './tuples.js';

type Named<V extends Readonly<Record<string, readonly unknown[]>>> = { readonly [Name in keyof V]: V[Name][number] };

/**
 * Few rows in which every pair of values of different factors stands that is allowed together; the same rows for the same
 * values. `coverageOf` says how many pairs some of the rows bring together.
 */
export function everyPair<V extends Readonly<Record<string, readonly unknown[]>>>(
  values: V,
  isAllowed: (pair: Partial<Named<V>>) => boolean = () => true,
): { readonly rows: readonly Named<V>[]; readonly coverageOf: (rows: readonly object[]) => Coverage } {
  const names = Object.keys(values);
  const factors = names.map((name) => ({ name, values: (values[name] ?? []).map((_, at) => String(at)) }));
  const held = (factor: number, value: number): readonly [string, unknown] => {
    const name = names[factor] ?? '';
    return [name, values[name]?.[value]];
  };
  const allows = memoized(factors, (one, value, other, otherValue) =>
    isAllowed(Object.fromEntries([held(one, value), held(other, otherValue)]) as Partial<Named<V>>),
  );
  const options = { strength: 2, allows } as const;
  const most = Number.POSITIVE_INFINITY;
  const { rows } = coveringArray(factors, { ...options, most, random: randomFrom(1) });
  const made = rows.map(named);
  const places = new Map<object, Row>(made.map((row, at) => [row, rows[at] ?? []]));
  return {
    rows: made,
    coverageOf: (some) =>
      coverageOf(
        factors,
        some.flatMap((row) => [places.get(row) ?? []]),
        options,
      ),
  };

  function named(row: Row): Named<V> {
    return Object.fromEntries(row.map((value, factor) => held(factor, value))) as Named<V>;
  }
}
