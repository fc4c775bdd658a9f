import { expect, it } from 'vitest';
import { makePlan, runSuites } from '../src/harness/index.js';
import { type Clock, openTransport, type Transport } from '../src/http/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { startReference } from '../src/reference/index.js';
import { runReport } from '../src/report/index.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';
import { broughtTogether } from './brought-together.js';

it('stays within the budget and the pace of a vendor at 60 a minute, meets no 429, and judges nine tenths of the must clauses', async () => {
  const clock = virtualClock();
  const server = await startReference({
    clock: clock.now,
    rateLimit: { requests: 60, perMs: 60_000 },
  });
  try {
    const target = targetFrom({ ...server.target, pace: '60/min' }, 'reference');
    const plan = makePlan(suites, target);
    expect(plan.requests).toBeLessThanOrEqual(150);
    expect(plan.durationMs).toBeLessThanOrEqual(150_000);
    const events: LedgerEvent[] = [];
    const options = {
      ...quiet(clock),
      toolVersion: 'test',
      record: (event: LedgerEvent) => void events.push(event),
    };
    await runSuites(suites, target, options);
    const { requests, coverage, conformance, verdicts, checks } = runReport(foldLedger(events));
    expect(broughtTogether(checks, 'pairs')).toBeGreaterThanOrEqual(0.7);
    expect(requests.limited).toBe(0);
    expect(requests.sent).toBeLessThanOrEqual(150);
    expect(Math.abs(plan.requests - requests.sent) / requests.sent).toBeLessThanOrEqual(0.1);
    expect(verdicts.failed).toBe(0);
    expect(conformance.ratio).toBe(1);
    expect(coverage.ratio).toBeGreaterThanOrEqual(0.9);
  } finally {
    await server.close();
  }
}, 60_000);

/** Time moves on only while nothing is on its way: a server tells the pace by arrivals. */
function quiet(clock: Clock): { readonly clock: Clock; readonly transport: Transport } {
  const { send, close } = openTransport({ timeoutMs: 10_000 });
  const underWay = new Set<Promise<unknown>>();
  return {
    clock: {
      now: clock.now,
      async sleep(ms) {
        await new Promise(setImmediate);
        await Promise.allSettled(underWay);
        await clock.sleep(ms);
      },
    },
    transport: {
      close,
      send(request, signal) {
        const answer = send(request, signal);
        underWay.add(answer);
        const arrived = (): boolean => underWay.delete(answer);
        answer.then(arrived, arrived);
        return answer;
      },
    },
  };
}
