import { runSuites } from '../../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../../src/ledger/index.js';
import { runReport } from '../../../src/report/index.js';
import type { RunReport } from '../../../src/schema/types.js';
import { virtualClock } from '../../../src/selftest/virtual-clock.js';
import { type TargetFile, targetFrom } from '../../../src/settings/index.js';
import { suites } from '../../../suites/index.js';

/** The report of a run of all suites with few requests. */
export async function judgeAll(file: TargetFile, maxRequests = 40): Promise<RunReport> {
  const events: LedgerEvent[] = [];
  await runSuites(suites, targetFrom(file), {
    clock: virtualClock(),
    maxRequests,
    toolVersion: 'test',
    record: (event) => void events.push(event),
  });
  return runReport(foldLedger(events));
}
