import { diagnose } from '../../src/diagnosis/index.js';
import { type Inquiry, runSuites } from '../../src/harness/index.js';
import { type FindingEvent, foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { products } from '../../src/reference/dataset/index.js';
import { openReference, type ReferenceOptions } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';

/** Data and ways that no fault was written on. */
export const OTHER: ReferenceOptions = {
  records: products(300, 4711).map((one) => ({ ...one, id: one.id + 70 })),
  dialect: { emptyResult: '404', nullsOrder: 'first', next: 'first-of-next' },
};

/**
 * The findings of a run of one interface against a server that is called in this process, and
 * what there was to find causes by.
 */
export async function judgedWith(name: string, options: ReferenceOptions) {
  const clock = virtualClock();
  const server = openReference({ clock: clock.now, ...OTHER, ...options });
  const events: LedgerEvent[] = [];
  const inquiries: Inquiry[] = [];
  await runSuites(suites, targetFrom(server.target, 'reference'), {
    clock,
    seed: 11,
    maxRequests: 260,
    toolVersion: 'test',
    wanted: (check) => check.interface === name,
    transport: { send: (request) => server.call(request), close: async () => undefined },
    diagnose(inquiry) {
      inquiries.push(inquiry);
      return diagnose(inquiry);
    },
    record: (event) => void events.push(event),
  });
  return { ledger: foldLedger(events), inquiries };
}

export const findingsOf = async (
  name: string,
  options: ReferenceOptions,
): Promise<readonly FindingEvent[]> => (await judgedWith(name, options)).ledger.findings ?? [];
