import { expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { openReference } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { exportSuite } from '../../suites/export/index.js';

/** The findings about the reference server with a defect, without a search for causes. */
async function findingsWithoutCauses(defect: string) {
  const clock = virtualClock();
  const server = openReference({ clock: clock.now, defects: [defect] });
  const events: LedgerEvent[] = [];
  await runSuites([exportSuite], targetFrom(server.target, 'reference'), {
    clock,
    seed: 1,
    toolVersion: 'test',
    transport: { send: (request) => server.call(request), close: async () => undefined },
    record: (event) => void events.push(event),
  });
  const { findings = [], verdicts } = foldLedger(events);
  const failed = verdicts.filter(({ verdict }) => verdict === 'failed');
  return { findings, failed: failed.length };
}

it('puts failures of combined conditions into the finding of the simpler request', async () => {
  const { findings, failed } = await findingsWithoutCauses(
    'export.shared.numbers-compared-as-text',
  );
  const comparison = findings.find(({ clause }) => clause === 'EXP-FILT-2');
  expect(comparison?.clauses).toEqual(expect.arrayContaining(['EXP-FILT-10']));
  expect(failed).toBeGreaterThan(5);
  expect(findings.length).toBeLessThan(0.7 * failed);
});
