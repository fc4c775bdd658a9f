/**
 * Finds out whether all common collations agree on the order of two texts. A collation is a rule by
 * which a database compares texts.
 */

import { memoized } from '../../../../src/memoized.js';
import { withoutAccents } from './equality.js';

/** Languages with different alphabetical orders. */
const LANGUAGES = 'en de de-u-co-phonebk sv da tr es-u-co-trad cs et lt hu vi zh ja'.split(' ');

type Compare = (a: string, b: string) => number;

function reducedBy(reduce: (text: string) => string): Compare {
  const reduced = memoized(reduce);
  return (a, b) => compareCodePoints(reduced(a), reduced(b));
}

/**
 * Removes blanks at the end of the text, and replaces all characters beyond the basic plane (from
 * U+10000 on) by the same character.
 */
const prepareForMysql = memoized((text: string) =>
  text.trimEnd().replace(/[\ud800-\udbff][\udc00-\udfff]/g, '\ufffd'),
);

/**
 * Some collations compare code points. Others ignore letter case, accents or special characters, or
 * follow the alphabet of a language. The collations are created when two texts are first compared,
 * because collators take long to load.
 */
const makeCollations = (): readonly Compare[] => [
  compareCodePoints,
  // SQL may pad the shorter text with blanks before it compares.
  (a, b) => compareCodePoints(a.padEnd(b.length), b.padEnd(a.length)),
  reducedBy((text) => text.toLowerCase()),
  reducedBy((text) => text.toUpperCase()),
  reducedBy((text) => withoutAccents(text).toUpperCase()),
  reducedBy((text) => withoutAccents(text).toLowerCase()),
  reducedBy((text) =>
    withoutAccents(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  ),
  // Some collations treat all characters beyond the basic plane as equal, and ignore invisible
  // characters.
  reducedBy((text) =>
    withoutAccents(text)
      .toUpperCase()
      .replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replace(/\p{C}+/gu, ''),
  ),
  // Some collations compare character by character. They do not ignore combining marks, treat ß as a
  // single s, and treat all characters beyond the basic plane as equal.
  reducedBy((text) =>
    text
      .replace(/\P{M}/gu, (character) =>
        character.normalize('NFD').charAt(0).toUpperCase().charAt(0),
      )
      .replace(/[\ud800-\udfff]/g, '\ufffd'),
  ),
  new Intl.Collator('en', { ignorePunctuation: true }).compare,
  new Intl.Collator('en', { caseFirst: 'upper' }).compare,
  new Intl.Collator('en', { sensitivity: 'base' }).compare,
  new Intl.Collator('en', { numeric: true }).compare,
  ...LANGUAGES.map((language) => new Intl.Collator(language).compare),
  // Collations of MySQL ignore letter case, accents and trailing blanks, and treat all characters
  // beyond the basic plane as equal.
  ...LANGUAGES.map((language): Compare => {
    const { compare } = new Intl.Collator(language, { sensitivity: 'base' });
    return (a, b) => compare(prepareForMysql(a), prepareForMysql(b));
  }),
];

let collations: readonly Compare[] | undefined;

/**
 * Returns -1 or 1 if all collations agree, otherwise 0. Results are kept, because lists contain the
 * same texts many times.
 */
export const agreedOrder = (x: string, y: string): -1 | 0 | 1 => orderOf(`${x.length} ${x}${y}`);

/** `pair`: the length of the first text, a blank, and both texts, which may contain any character. */
const orderOf = memoized((pair: string): -1 | 0 | 1 => {
  const start = pair.indexOf(' ') + 1;
  const end = start + Number(pair.slice(0, start));
  const x = pair.slice(start, end);
  const y = pair.slice(end);
  const order = x < y ? -1 : 1;
  collations ??= makeCollations();
  return collations.every((compare) => sign(compare(x, y)) === order) ? order : 0;
});

/**
 * The operators `<` and `>` of JavaScript compare UTF-16 code units. Characters beyond the basic
 * plane then have another place than by code point. Texts with such characters are compared as
 * UTF-8, because the order of UTF-8 bytes is the order of code points.
 */
function compareCodePoints(a: string, b: string): -1 | 0 | 1 {
  if (SURROGATE.test(a) || SURROGATE.test(b))
    return sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sign(Number(a > b) - Number(a < b));
}

const SURROGATE = /[\ud800-\udfff]/;

export function sign(value: number): -1 | 0 | 1 {
  if (value < 0) return -1;
  return value > 0 ? 1 : 0;
}
