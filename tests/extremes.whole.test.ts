import { expect, it } from 'vitest';
import { products } from '../src/reference/dataset/index.js';
import type { ReferenceOptions } from '../src/reference/index.js';
import { changes, jsonTexts } from '../src/reference/variants/variant.js';
import type { Call } from '../src/reference/wire/call.js';
import { isFailureOrWarning } from '../src/selftest/matrix.js';
import { trial } from '../src/selftest/trial.js';

const PRICES = [
  1e-7, 0.1, 1.005, 123_456_789.125, 999_999_999_999.99, -0.000_001, 2_251_799_813_685_248.5,
];
const DAYS = [
  '0001-01-01',
  '1582-10-15',
  '1900-02-28',
  '1969-12-31',
  '1970-01-01',
  '2024-02-29',
  '9999-12-31',
];
const SIGNS = ['\u{1f6cb}', '\u{20bb7}', 'x'];
const LENGTHS = [1, 255, 256, 257, 1000, 4096, 4097];
/** From 2^53 on a double holds every second whole number. */
const LONG = 9_007_199_254_740_992n;

/**
 * Decimals of every magnitude, whole numbers beyond 2^53, days at the ends of calendars, long
 * texts, and texts beyond the basic plane. What no double holds is kept as text, and written as a
 * number.
 */
const options: ReferenceOptions = {
  records: products(140, 8).map((record, row) => ({
    ...record,
    name: `${SIGNS[row % 3]} ${row} ${'o'.repeat(LENGTHS[row % 7] ?? 1)}`,
    price: record.price === null ? null : (PRICES[row % 7] ?? 0) * (1 + row),
    day: DAYS[row % 7] ?? null,
    serial: row % 5 === 0 ? null : `#${LONG + BigInt(row)}`,
  })),
  behaviour: jsonTexts((text) => text.replace(/"#(\d+)"/g, '$1')),
};

const judged = async (edit: (text: string, call: Call) => string) => {
  const verdicts = await trial(
    {
      ...options,
      behaviour: changes(options.behaviour ?? ((healthy) => healthy), jsonTexts(edit)),
    },
    {
      maxRequests: 145,
      fixture: false,
      inProcess: true,
      wanted: ({ interface: name, level }) => name === 'export' && level === 'must',
    },
  );
  return verdicts.filter(isFailureOrWarning).map(({ check, reason = '' }) => `${check}: ${reason}`);
};

const isLegacy = ({ path }: Call): boolean => /^\/\d+\/\d+$/.test(path);
const isPlain = ({ headers }: Call): boolean => headers.accept !== 'application/vnd.api+json';
const inDoubles = (text: string): string =>
  text.replace(/"#(\d+)"/g, (_, digits) => `"#${BigInt(Number(digits))}"`);

it('accuses nobody of values at the ends of what JSON holds', async () => {
  expect(await judged((text) => text)).toEqual([]);
});

it.each<readonly [string, RegExp, (text: string, call: Call) => string]>([
  [
    'digits beyond 2^53 on the legacy route',
    /expected 90071992547\d+ for serial of id/,
    (text, call) => (isLegacy(call) ? inDoubles(text) : text),
  ],
  [
    'digits beyond 2^53 in the plain format',
    /expected 90071992547\d+ for serial of id/,
    (text, call) => (isPlain(call) ? inDoubles(text) : text),
  ],
  [
    'digits beyond 2^53 under filters',
    /expected 90071992547\d+ for serial of id/,
    (text, { search }) => (/filters/.test(search) ? inDoubles(text) : text),
  ],
  [
    'decimals in single precision on the legacy route',
    /price is [-\d.e+]+ here and [-\d.e+]+ in the list/,
    (text, call) =>
      isLegacy(call)
        ? text.replace(
            /"price":([-\d.e+]+)/g,
            (_, price) => `"price":${Math.fround(Number(price))}`,
          )
        : text,
  ],
  [
    'texts after 255 characters in the plain format',
    /expected the records of the JSON:API format, .* of them different/,
    (text, call) => (isPlain(call) ? text.replace(/("name":".{1,255})o*"/gu, '$1"') : text),
  ],
  [
    'what is beyond the basic plane under filters',
    /also id/,
    (text, { search }) =>
      /filters/.test(search) ? text.replace(/[\u{10000}-\u{10ffff}]/gu, '??') : text,
  ],
])('says that a server loses %s', async (_, words, edit) => {
  expect((await judged(edit)).join('\n')).toMatch(words);
});
