/** Generates random conforming servers. */

import fc from 'fast-check';
import type { Dialect } from '../dialect.js';
import { EXPORT_DEFAULT_LIMIT } from '../document.js';
import { type ColumnSpec, KINDS, type Kind } from './columns.js';
import { CHOICES, type ServerDescription } from './honest-server.js';

/** Column names for which the specification defines no type. */
const NAMES = [
  'sku',
  'stock',
  'type',
  'data',
  'größe',
  'order by',
  '_exported_at',
  'price DESC',
  'b2',
  'b3',
  'a.b',
  'a[0]',
  'limit',
  "it's",
  'Stock',
  '0',
  'a/b',
  'x,y',
];

const column = (names: readonly string[], kinds: readonly Kind[]): fc.Arbitrary<ColumnSpec> =>
  fc.record({
    name: fc.constantFrom(...names),
    kind: fc.constantFrom(...kinds),
    nulls: fc.constantFrom(0, 0, 0, 0.1, 0.5),
  });

/**
 * Some columns have names for which the specification defines a type (EXP-LIST-4). Their values
 * have this type.
 */
const anyColumn = fc.oneof(
  { weight: 8, arbitrary: column(NAMES, KINDS) },
  {
    weight: 1,
    arbitrary: column(
      ['name', 'color', 'category'],
      ['word', 'text', 'odd', 'emoji', 'constant', 'null'],
    ),
  },
  {
    weight: 1,
    arbitrary: column(
      ['price'],
      ['integer', 'decimal', 'float', 'magnitudes', 'constant number', 'null'],
    ),
  },
);

const columns: fc.Arbitrary<readonly ColumnSpec[]> = fc
  .tuple(
    fc.constantFrom<ColumnSpec[]>(
      [],
      // This column is listed twice, so that it is chosen twice as often as each of the others.
      [{ name: 'id', kind: 'id', nulls: 0 }],
      [{ name: 'id', kind: 'id', nulls: 0 }],
      [{ name: 'id', kind: 'text id', nulls: 0 }],
      [{ name: 'id', kind: 'id beyond 32 bits', nulls: 0 }],
    ),
    fc.uniqueArray(anyColumn, { selector: ({ name }) => name, minLength: 1, maxLength: 8 }),
  )
  .map((parts) => parts.flat());

const rows = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 6, arbitrary: fc.integer({ min: 6, max: 250 }) },
  { weight: 1, arbitrary: fc.integer({ min: 251, max: 3000 }) },
);

const someOf = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.subarray(values, { minLength: 1 });

const dialect: fc.Arbitrary<Partial<Dialect>> = fc.record(
  {
    arrayEncodings: someOf('indexed', 'empty-brackets', 'comma'),
    nullSpellings: someOf('NULL', 'null', ''),
    isCompares: fc.boolean(),
    orderDirections: fc.subarray<Dialect['orderDirections'][number]>(['column DESC', '-column']),
    emptyResult: fc.constantFrom('list', '404'),
    maxLimit: fc.constantFrom(EXPORT_DEFAULT_LIMIT, 250, 1000),
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

/** Makes an option that is absent four times in five, so that a failing server has few options. */
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const variantIds = fc
  .tuple(...CHOICES.map((ids) => fc.option(fc.constantFrom(...ids), { freq: 2, nil: undefined })))
  .map((ids) => ids.flatMap((id) => id ?? []));

/**
 * Two pairs of options exclude each other. If a collection ends with its last id or with an empty
 * page, a client requests one more page, and the response must not be 404. A server that ignores
 * unknown columns also ignores filters by members that are not columns, so these two behaviours
 * cannot be distinguished.
 */
export const mayBeCombined = ({ dialect, variants }: ServerDescription): boolean =>
  !(
    variants.includes('platform.past-the-end-is-404') &&
    ['last-id', 'empty-page'].includes(dialect.end ?? 'zero')
  ) &&
  !(
    variants.includes('answers.unforeseen-is-ignored') &&
    variants.includes('dialect.members-beside-columns')
  );

/**
 * Generates a description of a random server. If a server fails, fast-check shrinks the description
 * to fewer columns, fewer rows and fewer options.
 */
export const arbitraryServer: fc.Arbitrary<ServerDescription> = fc
  .record({
    data: fc.record({
      columns,
      rows,
      seed: fc.nat(1000),
      shared: rarely(fc.constantFrom(0, 0.5, 1)),
    }),
    dialect,
    variants: variantIds,
    // Delays, limits, outages and changing data.
    life: fc.record({
      latencyMs: rarely(fc.constantFrom(1, 60, 900)),
      requestsPerMinute: rarely(fc.constantFrom(30, 60, 600)),
      away: rarely(
        fc.record({
          from: fc.integer({ min: 5, max: 200 }),
          requests: fc.integer({ min: 1, max: 3 }),
        }),
      ),
      sells: rarely(
        fc.record({
          column: fc.constantFrom('stock', 'price'),
          from: fc.integer({ min: 20, max: 150 }),
        }),
      ),
    }),
  })
  .filter(mayBeCombined);
