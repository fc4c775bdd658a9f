import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import type { VerdictEvent } from '../../src/ledger/index.js';
import { recordsOf } from '../../src/reference/honest/columns.js';
import { arbitraryServer } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
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
      recordExchanges: false,
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
 * Records of any columns; SQLite keeps neither documents nor truth values, and the query builder
 * takes what stands before a dot for the name of a table; names that differ in case are one column.
 * `ASSAY_NIGHTLY=1` takes forty.
 */
const DATA = fc
  .sample(arbitraryServer, { numRuns: process.env.ASSAY_NIGHTLY === undefined ? 4 : 40, seed: 19 })
  .map(({ data }) => data)
  .filter(({ rows }) => rows > 0);

const UNKEPT = ['nested', 'boolean', 'mixed'];

it.each(DATA)(
  'accuses it of nothing over $rows records of seed $seed',
  async ({ columns, rows, seed }) => {
    const names = columns.map(({ name }) => name.toLowerCase());
    const kept = columns.filter(
      ({ name, kind }, at) =>
        !UNKEPT.includes(kind) && !name.includes('.') && names.indexOf(name.toLowerCase()) === at,
    );
    // The driver of SQLite cuts a text at U+0000, and drops U+FEFF before it.
    const records = recordsOf(kept, Math.min(rows, 300), seed).map((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.replace(/[\0\ufeff]/g, '') : value,
        ]),
      ),
    );
    expect((await judged(records, { maxRequests: 145 })).accused).toEqual([]);
  },
);
