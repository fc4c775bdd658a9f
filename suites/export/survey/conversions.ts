/** Recognizes how values are changed on their way from the data to the list. */

import { withoutAccents } from '../model/oracle/equality.js';

type Convert<T> = (value: T) => unknown;

const NUMBERS: Readonly<Record<string, Convert<number>>> = {
  'negative numbers come as 0': (value) => Math.max(0, value),
  'numbers come without their sign': Math.abs,
  'numbers come without their decimals': Math.trunc,
  'numbers come rounded to integers': Math.round,
  'numbers come rounded to one decimal': (value) => Math.round(value * 10) / 10,
  'numbers come rounded to two decimals': (value) => Math.round(value * 100) / 100,
  'numbers come in single precision': Math.fround,
  'numbers come in 32 bits': (value) => (Number.isInteger(value) ? value | 0 : value),
  '0 comes as null': (value) => (value === 0 ? null : value),
};

const TEXTS: Readonly<Record<string, Convert<string>>> = {
  'texts come in Unicode normalization form C': (value) => value.normalize('NFC'),
  'texts come in Unicode normalization form D': (value) => value.normalize('NFD'),
  'texts come without blanks at their ends': (value) => value.trim(),
  'texts come without blanks at their end': (value) => value.trimEnd(),
  'texts come in lower case': (value) => value.toLowerCase(),
  'texts come in upper case': (value) => value.toUpperCase(),
  'texts come without accents': withoutAccents,
  'texts come escaped for HTML': (value) =>
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;'),
  'texts come without what resembles a tag': (value) => value.replace(/<[^>]*>/g, ''),
  'texts come with their UTF-8 read as Latin-1': (value) =>
    Buffer.from(value, 'utf8').toString('latin1'),
  'characters beyond the Basic Multilingual Plane come as `?`': (value) =>
    value.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  'line breaks come as blanks': (value) => value.replace(/\r?\n/g, ' '),
  'dates come without their time': (value) => value.replace(/^(\d{4}-\d\d-\d\d)[T ].*/, '$1'),
  'empty texts come as null': (value) => (value === '' ? null : value),
  'texts that look like numbers come as numbers': (value) =>
    value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value),
};

const ofNull = (instead: unknown) => (value: unknown) =>
  value === null || value === undefined ? instead : value;

const ALL: Readonly<Record<string, Convert<unknown>>> = {
  'null comes as 0': ofNull(0),
  'null comes as false': ofNull(false),
  'null comes as the text `null`': ofNull('null'),
  ...ofType('number', NUMBERS),
  ...ofType('string', TEXTS),
};

function ofType<T extends string | number>(
  type: 'string' | 'number',
  converts: Readonly<Record<string, Convert<T>>>,
): Readonly<Record<string, Convert<unknown>>> {
  const isOfType = (value: unknown): value is T => typeof value === type;
  return Object.fromEntries(
    Object.entries(converts).map(([words, convert]) => [
      words,
      (value: unknown) => (isOfType(value) ? convert(value) : value),
    ]),
  );
}

/** A value of the fixture, which was loaded into the target, and the value that came for it. */
interface Cells {
  readonly loaded: unknown;
  readonly served: unknown;
}

/** If at least two texts were changed, and all of these have one length, texts are cut to it. */
function cutOf(cells: readonly Cells[]): Readonly<Record<string, Convert<unknown>>> {
  const lengths = cells.flatMap(({ loaded, served }) =>
    typeof loaded === 'string' && typeof served === 'string' && served !== loaded
      ? [served.length]
      : [],
  );
  const [length, ...others] = new Set(lengths);
  if (length === undefined || others.length > 0 || lengths.length < 2) return {};
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, length) : value);
  return { [`texts come cut to ${length} characters`]: cut };
}

/**
 * Says how the values of a column are changed. Returns undefined unless one change gives all served
 * values, the right ones as well.
 */
export const conversionOf = (
  cells: readonly Cells[],
  isServedAs: (loaded: unknown, served: unknown) => boolean,
): string | undefined =>
  Object.entries({ ...ALL, ...cutOf(cells) }).find(([, convert]) =>
    cells.every(({ loaded, served }) => isServedAs(convert(loaded), served)),
  )?.[0];
