import { withoutAccents } from './equality.js';
import { memoized } from './memoized.js';

/** Languages whose order of letters differs from that of the others. */
const LANGUAGES = 'en de de-u-co-phonebk sv da tr es-u-co-trad cs et lt hu vi zh ja'.split(' ');

type Reading = (a: string, b: string) => number;

function by(reduce: (text: string) => string): Reading {
  const reduced = memoized(reduce);
  return (a, b) => codePoints(reduced(a), reduced(b));
}

const flat = memoized((text: string) =>
  text.trimEnd().replace(/[\ud800-\udbff][\udc00-\udfff]/g, '\ufffd'),
);

/**
 * The orders of text that are known besides that by unit: by code point, without case, accents or
 * odd characters, and of languages. Made when two texts are first compared: collators take long to
 * load.
 */
const makeReadings = (): readonly Reading[] => [
  codePoints,
  // Padded with blanks, as SQL has it: what follows a text may come before a blank.
  (a, b) => codePoints(a.padEnd(b.length), b.padEnd(a.length)),
  by((text) => text.toLowerCase()),
  by((text) => text.toUpperCase()),
  by((text) => withoutAccents(text).toUpperCase()),
  by((text) => withoutAccents(text).toLowerCase()),
  by((text) =>
    withoutAccents(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  ),
  // Old collations have one weight for all characters beyond the basic plane, and none for what is
  // not seen.
  by((text) =>
    withoutAccents(text)
      .toUpperCase()
      .replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replace(/\p{C}+/gu, ''),
  ),
  // Older ones weigh each character for itself, marks included, a sharp s as one s, and those
  // beyond the basic plane as one.
  by((text) =>
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
  // As MySQL has them: letters alone, blanks at the end for nothing, and the characters beyond the
  // basic plane as one.
  ...LANGUAGES.map((language): Reading => {
    const { compare } = new Intl.Collator(language, { sensitivity: 'base' });
    return (a, b) => compare(flat(a), flat(b));
  }),
];

let readings: readonly Reading[] | undefined;

/**
 * The order in which every reading puts two different texts; 0 where they differ. Lists hold the
 * same texts again and again.
 */
export const agreedOrder = (x: string, y: string): -1 | 0 | 1 => orderOf(`${x}\0${y}`);

const orderOf = memoized((pair: string): -1 | 0 | 1 => {
  const [x = '', y = ''] = pair.split('\0');
  const order = x < y ? -1 : 1;
  readings ??= makeReadings();
  return readings.every((reading) => sign(reading(x, y)) === order) ? order : 0;
});

/**
 * By code point, not by UTF-16 unit as JavaScript's `<` does where one stands beyond the basic
 * plane.
 */
function codePoints(a: string, b: string): -1 | 0 | 1 {
  if (HALF.test(a) || HALF.test(b)) return sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sign(Number(a > b) - Number(a < b));
}

const HALF = /[\ud800-\udfff]/;

export function sign(value: number): -1 | 0 | 1 {
  if (value < 0) return -1;
  return value > 0 ? 1 : 0;
}
