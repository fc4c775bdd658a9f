import type { ProductRecord } from '../../../src/target/index.js';
import { type Column, mayBeEnumeration } from './column.js';
import { coarsely } from './equality.js';
import { heldBy, isNull } from './held.js';

/** -1, 0 or 1 where every conforming collation agrees on the order of two values, undefined where they differ. */
export type Order = -1 | 0 | 1 | undefined;

/** Languages whose order of letters differs from that of the others. */
const LANGUAGES = [
  'en',
  'de',
  'de-u-co-phonebk',
  'sv',
  'da',
  'tr',
  'es-u-co-trad',
  'cs',
  'et',
  'lt',
  'hu',
  'vi',
  'zh',
  'ja',
];

const collators = [
  new Intl.Collator('en', { ignorePunctuation: true }),
  new Intl.Collator('en', { caseFirst: 'upper' }),
  new Intl.Collator('en', { sensitivity: 'base' }),
  new Intl.Collator('en', { numeric: true }),
  ...LANGUAGES.map((language) => new Intl.Collator(language)),
];

type Reading = (a: string, b: string) => number;

const by =
  (reduce: (text: string) => string): Reading =>
  (a, b) =>
    codePoints(reduce(a), reduce(b));

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}+/gu, '');

/** The orders of text that are known: by code point or unit, without case, accents or odd characters, and of languages. */
const READINGS: readonly Reading[] = [
  (a, b) => codePoints(a, b),
  (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  by((text) => text.toLowerCase()),
  by((text) => text.toUpperCase()),
  by((text) => withoutAccents(text).toUpperCase()),
  by((text) => withoutAccents(text).toLowerCase()),
  by((text) =>
    withoutAccents(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  ),
  // Old collations have one weight for all characters beyond the basic plane, and none for what is not seen.
  by((text) =>
    withoutAccents(text)
      .toUpperCase()
      .replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replace(/\p{C}+/gu, ''),
  ),
  // Older ones weigh each character for itself, marks included, and those beyond the basic plane as one.
  by((text) =>
    text
      .replace(/\P{M}/gu, (character) => character.normalize('NFD').charAt(0).toUpperCase())
      .replace(/[\ud800-\udfff]/g, '\ufffd'),
  ),
  ...collators.map((collator): Reading => collator.compare),
];

/** Values of which the order of their type is not to be seen: text that may be an enumeration, uuids, dates and times. */
const hasOrderOfItsOwn = (column: Column): boolean => column.kind === 'typed' || mayBeEnumeration(column);

/** Numbers as numbers; text where every known collation agrees. */
export function compareValues(a: string | number, b: string | number, column: Column): Order {
  for (const order of [-1, 0, 1] as const) if (surely(a, b, column, order)) return order;
  return undefined;
}

/** Whether two values stand in this order under every known collation; the cheapest reading that says otherwise decides. */
function surely(a: string | number, b: string | number, column: Column, order: -1 | 0 | 1): boolean {
  if (column.kind === 'number') return sign(Number(a) - Number(b)) === order;
  const [x, y] = [String(a), String(b)];
  if (x === y || order === 0) return x === y && order === 0;
  if (hasOrderOfItsOwn(column)) return false;
  if (column.kind === 'numeric-text' && sign(Number(a) - Number(b)) !== order) return false;
  return (x < y ? -1 : 1) === order && agreeOn(x, y, order);
}

/** Whether every reading puts two texts in this order. Lists hold the same texts again and again: what came out is kept. */
function agreeOn(x: string, y: string, order: -1 | 1): boolean {
  const key = `${x.length} ${x}${y}`;
  let agreed = kept.get(key);
  if (agreed === undefined) {
    agreed = READINGS.every((reading) => sign(reading(x, y)) === order);
    if (kept.size >= REMEMBERED) kept.clear();
    kept.set(key, agreed);
  }
  return agreed;
}

const kept = new Map<string, boolean>();
const REMEMBERED = 20_000;

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
  // Numbers have one order: neighbours tell all.
  const back = column.kind === 'number' ? 1 : 60;
  for (let later = 1; later < kept.length; later += 1) {
    const second = kept[later];
    // Comparing with all that came before finds disorder between values of which some neighbours cannot be told apart.
    for (let earlier = Math.max(0, later - back); earlier < later; earlier += 1) {
      const first = kept[earlier];
      if (first === undefined || second === undefined) continue;
      const [a, b] = [heldBy(first, column.name), heldBy(second, column.name)];
      if (a === null || a === undefined || b === null || b === undefined) continue;
      if (surely(a, b, column, direction)) return { first, second, why: direction === 1 ? 'ascending' : 'descending' };
    }
  }
  return valuesApart(kept, column) ?? nullsApart(records, column);
}

/** Where the order of the values is their type's own, each value still stands together. */
function valuesApart(records: readonly ProductRecord[], column: Column): Disorder | undefined {
  if (!hasOrderOfItsOwn(column)) return undefined;
  const ended = new Set<string>();
  let current: string | undefined;
  for (const [index, record] of records.entries()) {
    const key = coarsely(String(heldBy(record, column.name)));
    if (key === current) continue;
    const before = records[index - 1];
    if (ended.has(key) && before !== undefined)
      return { first: before, second: record, why: `each ${column.name} together` };
    if (current !== undefined) ended.add(current);
    current = key;
  }
  return undefined;
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
    if (surely(value, low, column, -1)) before.push(record);
    else if (surely(value, high, column, 1)) after.push(record);
  }
  if (before.length > offset) return before[0];
  return after.length > rest.length - offset ? after[0] : undefined;
}
