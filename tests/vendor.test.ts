import { expect, it } from 'vitest';
import { virtualClock } from '../src/cli/selftest/virtual-clock.js';
import { makePlan, runSuites } from '../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { startReference } from '../src/reference/index.js';
import { runReport } from '../src/report/index.js';
import type { RunReport } from '../src/schema/types.js';
import { targetFrom } from '../src/target/index.js';
import { suites } from '../suites/index.js';

it('stays within the budget and the pace of a vendor at 60 a minute, meets no 429, and judges nine tenths of the must clauses', async () => {
  const clock = virtualClock();
  const server = await startReference({ clock: clock.now, rateLimit: { requests: 60, perMs: 60_000 } });
  try {
    const target = targetFrom({ ...server.target, pace: '60/min' }, 'reference');
    const plan = makePlan(suites, target);
    expect(plan.requests).toBeLessThanOrEqual(150);
    expect(plan.durationMs).toBeLessThanOrEqual(150_000);
    const events: LedgerEvent[] = [];
    await runSuites(suites, target, { clock, toolVersion: 'test', record: (event) => void events.push(event) });
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

it('waits out a rate limit that it was not told of, and judges all the same', async () => {
  const clock = virtualClock();
  const server = await startReference({ clock: clock.now, rateLimit: { requests: 25, perMs: 10_000 } });
  try {
    const events: LedgerEvent[] = [];
    const target = targetFrom(server.target, 'reference');
    await runSuites(suites, target, {
      clock,
      maxRequests: 120,
      toolVersion: 'test',
      wanted: ({ interface: name }) => name === 'export',
      record: (event) => void events.push(event),
    });
    const { requests, verdicts } = runReport(foldLedger(events));
    expect(requests.limited).toBeGreaterThan(0);
    expect(verdicts.failed).toBe(0);
  } finally {
    await server.close();
  }
}, 60_000);

it('without a budget brings together every pair of conditions and four fifths of the triples, under 900 requests', async () => {
  const server = await startReference();
  try {
    const events: LedgerEvent[] = [];
    await runSuites(suites, targetFrom(server.target, 'reference'), {
      toolVersion: 'test',
      wanted: ({ interface: name }) => name === 'export',
      record: (event) => void events.push(event),
    });
    const { requests, checks } = runReport(foldLedger(events));
    expect(requests.sent).toBeLessThan(900);
    expect(broughtTogether(checks, 'pairs')).toBe(1);
    expect(broughtTogether(checks, 'pairs with a mistake')).toBe(1);
    expect(broughtTogether(checks, 'triples')).toBeGreaterThanOrEqual(0.8);
  } finally {
    await server.close();
  }
}, 60_000);

/** The share of the combinations of conditions that the rows say they brought together. */
function broughtTogether(checks: RunReport['checks'], what: string): number {
  const { witness } = checks.find(({ id }) => id === 'export.interaction.combined') ?? {};
  const [, covered, total] = new RegExp(`(\\d+) of (\\d+) ${what}`).exec(witness ?? '') ?? [];
  return Number(covered) / Number(total);
}
