import { expect } from 'vitest';
import { virtualClock } from '../../src/cli/selftest/virtual-clock.js';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import type { VerdictEvent } from '../../src/ledger/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import type { Engine } from './engine.js';
import { products } from './products.js';
import { startExport } from './server.js';

async function judged(engine: Engine, options: Partial<RunOptions>) {
  const { target, close } = await startExport(engine, products(230));
  try {
    const verdicts = new Map<string, VerdictEvent>();
    await runSuites(suites, targetFrom(target), {
      clock: virtualClock(),
      toolVersion: 'test',
      exchanges: false,
      ...options,
      record: (event) => event.type === 'verdict' && verdicts.set(event.check, event),
    });
    return [...verdicts.values()];
  } finally {
    await close();
  }
}

/** An export API on a database with ways of its own is accused of nothing, and judged all the same. */
export async function accusesNone(engine: Engine, run: Partial<RunOptions>): Promise<void> {
  const verdicts = await judged(engine, run);
  const accused = verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive');
  expect(accused.map(({ check, reason }) => `${check}: ${reason}`)).toEqual([]);
  expect(verdicts.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(75);
}
