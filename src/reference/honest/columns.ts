/** Generates columns of random data. */

import { type Random, randomFrom } from '../../random.js';
import { SPECIALS } from '../dataset/specials.js';
import { between, pick, shuffled } from '../random.js';
import type { ProductRecord } from '../table/column.js';

export interface ColumnSpec {
  readonly name: string;
  readonly kind: Kind;
  /** The probability, from 0 to 1, that a row has no value. */
  readonly nulls: number;
}

const WORDS = [
  'Garden',
  'garden',
  'Küche',
  'Kitchen',
  'Toys',
  'Bath & Bed',
  'Élite',
  'x',
  'Bierkrug 🍺',
  '🍺🍻',
  '桌子',
];
const EMOJI = [
  '👩‍👩‍👧',
  'Bierkrug 🍺',
  '🍺',
  'e\u0301tude',
  'étude',
  '🇩🇪 Fahne',
  'a🍺b',
  '🍻',
  'Ü',
  'ü',
];

const text = (random: Random, row: number): string =>
  `${pick(random, ['Oak', 'Pine', 'Steel', 'oak'])} ${pick(random, ['Chair', 'Table', 'Lamp'])} ${row % 37}`;

const uuidOf = (random: Random): string =>
  [8, 4, 4, 4, 12]
    .map((length) => Array.from({ length }, () => between(random, 0, 15).toString(16)).join(''))
    .join('-');

/** Makes the value of a row, by kind of column. `order` contains all row numbers, shuffled. */
const VALUES = {
  id: (_, row, order) => (order[row] ?? 0) + 1,
  'id beyond 32 bits': (_, row, order) => 5_000_000_000 + (order[row] ?? 0) * 7,
  'text id': (_, row, order) => `P-${String(order[row]).padStart(5, '0')}`,
  integer: (random) => between(random, -50, 400),
  few: (random) => between(random, 0, 4),
  decimal: (random) => between(random, 100, 9999) / 100,
  float: (random) => random() * 100,
  magnitudes: (random) => pick(random, [1e-7, 2.5e-7, 0.5, -0.5, 0, 123456789.25, 1e15]),
  word: (random) => pick(random, WORDS),
  text,
  odd: (random) => pick(random, SPECIALS),
  emoji: (random) => pick(random, EMOJI),
  long: (random, row) => `${text(random, row)} ${'lorem ipsum '.repeat(between(random, 1, 60))}`,
  digits: (random) => String(between(random, 0, 60)),
  date: (random) =>
    `20${between(random, 10, 26)}-0${between(random, 1, 9)}-${between(random, 10, 28)}`,
  time: (random) =>
    `2024-0${between(random, 1, 9)}-1${between(random, 0, 9)}T0${between(random, 0, 9)}:30:00+00:00`,
  boolean: (random) => random() < 0.5,
  uuid: (random) => uuidOf(random),
  money: (random) => `${between(random, 0, 99)},${between(random, 10, 99)} €`,
  'padded digits': (random) => String(between(random, 0, 400)).padStart(between(random, 1, 5), '0'),
  blanks: (random) =>
    pick(random, [' a', 'a ', 'a', '  ', '\u00a0a', 'a\tb', 'a\nb', 'a b', 'a  b']),
  'empty or not': (random) => pick(random, ['', '', 'a', 'b']),
  mixed: (random, row) => pick(random, [row, String(row), 'x', true]),
  'zero or one': (random) => between(random, 0, 1),
  // Above 2^53, a JavaScript number cannot represent an odd integer.
  'beyond 53 bits': (_, row) => 2 ** 53 + 2 * row,
  sparse: (random, row) => (row % 41 === 3 ? text(random, row) : null),
  html: (random) =>
    pick(random, [
      '<b>x</b>',
      '&lt;b&gt;',
      'a&b',
      '"q"',
      "it's",
      '\u202egnp',
      '\ufeffx',
      'x\u0000y',
      '\u0007',
    ]),
  nested: (random) => pick(random, [['a', { b: 1 }], [], { size: between(random, 0, 3) }]),
  constant: () => 'Chair',
  'constant number': () => 7,
  null: () => null,
} satisfies Record<string, (random: Random, row: number, order: readonly number[]) => unknown>;

export type Kind = keyof typeof VALUES;
export const KINDS = Object.keys(VALUES) as Kind[];

/** The same seed gives the same records. A column keeps its values if another column is removed. */
export function recordsOf(
  columns: readonly ColumnSpec[],
  rows: number,
  seed: number,
): readonly ProductRecord[] {
  const order = shuffled(
    randomFrom(seed),
    Array.from({ length: rows }, (_, row) => row),
  );
  const values = columns.map(({ name, kind, nulls }) => {
    const random = randomFrom(seed ^ hash(name));
    const make: (random: Random, row: number, order: readonly number[]) => unknown = VALUES[kind];
    return order.map((_, row) => (random() < nulls ? null : make(random, row, order)));
  });
  return order.map((_, row) =>
    Object.fromEntries(columns.map(({ name }, at) => [name, values[at]?.[row] ?? null])),
  );
}

/** Returns a 32-bit integer, from which the seed of a column is computed. */
const hash = (name: string): number =>
  [...name].reduce((sum, point) => (Math.imul(sum, 31) + (point.codePointAt(0) ?? 0)) | 0, 7);
