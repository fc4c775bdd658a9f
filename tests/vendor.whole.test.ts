import { expect, it } from 'vitest';
import { runSuites } from '../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { startReference } from '../src/reference/index.js';
import { runReport } from '../src/report/index.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';

it('waits out a rate limit that it was not told of, and judges all the same', async () => {
  const clock = virtualClock();
  const server = await startReference({
    clock: clock.now,
    rateLimit: { requests: 25, perMs: 10_000 },
  });
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
