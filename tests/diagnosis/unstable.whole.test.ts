import { expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import type { Change } from '../../src/reference/behaviour.js';
import type { ReferenceOptions } from '../../src/reference/index.js';
import { trial } from '../../src/selftest/trial.js';

/** Requests that arrive within this time are mixed up, after the data was read. */
const LATENCY_MS = 5;
const FIRST_MIXED = 250;

/** The findings about the export of a reference server. */
async function findingsFor(server: ReferenceOptions) {
  const events: LedgerEvent[] = [];
  await trial(server, {
    diagnose,
    recordExchanges: true,
    wanted: (check) => check.interface === 'export',
    record: (event) => void events.push(event),
  });
  return foldLedger(events).findings ?? [];
}

type Parameters = readonly [string, string][];

/**
 * A server that keeps these parameters of a request in a field that all requests share, while it
 * waits.
 */
const sharing =
  (isShared: (name: string) => boolean): Change =>
  (healthy) => {
    let shared: Parameters = [];
    let received = 0;
    return {
      ...healthy,
      around: (handle) => {
        const inner = healthy.around(handle);
        return async (call) => {
          received += 1;
          if (call.mount !== 'export' || received < FIRST_MIXED) return inner(call);
          const all = [...new URLSearchParams(call.search)];
          shared = all.filter(([name]) => isShared(name));
          await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
          const own = all.filter(([name]) => !isShared(name));
          return inner({ ...call, search: `${new URLSearchParams([...own, ...shared])}` });
        };
      },
    };
  };

it.each([
  ['filters', /^(?:filters|mode)/],
  ['windows', /^(?:limit|offset)/],
])(
  'names a server that mixes up the %s of simultaneous requests, and nothing else',
  async (_, names) => {
    const findings = await findingsFor({ behaviour: sharing((name) => names.test(name)) });
    expect(findings[0]?.faults.map(({ id }) => id)).toEqual(['mixed-up']);
    expect(findings.flatMap(({ faults }) => faults)).toHaveLength(1);
  },
  60_000,
);

it('makes one finding of lists that are wrong from time to time', async () => {
  const findings = await findingsFor({ defects: ['export.lists.every-third-answer-short'] });
  expect(findings.length).toBeLessThanOrEqual(2);
  expect(findings[0]?.common).toBe(
    'the violation was not seen each time that the request was sent',
  );
  expect(findings[0]?.checks.length).toBeGreaterThan(20);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
}, 60_000);
