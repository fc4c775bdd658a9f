import { expect, it } from 'vitest';
import { virtualClock } from '../../src/cli/selftest/virtual-clock.js';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import type { VerdictEvent } from '../../src/ledger/index.js';
import { targetFrom } from '../../src/target/index.js';
import { suites } from '../../suites/index.js';
import type { Engine } from './engine.js';
import { postgres, sqlite } from './engines.js';
import { products } from './products.js';
import { startExport } from './server.js';

/** Databases with ways of their own. Letters that a collation of theirs equates are no fault of the server. */
const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  'Postgres by code points': () => postgres('C'),
  'Postgres by the rules of its language': () => postgres('default'),
  'SQLite by code points': () => sqlite('BINARY'),
  'SQLite without case': () => sqlite('NOCASE'),
  'SQLite without blanks at the end': () => sqlite('RTRIM'),
};

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

/** `ASSAY_NIGHTLY=1` asks with twenty seeds, and each without a budget as well. */
const RUNS: readonly Partial<RunOptions>[] =
  process.env.ASSAY_NIGHTLY === undefined
    ? [{ maxRequests: 145 }]
    : Array.from({ length: 20 }, (_, turn) => turn + 1).flatMap((seed) => [{ seed, maxRequests: 145 }, { seed }]);

it.each(
  Object.entries(ENGINES).flatMap(([name, start]) =>
    RUNS.map((run) => [name, JSON.stringify(run), start, run] as const),
  ),
)('accuses no server on %s, asked with %s', async (_, __, start, run) => {
  const verdicts = await judged(await start(), run);
  const accused = verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive');
  expect(accused.map(({ check, reason }) => `${check}: ${reason}`)).toEqual([]);
  expect(verdicts.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(90);
});
