/**
 * Decides whether two texts are equal in a column that ignores certain differences (letter case,
 * accents, …).
 */

import { grouped, memoized, memoizedByObject } from '../../../../src/memoized.js';
import type { Column } from './column.js';
import { FALSE, OPEN, TRUE, type Truth } from './truth.js';

/**
 * The differences that a collation may ignore (EXP-FILT-1):
 * - `case`: letter case, except of the letter i.
 * - `dots`: the letter case of i. In Turkish the capital of i is not I.
 * - `accents`: accents and other marks.
 * - `width`: full-width letters and other compatibility forms.
 * - `forms`: Unicode normal forms.
 * - `blanks`: trailing blanks.
 */
export const TRAITS = ['case', 'dots', 'accents', 'width', 'forms', 'blanks'] as const;
export type Trait = (typeof TRAITS)[number];

/** The empty subset comes first. */
export function subsetsOf<T>([first, ...rest]: readonly T[]): readonly (readonly T[])[] {
  if (first === undefined) return [[]];
  const without = subsetsOf(rest);
  return [...without, ...without.map((subset) => [first, ...subset])];
}

/**
 * A column distinguishes values that differ only in one trait (`kept`), treats them as equal
 * (`folded`), or may do either (`unknown`).
 */
type Treatment = 'kept' | 'folded' | 'unknown';

export type Equality = Readonly<Record<Trait, Treatment>>;

const everyTrait = (treatment: Treatment): Equality =>
  Object.fromEntries(TRAITS.map((trait) => [trait, treatment])) as Record<Trait, Treatment>;

export const EXACT = everyTrait('kept');
/** The equality of a column about which nothing was learned. */
export const UNLEARNED = everyTrait('unknown');

export const isExact = (equality: Equality): boolean =>
  TRAITS.every((trait) => equality[trait] === 'kept');

/** True if some collation with this treatment of the traits could treat the texts as equal. */
export function mayEqual(a: string, b: string, equality: Equality): boolean {
  if (a === b) return true;
  if (isExact(equality) || coarseKey(a) !== coarseKey(b)) return false;
  const x = reducedText(a, equality);
  const y = reducedText(b, equality);
  if (x === y) return true;
  if (isAscii(a) && isAscii(b)) return false;
  return !isBinary(equality);
}

/**
 * True if every collation with this treatment of the traits treats the texts as equal. A collation
 * that ignores letter case ignores it at least for the letters A to Z.
 */
export const mustEqual = (a: string, b: string, { case: cased, dots }: Equality): boolean =>
  a === b ||
  (cased === 'folded' && foldAscii(a, dots === 'folded') === foldAscii(b, dots === 'folded'));

/**
 * Returns a function that compares a text with `asked`. The result is OPEN if it depends on the
 * collation.
 */
export function equalsText(asked: string, equality: Equality): (cell: string) => Truth {
  const { case: cased, dots } = equality;
  const fold = (text: string): string => foldAscii(text, dots === 'folded');
  const folded = fold(asked);
  const coarse = coarseKey(asked);
  const isByCodePoint = isExact(equality);
  return (cell) => {
    if (cell === asked) return TRUE;
    if (cased === 'folded' && cell.length === asked.length && fold(cell) === folded) return TRUE;
    if (isByCodePoint || coarseKey(cell) !== coarse) return FALSE;
    return mayEqual(cell, asked, equality) ? OPEN : FALSE;
  };
}

/**
 * True if a column distinguishes normal forms and accents. Such a column is assumed to ignore no
 * differences except those in `TRAITS`.
 */
export const isBinary = ({ forms, accents }: Equality): boolean =>
  forms === 'kept' && accents === 'kept';

/** Whether the text consists of printable ASCII characters. */
export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/**
 * Changes the letters A to Z to lower case. The letter I stays unchanged if `withI` is false,
 * because in Turkish the lower case of I is not i.
 */
export const foldAscii = (text: string, withI = true): string =>
  withI && isAscii(text)
    ? text.toLowerCase()
    : text.replace(withI ? /[A-Z]+/g : /[A-HJ-Z]+/g, (run) => run.toLowerCase());

/** Removes every difference that the column may ignore. */
export function reducedText(
  text: string,
  { case: cased, accents, width, forms, blanks }: Equality,
): string {
  // ASCII text has no traits except letter case and blanks.
  if (isAscii(text)) {
    const folded = cased === 'kept' ? text : text.toLowerCase();
    return blanks === 'kept' ? folded : folded.trimEnd();
  }
  let reduced = text;
  if (width !== 'kept') reduced = reduced.normalize('NFKC');
  else if (forms !== 'kept') reduced = reduced.normalize('NFC');
  if (accents !== 'kept') reduced = withoutAccents(reduced);
  if (cased !== 'kept') reduced = reduced.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
  return blanks === 'kept' ? reduced : reduced.replace(/\s+$/u, '');
}

export const withoutAccents = (text: string): string => (isAscii(text) ? text : withoutMarks(text));

const withoutMarks = memoized((text: string) => text.normalize('NFD').replace(/\p{M}+/gu, ''));

/**
 * For each pattern, some collation treats the matching characters as equal to the text beside it.
 */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[\p{Cc}\p{Cf}\p{M}]+/gu, ''],
  // Old collations give the same weight to all characters beyond the basic plane.
  [/[\u{10000}-\u{10ffff}]/gu, '\u{10000}'],
  [/æ|ae/gu, 'a'],
  [/[œø]|oe/gu, 'o'],
  [/ue/gu, 'u'],
  [/aa/gu, 'a'],
  [/ß|ss/gu, 's'],
  [/ł|ll/gu, 'l'],
  [/[đð]/gu, 'd'],
  [/þ|th/gu, 't'],
  [/ħ/gu, 'h'],
  [/[ıy]/gu, 'i'],
  [/ch/gu, 'c'],
  [/ς/gu, 'σ'],
];

/**
 * Removes letter case and combining marks. It must be called before `ALIKE` is applied: with a mark
 * between them, two letters such as `ae` would not be found.
 */
const decomposed = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** Texts that any common collation treats as equal have the same key. */
export const coarseKey = memoized((text: string): string => {
  let reduced = isAscii(text) ? text.toLowerCase() : decomposed(text);
  for (const [alike, letter] of ALIKE) reduced = reduced.replace(alike, letter);
  // Repeated letters are merged, so that `aaa` has the key of `åa`, whose mark was removed.
  return reduced.trimEnd().replace(/(.)\1+/gu, '$1');
});

/**
 * Divides the values into classes. The column may treat all values of a class as one value, so the
 * number of classes is the least possible number of groups (EXP-GROUP-1).
 */
export function classesOf(
  values: Iterable<string>,
  equality: Equality,
): readonly (readonly string[])[] {
  const buckets = new Map<string, string[][]>();
  for (const value of values) {
    const key = coarseKey(value);
    const bucket = buckets.get(key) ?? [];
    const joined = bucket.filter((set) => set.some((other) => mayEqual(value, other, equality)));
    const rest = bucket.filter((set) => !joined.includes(set));
    buckets.set(key, [...rest, [value, ...joined.flat()]]);
  }
  return [...buckets.values()].flat();
}

/** False if the collation of the column may treat another value of the column as equal. */
export const equalsNoOther = (
  value: string,
  { values, name }: Column,
  equals: (column: string) => Equality,
): boolean =>
  (byCoarseKey(values).get(coarseKey(value)) ?? []).every(
    (other) => other === value || !mayEqual(String(other), value, equals(name)),
  );

/** The values of a column by their `coarseKey`. Only values with the same key may be equal. */
const byCoarseKey = memoizedByObject((values: Column['values']) =>
  grouped(values.keys(), (value) => coarseKey(String(value))),
);
