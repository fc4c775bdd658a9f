import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../../tests/databases/postgres.js';
import { type Random, randomFrom } from '../../random.js';
import { DEFAULT_DIALECT } from '../dialect.js';
import { between, pick } from '../random.js';
import type { ProductRecord } from '../table/column.js';
import { tableOf } from '../table/table.js';
import { group, ordering } from './arrange.js';
import { type Criterion, type Filters, MODES, OPERATORS } from './filters.js';
import { operatorTable } from './operators.js';
import { columnOf, combine, compile, scan } from './select.js';

// PostgreSQL defines the meaning of the operators. Its collation here orders by code point and uses
// the case mapping of Unicode.
const TEXTS = [
  '',
  'a',
  'A',
  'ab',
  'a_b',
  'axb',
  'a%',
  'a ',
  ' a',
  'é',
  'É',
  'e\u0301',
  '\u{1f6cb}',
  '\uff26',
  "o'x",
  '桌',
  'a\\b',
];
const NUMBERS = [-1, 0, 0.5, 9, 10, 99, 100, 100.01];
const PATTERNS = ['%', '_', 'a%', '%b', '%A%', 'a_b', 'a\\_b', '_%', '%é', '', '%\\%', '__'];

const random = randomFrom(7);
const orNull = <Value>(source: Random, values: readonly Value[]): Value | null =>
  source() < 0.2 ? null : pick(source, values);

const records: ProductRecord[] = Array.from({ length: 120 }, (_, row) => ({
  row,
  word: orNull(random, TEXTS),
  other: orNull(random, TEXTS),
  amount: orNull(random, NUMBERS),
}));

function criterion(): Criterion {
  const column = pick(random, ['word', 'other', 'amount']);
  const operator = pick(
    random,
    column === 'amount' ? OPERATORS.filter((name) => !name.includes('LIKE')) : OPERATORS,
  );
  const value = (): string =>
    String(pick<string | number>(random, column === 'amount' ? NUMBERS : TEXTS));
  const values = (): string[] => {
    if (operator.includes('LIKE')) return [pick(random, PATTERNS)];
    if (operator.startsWith('IS')) return [];
    if (operator.includes('BETWEEN')) return [value(), value()];
    if (!operator.includes('IN')) return [value()];
    return Array.from({ length: between(random, 1, 3) }, value);
  };
  return { column, operator, values: values() };
}

const several = <Item>(make: () => Item): Item[] =>
  Array.from({ length: between(random, 1, 3) }, make);

const filters = (): Filters => ({
  mode: pick(random, MODES),
  groups: several(() => ({ mode: pick(random, MODES), criteria: several(criterion) })),
});

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function toSql({ column, operator, values }: Criterion): string {
  const literals = values.map((value) => (column === 'amount' ? value : quote(value)));
  if (operator.startsWith('IS')) return `${column} ${operator} NULL`;
  if (operator.includes('BETWEEN')) return `${column} ${operator} ${literals.join(' AND ')}`;
  if (operator.includes('LIKE')) return `${column} ${operator} ${literals[0]}`;
  return operator.includes('IN')
    ? `${column} ${operator} (${literals.join(',')})`
    : `${column} ${operator} ${literals[0]}`;
}

const where = ({ groups, mode }: Filters): string =>
  groups.map((group) => `(${group.criteria.map(toSql).join(` ${group.mode} `)})`).join(` ${mode} `);

describe('the evaluator and PostgreSQL', () => {
  let database: PGlite;

  beforeAll(async () => {
    database = await startPostgres();
    await database.exec(
      'CREATE TABLE t ("row" int, word text COLLATE "pg_c_utf8", other text COLLATE "pg_c_utf8", amount float8)',
    );
    const rows = records.map((record) => {
      const [row, word, other, amount] = Object.values(record);
      const texts = [word, other].map((value) =>
        typeof value === 'string' ? quote(value) : 'NULL',
      );
      return `(${[row, ...texts, amount ?? 'NULL'].join(',')})`;
    });
    await database.exec(`INSERT INTO t VALUES ${rows.join(',')}`);
  }, 60_000);

  afterAll(() => database.close());

  async function rowsOf(sql: string): Promise<number[]> {
    const { rows } = await database.query<{ row: number }>(sql);
    return rows.map(({ row }) => row);
  }

  it('keep the same rows for 400 random filters', async () => {
    const table = tableOf(records);
    const operators = operatorTable(DEFAULT_DIALECT);
    const differences: string[] = [];
    for (let round = 0; round < 400; round += 1) {
      const randomFilters = filters();
      const sql = where(randomFilters);
      const ours = [...scan(table, compile(table, randomFilters, operators, combine))];
      const theirs = await rowsOf(`SELECT "row" FROM t WHERE ${sql} ORDER BY "row"`);
      if (ours.join() !== theirs.join()) differences.push(sql);
    }
    expect(differences).toEqual([]);
  });

  it.each(['word', 'amount'])('sort by %s in the same order in both directions', async (column) => {
    const table = tableOf(records);
    for (const descending of [false, true]) {
      const ours = ordering(DEFAULT_DIALECT)(table.rows, {
        column: columnOf(table, column),
        descending,
      });
      const sql = `SELECT "row" FROM t ORDER BY ${column} ${descending ? 'DESC' : 'ASC'}, "row"`;
      expect([...ours]).toEqual(await rowsOf(sql));
    }
  });

  it.each(['word', 'amount'])('return the same groups of %s', async (column) => {
    const table = tableOf(records);
    const ours = group(table.rows, columnOf(table, column));
    expect([...ours]).toEqual(
      await rowsOf(`SELECT min("row") AS "row" FROM t GROUP BY ${column} ORDER BY 1`),
    );
  });
});
