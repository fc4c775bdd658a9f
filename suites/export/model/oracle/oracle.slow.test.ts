import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Criterion,
  type Filter,
  type Operator,
  operators,
  where,
} from '../../../../src/protocol/export/filter.js';
import type { ProductRecord } from '../../../../src/settings/index.js';
import { startPostgres } from '../../../../tests/databases/postgres.js';
import { learnColumns } from './column.js';
import { sqlComparison } from './criterion.js';
import { membershipsOf } from './filter.js';
import { isCertainlyOrdered } from './order.js';

/** The number of filters that are compared with Postgres. `ASSAY_NIGHTLY=1` compares more. */
const FILTERS = process.env.ASSAY_NIGHTLY === undefined ? 2_000 : 20_000;
const PER_DATASET = 100;

const texts = [
  '',
  ' ',
  'red',
  'Red',
  'RED',
  'red ',
  ' red',
  'dark red',
  'r_d',
  'r%d',
  'rad',
  "o'neil",
  'a,b',
  '007',
  '7',
  'é',
  'e\u0301',
  '漢字',
  '😀',
  'null',
];
const numbers = [-10, -1, 0, 1, 1.5, 9, 10, 99, 100, 1000];

const record = fc.record({
  t: fc.constantFrom<string | null>(...texts, null, null),
  u: fc.constantFrom<string | null>('a', 'b', 'c', 'A', null),
  n: fc.constantFrom<number | null>(...numbers, null, null),
  m: fc.constantFrom<number | null>(1, 2, 3, null),
});
const dataset = fc.array(record, { minLength: 1, maxLength: 30 });

const texty: readonly Operator[] = ['=', '!=', 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'];
const pattern = fc
  .array(fc.constantFrom('r', 'R', 'e', 'd', '%', '_', ' ', 'a', '7', '漢', "'"), { maxLength: 5 })
  .map((parts) => parts.join(''));
const criterion: fc.Arbitrary<Criterion> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('t', 'u'),
      fc.constantFrom(...texty),
      fc.oneof(fc.constantFrom(...texts, 'a', 'b'), pattern),
    )
    .map(([column, operator, value]) => where(column, operator, value)),
  fc
    .tuple(
      fc.constantFrom('n', 'm'),
      fc.constantFrom<Operator>('=', '!=', '>', '<', '>=', '<='),
      fc.constantFrom(...numbers, 2),
    )
    .map(([column, operator, value]) => where(column, operator, value)),
  fc
    .tuple(
      fc.constantFrom('n', 'm'),
      fc.constantFrom<Operator>('BETWEEN', 'NOT BETWEEN'),
      fc.constantFrom(...numbers),
      fc.constantFrom(...numbers),
    )
    .map(([column, operator, a, b]) => where(column, operator, [a, b])),
  fc
    .tuple(
      fc.constantFrom<Operator>('IN', 'NOT IN'),
      fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 4 }),
    )
    .map(([operator, list]) => where('t', operator, list)),
  fc
    .tuple(
      fc.constantFrom<Operator>('IN', 'NOT IN'),
      fc.array(fc.constantFrom(...numbers), { minLength: 1, maxLength: 4 }),
    )
    .map(([operator, list]) => where('n', operator, list)),
  fc
    .tuple(fc.constantFrom('t', 'n', 'u'), fc.constantFrom<Operator>('IS', 'IS NOT'))
    .map(([column, operator]) => where(column, operator, null)),
);
const mode = fc.constantFrom(undefined, 'AND' as const, 'OR' as const);
const filter: fc.Arbitrary<Filter> = fc.record({
  mode,
  groups: fc.array(
    fc.record({ mode, criteria: fc.array(criterion, { minLength: 1, maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

function literal(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

function sqlCriterion({ column, operator, value }: Criterion): string {
  if (value === null) return `${column} ${operator} NULL`;
  if (typeof value !== 'object') return `${column} ${operator} ${literal(value)}`;
  const list = value.map(literal);
  return operator.includes('IN')
    ? `${column} ${operator} (${list.join(', ')})`
    : `${column} ${operator} ${list.join(' AND ')}`;
}
const sqlFilter = ({ mode: top = 'AND', groups }: Filter): string =>
  groups
    .map(
      ({ mode: inner = 'AND', criteria }) => `(${criteria.map(sqlCriterion).join(` ${inner} `)})`,
    )
    .join(` ${top} `);

let db: PGlite;
beforeAll(async () => {
  db = await startPostgres();
}, 60_000);
afterAll(() => db.close());

async function load(records: readonly ProductRecord[]): Promise<void> {
  await db.exec(
    'DROP TABLE IF EXISTS p; CREATE TABLE p (i integer, t text, u text, n numeric, m integer)',
  );
  const rows = records.map(
    (record, index) =>
      `(${index}, ${['t', 'u', 'n', 'm'].map((name) => literal(record[name] as string | number | null)).join(', ')})`,
  );
  await db.exec(`INSERT INTO p VALUES ${rows.join(', ')}`);
}

it(`agrees with Postgres on ${FILTERS} random filters, nulls, wildcards and empty text included`, async () => {
  const sets = fc.sample(dataset, { seed: 11, numRuns: FILTERS / PER_DATASET });
  const differences: string[] = [];
  let judged = 0;
  let open = 0;
  for (const [index, records] of sets.entries()) {
    await load(records);
    const columns = new Map(
      learnColumns(records).map((column) => [
        column.name,
        { ...column, kind: column.name < 'p' ? ('number' as const) : ('text' as const) },
      ]),
    );
    const filters = fc.sample(filter, { seed: 100 + index, numRuns: PER_DATASET });
    // Each dataset needs one query, with a column for each filter.
    const { rows } = await db.query<Record<string, boolean | null>>(
      `SELECT ${filters.map((filter, nth) => `(${sqlFilter(filter)}) AS f${nth}`).join(', ')} FROM p ORDER BY i`,
    );
    for (const [nth, filter] of filters.entries()) {
      const places = membershipsOf(filter, records, columns, sqlComparison);
      for (const [row, held] of records.entries()) {
        const ours = places[row];
        judged += 1;
        if (ours === 'open') open += 1;
        else if ((ours === 'in') !== (rows[row]?.[`f${nth}`] === true))
          differences.push(`${sqlFilter(filter)} on ${JSON.stringify(held)}: ${ours}`);
      }
    }
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(judged).toBeGreaterThan(FILTERS * 5);
  // If many results are open, the agreement proves nothing.
  expect(open / judged).toBeLessThan(0.1);
}, 300_000);

it('orders as Postgres does wherever it claims to know an order', async () => {
  await db.exec('DROP TABLE IF EXISTS w; CREATE TABLE w (t text)');
  await db.exec(
    `INSERT INTO w VALUES ${texts
      .filter((text) => text !== '')
      .map((text) => `(${literal(text)})`)
      .join(', ')}`,
  );
  const [column] = learnColumns(texts.map((t) => ({ t })));
  const { rows } = await db.query<{ t: string }>('SELECT t FROM w ORDER BY t COLLATE "C"');
  const sorted = rows.map(({ t }) => t);
  const wrong = sorted.flatMap((a, i) =>
    sorted
      .slice(i + 1)
      .filter(
        (b) => column !== undefined && isCertainlyOrdered(a, b, { ...column, kind: 'text' }, 1),
      )
      .map((b) => `${a} before ${b}`),
  );
  expect(wrong).toEqual([]);
  expect(operators).toHaveLength(16);
});
