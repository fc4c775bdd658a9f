/** Generates product records that reveal common errors in filters, orders and groups. */

import { type Random, randomFrom } from '../../random.js';
import { EXPORT_DEFAULT_LIMIT } from '../document.js';
import { between, pick, shuffled } from '../random.js';
import { SPECIALS } from './specials.js';

/**
 * A type and not an interface, because only a type can be assigned to a record with any members.
 */
export type Product = {
  readonly id: number;
  readonly name: string;
  readonly price: number | null;
  readonly color: string | null;
  readonly category: string;
  readonly stock: number | null;
  readonly description: string | null;
  readonly note: string | null;
};

const MATERIALS = ['Oak', 'Pine', 'Steel', 'Glass', 'Linen', 'oak', 'Walnut', 'Rattan'];
const THINGS = ['Chair', 'Table', 'Lamp', 'Shelf', 'Sofa', 'desk', 'Bench', 'Mirror'];
const COLORS = [
  'red',
  'Red',
  'RED',
  'blue',
  'Blue',
  'green',
  'black',
  'white',
  'gr\u00fcn',
  'Gr\u00fcn',
  'navy blue',
];
const CATEGORIES = [
  'Furniture',
  'Lighting',
  'Home & Garden',
  'Audio/Video',
  'Kitchen',
  'kitchen',
  'Toys',
];
/**
 * This category does not occur on the first page, so only a server that filters before it pages
 * finds it.
 */
const LATE_CATEGORY = 'Clearance';

/** Boundary values, and numbers whose order differs from their order as text (9 < 10 < 100). */
const PRICES = [0, 0.01, 9, 9.5, 10, 19.99, 99, 99.99, 100, 100.01, 1000, 1e6];
const STOCKS = [-10, -1, 0, 1, 9, 10, 11, 90, 99, 100, 101, 1000];

/** Makes products. They are the same on every machine, and are not sorted by any column. */
export function products(count = 1000, seed = 20): Product[] {
  const random = randomFrom(seed);
  const ids = shuffled(
    random,
    Array.from({ length: count }, (_, index) => index + 1),
  );
  return ids.map((id, row) => product(id, row, random));
}

function product(id: number, row: number, random: Random): Product {
  return {
    id,
    name:
      row % 5 === 2
        ? special(row, 5)
        : `${pick(random, MATERIALS)} ${pick(random, THINGS)} ${between(random, 1, 60)}`,
    price: sometimes(random, 0.08) ? null : price(random),
    color: sometimes(random, 0.12) ? null : pick(random, COLORS),
    category:
      row >= EXPORT_DEFAULT_LIMIT && sometimes(random, 0.04)
        ? LATE_CATEGORY
        : pick(random, CATEGORIES),
    stock: sometimes(random, 0.1) ? null : stock(random),
    description: description(row, random),
    note: row % 4 === 1 ? special(row, 4) : pick(random, [null, null, '', 'sale', 'Sale', 'new']),
  };
}

/**
 * Returns the special text of a row, for a column in which each row at a multiple of `step` has one.
 * The texts are used in turn, and each column begins with a different text.
 */
const special = (row: number, step: number): string =>
  SPECIALS[(Math.floor(row / step) + step * 9) % SPECIALS.length] ?? '';

const sometimes = (random: Random, share: number): boolean => random() < share;

const price = (random: Random): number =>
  sometimes(random, 0.3) ? pick(random, PRICES) : between(random, 100, 99_999) / 100;

const stock = (random: Random): number =>
  sometimes(random, 0.4) ? pick(random, STOCKS) : between(random, 0, 250);

function description(row: number, random: Random): string | null {
  if (row % 3 === 1) return special(row, 3);
  if (sometimes(random, 0.15)) return null;
  if (sometimes(random, 0.1)) return '';
  return `${pick(random, ['Solid', 'Light', 'Classic', 'Modern'])} ${pick(random, MATERIALS).toLowerCase()} piece`;
}
