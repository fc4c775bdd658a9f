import { PGlite, types } from '@electric-sql/pglite';
import initSqlJs from 'sql.js';
import type { Engine } from './engine.js';

const isNumbers = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'number');
const isObjects = (values: readonly unknown[]): boolean =>
  values.some((value) => typeof value === 'object');

/** Columns that have a type of their own, served as text. */
const TYPED: Readonly<Record<string, string>> = {
  created_at: 'timestamp',
  release_date: 'date',
  opens: 'time',
  uuid: 'uuid',
  active: 'boolean',
};

/** Postgres, with text in one of its collations and columns of types of their own. */
export async function postgres(collation: string, setUp: readonly string[] = []): Promise<Engine> {
  const asText = (text: string): string => text;
  const db = await PGlite.create({
    parsers: {
      [types.NUMERIC]: Number,
      [types.INT8]: Number,
      [types.TIMESTAMP]: asText,
      [types.DATE]: asText,
      [types.TIME]: asText,
      [types.BOOL]: (text) => (text === 't' ? 'true' : 'false'),
    },
  });
  for (const statement of setUp) await db.exec(statement);
  return {
    query: async (sql, parameters = []) =>
      (await db.query<Record<string, unknown>>(sql, [...parameters])).rows,
    typeOf: (name, values) => {
      const scalar = isNumbers(values) ? 'numeric' : `text COLLATE "${collation}"`;
      return TYPED[name] ?? (isObjects(values) ? 'jsonb' : scalar);
    },
    like: (operator, column, pattern) => `${column}::text ${operator} ${pattern} ESCAPE ''`,
    close: () => db.close(),
  };
}

/**
 * SQLite, with text in one of its collations; its LIKE ignores the case of ASCII whatever the
 * collation.
 */
export async function sqlite(collation: 'BINARY' | 'NOCASE' | 'RTRIM'): Promise<Engine> {
  const { Database } = await initSqlJs();
  const db = new Database();
  return {
    query: async (sql, parameters = []) => {
      const statement = db.prepare(sql.replace(/\$(\d+)/g, '?$1'));
      try {
        statement.bind(
          parameters.map((value) => (value === undefined ? null : value)) as (
            | string
            | number
            | null
          )[],
        );
        const rows: Record<string, unknown>[] = [];
        while (statement.step()) rows.push(statement.getAsObject());
        return rows;
      } finally {
        statement.free();
      }
    },
    typeOf: (_, values) => (isNumbers(values) ? 'NUMERIC' : `TEXT COLLATE ${collation}`),
    like: (operator, column, pattern) =>
      `${column} ${operator.replace('ILIKE', 'LIKE')} ${pattern}`,
    close: async () => db.close(),
  };
}
