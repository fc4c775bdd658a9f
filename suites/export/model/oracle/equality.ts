import type { Column } from './column.js';
import { memoized } from './memoized.js';
import { FALSE, OPEN, TRUE, type Truth } from './truth.js';

/**
 * What a collation may hold equal although the characters differ (EXP-FILT-1): case; the case of i,
 * whose capital is another letter in Turkish; accents; width and other compatible forms; normal
 * forms; blanks at the end.
 */
export const TRAITS = ['case', 'dots', 'accents', 'width', 'forms', 'blanks'] as const;
export type Trait = (typeof TRAITS)[number];

/** Every choice among some things, the empty one first. */
export function subsetsOf<T>([first, ...rest]: readonly T[]): readonly (readonly T[])[] {
  if (first === undefined) return [[]];
  const without = subsetsOf(rest);
  return [...without, ...without.map((subset) => [first, ...subset])];
}

/**
 * Whether a column keeps two values apart that differ in a trait alone, takes them for one, or may
 * do either.
 */
type Regard = 'kept' | 'folded' | 'unknown';

/** How a column compares text, trait by trait. */
export type Equality = Readonly<Record<Trait, Regard>>;

const all = (regard: Regard): Equality =>
  Object.fromEntries(TRAITS.map((trait) => [trait, regard])) as Record<Trait, Regard>;

/** Compares by code point. */
export const EXACT = all('kept');
/** Nothing was learned: texts that are equal in some collation may be equal. */
export const UNLEARNED = all('unknown');

/** Whether a column compares by code point alone. */
export const isExact = (equality: Equality): boolean =>
  TRAITS.every((trait) => equality[trait] === 'kept');

/** Whether some collation that treats the traits so holds two texts equal. */
export function mayEqual(a: string, b: string, equality: Equality): boolean {
  if (a === b) return true;
  if (isExact(equality) || coarsely(a) !== coarsely(b)) return false;
  const x = loosely(a, equality);
  const y = loosely(b, equality);
  if (x === y) return true;
  if (isAscii(a) && isAscii(b)) return false;
  return !isBinary(equality);
}

/**
 * Whether every collation that treats the traits so holds two texts equal: of letters, A to Z alone
 * are sure to have a case.
 */
export const mustEqual = (a: string, b: string, { case: cased, dots }: Equality): boolean =>
  a === b ||
  (cased === 'folded' && foldAscii(a, dots === 'folded') === foldAscii(b, dots === 'folded'));

/**
 * Compares a text with every value of a column. The text is reduced only once.
 */
export function equalsText(asked: string, equality: Equality): (held: string) => Truth {
  const { case: cased, dots } = equality;
  const fold = (text: string): string => foldAscii(text, dots === 'folded');
  const folded = fold(asked);
  const coarse = coarsely(asked);
  const isByCodePoint = isExact(equality);
  return (held) => {
    if (held === asked) return TRUE;
    if (cased === 'folded' && held.length === asked.length && fold(held) === folded) return TRUE;
    if (isByCodePoint || coarsely(held) !== coarse) return FALSE;
    return mayEqual(held, asked, equality) ? OPEN : FALSE;
  };
}

/**
 * Whether a column compares code points: it distinguishes normal forms and accents, and so every
 * other trait.
 */
export const isBinary = ({ forms, accents }: Equality): boolean =>
  forms === 'kept' && accents === 'kept';

export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/**
 * Lower case of A to Z, I only where its case is that of English: what every reading of "without
 * regard to case" does.
 */
export const foldAscii = (text: string, withI = true): string =>
  withI && isAscii(text)
    ? text.toLowerCase()
    : text.replace(withI ? /[A-Z]+/g : /[A-HJ-Z]+/g, (run) => run.toLowerCase());

/** A text reduced by every trait that the column may fold. */
export function loosely(
  text: string,
  { case: cased, accents, width, forms, blanks }: Equality,
): string {
  // Of all traits but case and blanks ASCII has none.
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

export const withoutAccents = (text: string): string =>
  isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '');

/**
 * Letters without their marks that some collation takes for others, and characters that some do not
 * see at all.
 */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[\p{Cc}\p{Cf}\p{M}]+/gu, ''],
  // Beyond the basic plane old collations have one weight for all characters.
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

/** The loosest key there is: whatever a collation in use holds equal has one and the same. */
export const coarsely = memoized((text: string): string => {
  // Strip combining marks first: the base letter may be part of a digraph.
  let reduced = text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  for (const [alike, letter] of ALIKE) reduced = reduced.replace(alike, letter);
  return reduced.replace(/\s+$/u, '').replace(/(.)\1+/gu, '$1');
});

/**
 * The values in classes that may be one value to the column: how few groups they may make
 * (EXP-GROUP-1).
 */
export function classesOf(
  values: Iterable<string>,
  equality: Equality,
): readonly (readonly string[])[] {
  const buckets = new Map<string, string[][]>();
  for (const value of values) {
    const key = coarsely(value);
    const bucket = buckets.get(key) ?? [];
    const joined = bucket.filter((set) => set.some((other) => mayEqual(value, other, equality)));
    const rest = bucket.filter((set) => !joined.includes(set));
    buckets.set(key, [...rest, [value, ...joined.flat()]]);
  }
  return [...buckets.values()].flat();
}

/** Whether a column holds no other value that it may take for this one. */
export const isAlone = (
  value: string,
  { values, name }: Column,
  equals: (column: string) => Equality,
): boolean =>
  [...values.keys()].every(
    (other) => other === value || !mayEqual(String(other), value, equals(name)),
  );
