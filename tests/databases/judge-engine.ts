import { expect } from 'vitest';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import type { VerdictEvent } from '../../src/ledger/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import type { Engine } from './engine.js';
import type { Fault } from './faults.js';
import { type Product, products } from './products.js';
import { startExport } from './server.js';

interface Judging {
  readonly options: Partial<RunOptions>;
  readonly records: readonly Product[];
  readonly fault?: Fault;
}

/** The verdicts about an export API on a database. */
export async function judged(engine: Engine, { options, records, fault }: Judging) {
  const { target, close } = await startExport(engine, records, fault);
  try {
    const verdicts = new Map<string, VerdictEvent>();
    await runSuites(suites, targetFrom(target), {
      clock: virtualClock(),
      toolVersion: 'test',
      recordExchanges: false,
      ...options,
      record: (event) => event.type === 'verdict' && verdicts.set(event.check, event),
    });
    return [...verdicts.values()];
  } finally {
    await close();
  }
}

/** What is wrongly said of an export API on a database with ways of its own. */
export async function accusations(
  engine: Engine,
  run: Partial<RunOptions>,
  records: readonly Product[],
): Promise<{ readonly accused: readonly string[]; readonly passed: number }> {
  const verdicts = await judged(engine, { options: run, records });
  return {
    accused: verdicts
      .filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
      .map(({ check, reason }) => `${check}: ${reason}`),
    passed: verdicts.filter(({ verdict }) => verdict === 'passed').length,
  };
}

/** An export API on a database has no failure, although it is tested. */
export async function accusesNone(engine: Engine, run: Partial<RunOptions>): Promise<void> {
  const { accused, passed } = await accusations(engine, run, products(230));
  expect(accused).toEqual([]);
  expect(passed).toBeGreaterThan(run.maxRequests === undefined ? 75 : 60);
}
