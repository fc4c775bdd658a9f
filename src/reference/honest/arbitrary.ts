import fc from 'fast-check';
import type { Dialect } from '../dialect.js';
import { type ColumnSpec, KINDS } from './columns.js';
import { CHOICES, type HonestServer } from './honest-server.js';

const NAMES = [
  'name',
  'sku',
  'price',
  'stock',
  'type',
  'data',
  'größe',
  'order by',
  '_exported_at',
  'price DESC',
  'b2',
];

const column: fc.Arbitrary<ColumnSpec> = fc.record({
  name: fc.constantFrom(...NAMES),
  kind: fc.constantFrom(...KINDS),
  nulls: fc.constantFrom(0, 0, 0, 0.1, 0.5),
});

const columns: fc.Arbitrary<readonly ColumnSpec[]> = fc
  .tuple(
    fc.constantFrom<ColumnSpec[]>(
      [],
      [{ name: 'id', kind: 'id', nulls: 0 }],
      [{ name: 'id', kind: 'id', nulls: 0 }],
      [{ name: 'id', kind: 'text id', nulls: 0 }],
      [{ name: 'id', kind: 'id beyond 32 bits', nulls: 0 }],
    ),
    fc.uniqueArray(column, { selector: ({ name }) => name, minLength: 1, maxLength: 8 }),
  )
  .map((parts) => parts.flat());

const rows = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 6, arbitrary: fc.integer({ min: 6, max: 250 }) },
  { weight: 1, arbitrary: fc.integer({ min: 251, max: 3000 }) },
);

const some = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.subarray(values, { minLength: 1 });

const dialect: fc.Arbitrary<Partial<Dialect>> = fc.record(
  {
    arrayEncodings: some('indexed', 'empty-brackets', 'comma'),
    nullSpellings: some('NULL', 'null', ''),
    isCompares: fc.boolean(),
    orderDirections: fc.subarray<Dialect['orderDirections'][number]>(['column DESC', '-column']),
    emptyResult: fc.constantFrom('list', '404'),
    maxLimit: fc.constantFrom(100, 250, 1000),
    overLimit: fc.constantFrom('clamp', 'refuse'),
    notAcceptable: fc.constantFrom('default', '406'),
    nulls: fc.constantFrom('null', 'missing', 'empty'),
    numbers: fc.constantFrom('number', 'string'),
    sortsBounds: fc.boolean(),
    negationsKeepNulls: fc.boolean(),
    nullsOrder: fc.constantFrom('first', 'last'),
    next: fc.constantFrom('last-of-page', 'first-of-next'),
    end: fc.constantFrom('zero', 'null', 'last-id', 'empty-page'),
  },
  { requiredKeys: [] },
);

/** Chosen more often absent than not, so that what goes wrong is between few. */
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { freq: 1, nil: undefined });

const chosen = fc
  .tuple(...CHOICES.map((ids) => fc.option(fc.constantFrom(...ids), { freq: 2, nil: undefined })))
  .map((ids) => ids.flatMap((id) => id ?? []));

/** Any conforming server. It shrinks to fewer columns, fewer rows, fewer ways of its own. */
export const arbitraryServer: fc.Arbitrary<HonestServer> = fc.record({
  data: fc.record({ columns, rows, seed: fc.nat(1000) }),
  dialect,
  variants: chosen,
  life: fc.record({
    requestsPerMinute: rarely(fc.constantFrom(30, 60, 600)),
    away: rarely(fc.record({ from: fc.integer({ min: 5, max: 200 }), requests: fc.integer({ min: 1, max: 3 }) })),
    sells: rarely(fc.record({ column: fc.constantFrom('stock', 'price'), from: fc.integer({ min: 20, max: 150 }) })),
  }),
});
