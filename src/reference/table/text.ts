/** Compares texts according to the collations of databases. */

import type { Collation, Fold } from '../dialect.js';

/**
 * Compares two texts. The result is negative if the left text comes first, positive if the right
 * text comes first, and zero if they are equal.
 */
export type Compare = (left: string, right: string) => number;

/**
 * Compares by Unicode code point. The operator `<` would compare UTF-16 units and sort U+1F600
 * before U+FF5E.
 */
export const byCodePoint: Compare = (left, right) => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return a >= 0xd800 && b >= 0xd800 ? orderOfUnit(a) - orderOfUnit(b) : a - b;
  }
  return left.length - right.length;
};

/**
 * Orders surrogates after all other units, because they belong to higher code points. The unit is
 * at least U+D800.
 */
const orderOfUnit = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit + 0x2000);

const ASCII = /^[\x00-\x7f]*$/;

/**
 * Removes the difference between upper case and lower case. One code point stays one code point, so
 * that `_` in a pattern still matches one character.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const point of text) folded += foldPoint(point);
  return folded;
}

const DOTLESS_I = 'ı';

function foldPoint(point: string): string {
  // The text is first converted to upper case, so that ſ equals s and ς equals σ. Dotless ı is not
  // converted, because its upper case is I, so that it would equal i.
  const upper = point === DOTLESS_I ? point : point.toUpperCase();
  const lower = (isOnePoint(upper) ? upper : point).toLowerCase();
  return isOnePoint(lower) ? lower : point;
}

const isOnePoint = (text: string): boolean =>
  text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);

/** For each difference that a collation may ignore: a function that removes it from a text. */
const REDUCTIONS: Readonly<Record<Fold, (text: string) => string>> = {
  accents: (text) => text.normalize('NFD').replace(/\p{M}+/gu, ''),
  width: (text) => text.normalize('NFKC'),
  forms: (text) => text.normalize('NFC'),
  'final-blanks': (text) => text.replace(/ +$/, ''),
  'spelled-out': (text) => text.replaceAll('ß', 'ss').replaceAll('ü', 'ue').replaceAll('æ', 'ae'),
  'beyond-the-basic-plane': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
};

/**
 * Returns a function that removes several differences from a text, and the difference between upper
 * and lower case unless `caseSensitive` is true.
 */
export const reducing =
  (folds: readonly Fold[], caseSensitive: boolean): ((text: string) => string) =>
  (text) =>
    folds.reduce((reduced, name) => REDUCTIONS[name](reduced), caseSensitive ? text : fold(text));

export const COLLATIONS: Readonly<Record<Collation, Compare>> = {
  'code-point': byCodePoint,
  // The shorter text is extended with spaces to the length of the other text (SQL: PAD SPACE).
  padded: (left, right) => byCodePoint(left.padEnd(right.length), right.padEnd(left.length)),
  'case-insensitive': (left, right) => byCodePoint(fold(left), fold(right)),
  locale: new Intl.Collator('en').compare,
  'without-accents': (left, right) =>
    byCodePoint(REDUCTIONS.accents(fold(left)), REDUCTIONS.accents(fold(right))),
};
