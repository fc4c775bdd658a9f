/** Correct variants of the reference server, which differ in the data that they serve. */

import { randomFrom } from '../../random.js';
import { datedProducts, defaultRecords, productsWithLongNumbers } from '../dataset/index.js';
import { products } from '../dataset/products.js';
import { EXPORT_DEFAULT_LIMIT } from '../document.js';
import { shuffled } from '../random.js';
import type { ProductRecord } from '../table/column.js';
import { HARD_TO_COMPARE } from './records.js';
import { type Variant, variants } from './variant.js';

// The arguments are the number of records and the seed.
const fewRecords = products(12, 5);
const someRecords = products(120, 6);

const withRecords = (
  edit: (record: ProductRecord, row: number) => ProductRecord,
  records: readonly ProductRecord[] = someRecords,
) => ({
  records: records.map(edit),
});

/** Renames the column `from` to `name`. */
const renamed = (name: string, from: string) =>
  withRecords(({ [from]: value, ...record }) => ({ ...record, [name]: value ?? null }));

/** A third element of a definition lists the clauses whose checks warn. */
export const DATA: readonly Variant[] = [
  ...variants('data', {
    none: ['There are no records, so the list is empty.', { records: [] }],
    'none-is-404': [
      'There are no records, so the status is 404.',
      { records: [], dialect: { emptyResult: '404' } },
    ],
    one: ['There is one record.', { records: fewRecords.slice(0, 1) }],
    two: ['There are two records.', { records: fewRecords.slice(0, 2) }],
    'exactly-one-page': [
      `There are exactly ${EXPORT_DEFAULT_LIMIT} records.`,
      { records: products(EXPORT_DEFAULT_LIMIT, 6) },
    ],
    'one-column': ['Records have one column.', withRecords(({ name = null }) => ({ name }))],
    'one-numeric-column': [
      'Records have only one column, which is numeric.',
      withRecords(({ id = null }) => ({ id })),
    ],
    'all-equal': [
      'All records are equal except for their ids.',
      withRecords(({ id = null }) => ({
        id,
        name: 'Chair',
        price: 9.5,
        color: 'red',
        category: 'Home',
        stock: 1,
      })),
    ],
    'all-records-equal': [
      'All records are the same.',
      withRecords(() => ({ name: 'Chair', price: 9.5 })),
    ],
    'all-null': [
      'Some columns contain only nulls.',
      withRecords((record) => ({ ...record, price: null, color: null })),
    ],
    'no-nulls': [
      'There are no nulls.',
      { records: someRecords.filter((record) => !Object.values(record).includes(null)) },
    ],
    'ids-as-text': [
      'Ids are strings.',
      withRecords((record) => ({ ...record, id: `P-${String(record.id).padStart(4, '0')}` })),
      ['EXP-LIST-4'],
    ],
    'ids-missing': ['Records have no id.', withRecords(({ id: _, ...record }) => record)],
    'ids-repeated': [
      'Three records share each id.',
      withRecords((record, row) => ({ ...record, id: Math.floor(row / 3) })),
    ],
    'column-type': ['A column is named `type`.', renamed('type', 'category')],
    'column-data': ['A column is named `data`.', renamed('data', 'name')],
    'column-with-a-blank': ['A column is named `order by`.', renamed('order by', 'stock')],
    'column-beyond-ascii': ['A column is named `na\u00efve`.', renamed('na\u00efve', 'name')],
    'column-desc': ['A column is named `price DESC`.', renamed('price DESC', 'price')],
    'numeric-texts': [
      'The numbers of a column are strings.',
      withRecords((record) => ({
        ...record,
        stock: record.stock === null ? null : String(record.stock),
      })),
    ],
    'nested-values': [
      'A column holds objects and arrays.',
      withRecords((record, row) => ({
        ...record,
        tags: row % 3 === 0 ? null : ['a', { b: row % 5 }],
      })),
    ],
    booleans: [
      'A column holds booleans.',
      withRecords((record, row) => ({ ...record, active: row % 3 === 0 ? null : row % 2 === 0 })),
    ],
    'members-vary': [
      'Each record omits the columns without a value.',
      withRecords((record) =>
        Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
      ),
    ],
    'empty-texts-are-null': [
      'Empty texts are stored as null, as in Oracle.',
      withRecords((record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [name, value === '' ? null : value]),
        ),
      ),
    ],
    blanks: [
      'Some texts are empty, consist of spaces, end with spaces, or differ only in case and accents.',
      { records: HARD_TO_COMPARE },
    ],
    'large-numbers': [
      'Numbers are large, tiny and negative.',
      withRecords((record, row) => ({
        ...record,
        price: [1e15, -1e15, 1e-7, -0.5, 123456789.25][row % 5] ?? null,
      })),
    ],
    dated: ['Records have times and dates.', { records: datedProducts() }],
    'long-numbers': [
      'A column holds whole numbers beyond 2^53.',
      { records: productsWithLongNumbers() },
    ],
    'in-order-of-ids': [
      'Records are ordered by id.',
      { records: defaultRecords().toSorted((a, b) => Number(a.id) - Number(b.id)) },
    ],
    'another-order': [
      'Records are in a random but stable order.',
      { records: shuffled(randomFrom(77), defaultRecords()) },
    ],
    'no-plain-values': [
      'No column contains a plain word or a whole number.',
      withRecords(({ name = null, price = null }, row) => ({
        name: name === null ? null : `${name} / ${row % 40}?`,
        price: price === null ? null : Number(price) + 0.375,
        weight: row + 0.25,
      })),
    ],
    'five-without-numeric-ids': [
      'There are five records with texts as ids.',
      withRecords((record) => ({ ...record, id: `P-${record.id}` }), fewRecords.slice(0, 5)),
      ['EXP-LIST-4'],
    ],
    'last-page-of-one': [
      `There are ${EXPORT_DEFAULT_LIMIT + 1} records.`,
      { records: products(EXPORT_DEFAULT_LIMIT + 1, 6) },
    ],
    // By default, a run reads at most 1,000 records to compute expected results (export.snapshot).
    'beyond-the-snapshot': ['There are 1,200 records.', { records: products(1200, 9) }],
  }),
  {
    id: 'data.hundred-thousand',
    sentence: 'There are 100,000 records.',
    options: {
      // The records are made on first use, because making them takes long.
      get records() {
        return hundredThousand();
      },
    },
    large: true,
  },
];

let largeRecords: readonly ProductRecord[] | undefined;

function hundredThousand(): readonly ProductRecord[] {
  largeRecords ??= products(100_000, 9);
  return largeRecords;
}
