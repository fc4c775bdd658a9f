import fc from 'fast-check';
import { expect, it } from 'vitest';
import { virtualClock } from '../../src/cli/selftest/virtual-clock.js';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import type { VerdictEvent } from '../../src/ledger/index.js';
import { recordsOf } from '../../src/reference/honest/columns.js';
import { arbitraryServer } from '../../src/reference/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { type Product, products } from '../databases/products.js';
import { startExport } from './export-server.js';

async function judged(records: readonly Product[], run: Partial<RunOptions>) {
  const { target, close } = await startExport(records);
  const verdicts = new Map<string, VerdictEvent>();
  try {
    await runSuites(suites, targetFrom(target), {
      clock: virtualClock(),
      toolVersion: 'test',
      exchanges: false,
      ...run,
      record: (event) => event.type === 'verdict' && verdicts.set(event.check, event),
    });
  } finally {
    await close();
  }
  const ids = (...wanted: readonly VerdictEvent['verdict'][]): readonly string[] =>
    [...verdicts.values()]
      .filter(({ verdict }) => wanted.includes(verdict))
      .map(({ check, reason }) => `${check}: ${reason}`);
  return { accused: ids('failed', 'inconclusive'), passed: ids('passed').length };
}

it.each([{ maxRequests: 145 }, {}])(
  'accuses Express, qs and a query builder on SQLite of nothing, asked with %o',
  async (run) => {
    const { accused, passed } = await judged(products(230), run);
    expect(accused).toEqual([]);
    expect(passed).toBeGreaterThan(run.maxRequests === undefined ? 75 : 60);
  },
);

/**
 * Records of any columns; SQLite keeps neither documents nor truth values, and the query builder takes what stands before a
 * dot for the name of a table. `ASSAY_NIGHTLY=1` takes forty.
 */
const DATA = fc
  .sample(arbitraryServer, { numRuns: process.env.ASSAY_NIGHTLY === undefined ? 4 : 40, seed: 19 })
  .map(({ data }) => data)
  .filter(({ rows }) => rows > 0);

const UNKEPT = ['nested', 'boolean', 'mixed'];

it.each(DATA)('accuses it of nothing over $rows records of seed $seed', async ({ columns, rows, seed }) => {
  const kept = columns.filter(({ name, kind }) => !UNKEPT.includes(kind) && !name.includes('.'));
  expect((await judged(recordsOf(kept, Math.min(rows, 300), seed), { maxRequests: 145 })).accused).toEqual([]);
});
