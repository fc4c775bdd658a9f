import { expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.js';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { reported } from './hostile-target.js';
import { type MutationPlan, planOf, startMutating } from './mutating-server.js';
import { MUTATIONS } from './mutations.js';

const RUNS = 1000;

/** Runs the checks of one interface. An internal error rejects the promise. */
async function run(plan: MutationPlan): Promise<void> {
  const clock = virtualClock();
  const server = await startMutating(plan, clock.now);
  const events: LedgerEvent[] = [];
  try {
    await runSuites(suites, targetFrom({ ...server.target, timeout: '5s' }), {
      clock,
      seed: plan.seed,
      maxRequests: 25,
      allowDestructive: true,
      toolVersion: 'test',
      ...(plan.seed % 7 === 0 ? { diagnose } : {}),
      wanted: (check) => check.interface === plan.interface,
      record: (event) => void events.push(event),
    });
    reported(foldLedger(events));
  } finally {
    server.close();
  }
}

const plans = Array.from({ length: RUNS }, (_, at) => planOf(at));

it.each(Object.keys(MUTATIONS))(
  'no internal error: %s',
  async (mutation) => {
    for (const plan of plans.filter((one) => one.mutation === mutation)) {
      await expect(run(plan), JSON.stringify(plan)).resolves.toBeUndefined();
    }
  },
  600_000,
);
