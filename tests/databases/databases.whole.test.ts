import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RunOptions } from '../../src/harness/index.js';
import { recordsOf } from '../../src/reference/honest/columns.js';
import { arbitraryServer } from '../../src/reference/index.js';
import type { Engine } from './engine.js';
import { postgres, sqlite } from './engines.js';
import { accusations, accusesNone } from './judge-engine.js';

/**
 * Databases with ways of their own. Letters that a collation of theirs equates are no fault of the
 * server.
 */
const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  'Postgres by code points': () => postgres('C'),
  'Postgres by the rules of its language': () => postgres('default'),
  ...(process.env.ASSAY_NIGHTLY === undefined
    ? {}
    : { 'SQLite without case': () => sqlite('NOCASE') }),
  'SQLite by code points': () => sqlite('BINARY'),
  'SQLite without blanks at the end': () => sqlite('RTRIM'),
};

/** `ASSAY_NIGHTLY=1` asks with twenty seeds, and each without a budget as well. */
const RUNS: readonly Partial<RunOptions>[] =
  process.env.ASSAY_NIGHTLY === undefined
    ? [{ maxRequests: 145 }]
    : Array.from({ length: 20 }, (_, turn) => turn + 1).flatMap((seed) => [
        { seed, maxRequests: 145 },
        { seed },
      ]);

it.each(
  Object.entries(ENGINES).flatMap(([name, start]) =>
    RUNS.map((run) => [name, JSON.stringify(run), start, run] as const),
  ),
)('accuses no server on %s, asked with %s', async (_, __, start, run) => {
  await accusesNone(await start(), run);
});

/**
 * Columns that a database cannot keep: SQLite neither documents nor truth values. Some texts of
 * `html` come back changed: PostgreSQL keeps no U+0000, and SQLite loses a U+FEFF at the beginning.
 */
const unkept = (engine: string): readonly string[] => [
  'mixed',
  'html',
  ...(engine.startsWith('SQLite') ? ['nested', 'boolean'] : []),
];

type Column = Parameters<typeof recordsOf>[0][number];

/** SQLite ignores the letter case of column names. */
const withDifferentNames = (columns: readonly Column[]): readonly Column[] => [
  ...new Map(columns.map((column) => [column.name.toLowerCase(), column])).values(),
];

/** Records of any columns. */
const DATA = fc
  .sample(arbitraryServer, { numRuns: process.env.ASSAY_NIGHTLY === undefined ? 1 : 40, seed: 5 })
  .map(({ data }) => data)
  .filter(({ rows }) => rows > 0);

it.each(Object.entries(ENGINES))(
  'accuses no server on %s, whatever its columns hold',
  async (name, start) => {
    for (const { columns, rows, seed } of DATA) {
      const isKept = ({ kind }: Column): boolean => !unkept(name).includes(kind);
      const kept = withDifferentNames(columns.filter(isKept));
      const records = recordsOf(kept, Math.min(rows, 300), seed);
      expect((await accusations(await start(), { maxRequests: 145 }, records)).accused).toEqual([]);
    }
  },
  // Each set of records takes a few seconds.
  120_000 + 10_000 * DATA.length,
);
