import type { ProductRecord } from '../../../src/target/index.js';
import type { Column } from './column.js';
import { heldBy, isNull } from './filter.js';

/** -1, 0 or 1 where every conforming collation agrees on the order of two values, undefined where they differ. */
export type Order = -1 | 0 | 1 | undefined;

const collators = [
  new Intl.Collator('en'),
  new Intl.Collator('en', { ignorePunctuation: true }),
  new Intl.Collator('en', { caseFirst: 'upper' }),
  new Intl.Collator('en', { sensitivity: 'base' }),
  new Intl.Collator('de', { sensitivity: 'accent' }),
];

/** Numbers as numbers; text where code point, case-insensitive and locale collations all agree. */
export function compareValues(a: string | number, b: string | number, { kind }: Column): Order {
  if (kind === 'number') return sign(Number(a) - Number(b));
  const [x, y] = [String(a), String(b)];
  if (x === y) return 0;
  const orders = [
    codePoints(x, y),
    codePoints(x.toLowerCase(), y.toLowerCase()),
    codePoints(x.toUpperCase(), y.toUpperCase()),
  ];
  if (kind === 'numeric-text') orders.push(sign(Number(a) - Number(b)));
  for (const collator of collators) orders.push(sign(collator.compare(x, y)));
  const [first] = orders;
  return first !== undefined && first !== 0 && orders.every((order) => order === first) ? first : undefined;
}

/** By code point, not by UTF-16 unit as JavaScript's `<` does. */
const codePoints = (a: string, b: string): -1 | 0 | 1 => sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));

const sign = (value: number): -1 | 0 | 1 => (value < 0 ? -1 : value > 0 ? 1 : 0);

/** A pair of neighbours-to-be that stand the wrong way round, or nulls that stand apart. */
export interface Disorder {
  readonly first: ProductRecord;
  readonly second: ProductRecord;
  readonly why: string;
}

/**
 * Looks for two records of a list that no conforming order could leave so. Nulls stand together at either end; empty
 * text may be a null. `direction` 1 is ascending.
 */
export function findDisorder(
  records: readonly ProductRecord[],
  column: Column,
  direction: 1 | -1 = 1,
): Disorder | undefined {
  const kept = records.filter((record) => !isBlank(record, column));
  for (let later = 1; later < kept.length; later += 1) {
    const second = kept[later];
    // Comparing with all that came before finds disorder between values of which some neighbours cannot be told apart.
    for (let earlier = Math.max(0, later - 60); earlier < later; earlier += 1) {
      const first = kept[earlier];
      if (first === undefined || second === undefined) continue;
      const [a, b] = [heldBy(first, column.name), heldBy(second, column.name)];
      if (a === null || a === undefined || b === null || b === undefined) continue;
      if (compareValues(a, b, column) === direction)
        return { first, second, why: direction === 1 ? 'ascending' : 'descending' };
    }
  }
  return nullsApart(records, column);
}

function nullsApart(records: readonly ProductRecord[], column: Column): Disorder | undefined {
  const places = records.flatMap((record, index) => (isNull(record, column) ? [index] : []));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const together = last - first + 1 === places.length && (first === 0 || last === records.length - 1);
  const blanksOnly = records.every((record, index) => isBlank(record, column) || index < first || index > last);
  const [a, b] = [records[first], records[Math.min(first + 1, records.length - 1)]];
  return together || blanksOnly || a === undefined || b === undefined
    ? undefined
    : { first: a, second: b, why: 'nulls together at either end' };
}

/** Null, or empty text, which may stand with the nulls. */
const isBlank = (record: ProductRecord, { name }: Column): boolean => {
  const value = heldBy(record, name);
  return value === null || value === undefined || value === '';
};

/**
 * Whether a window can be the records from `offset` on of the ordered result: a record of the rest that surely sorts
 * before it must have its place before it, and one that surely sorts after it behind. Answers one that has none.
 */
export function findMisplaced(
  window: readonly ProductRecord[],
  rest: readonly ProductRecord[],
  offset: number,
  column: Column,
): ProductRecord | undefined {
  const values = window.flatMap((record) => (isBlank(record, column) ? [] : [heldBy(record, column.name) ?? '']));
  const [low, high] = [values[0], values.at(-1)];
  if (low === undefined || high === undefined) return undefined;
  const before: ProductRecord[] = [];
  const after: ProductRecord[] = [];
  for (const record of rest) {
    if (isBlank(record, column)) continue;
    const value = heldBy(record, column.name) ?? '';
    if (compareValues(value, low, column) === -1) before.push(record);
    else if (compareValues(value, high, column) === 1) after.push(record);
  }
  if (before.length > offset) return before[0];
  return after.length > rest.length - offset ? after[0] : undefined;
}
