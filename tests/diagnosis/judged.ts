import { virtualClock } from '../../src/cli/selftest/virtual-clock.js';
import { diagnose } from '../../src/diagnosis/index.js';
import { runSuites } from '../../src/harness/index.js';
import { type FindingEvent, foldLedger, type Ledger, type LedgerEvent } from '../../src/ledger/index.js';
import { products } from '../../src/reference/dataset/index.js';
import { openReference, type ReferenceOptions } from '../../src/reference/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';

/** Data and ways that no fault was written on. */
const OTHER: ReferenceOptions = {
  records: products(300, 4711).map((one) => ({ ...one, id: one.id + 70 })),
  dialect: { emptyResult: '404', nullsOrder: 'first', next: 'first-of-next' },
};

/** The ledger of a run of one interface against a server that is called in this process, with causes looked for at leisure. */
export async function judgedWith(name: string, options: ReferenceOptions): Promise<Ledger> {
  const clock = virtualClock();
  const server = openReference({ clock: clock.now, ...OTHER, ...options });
  const events: LedgerEvent[] = [];
  await runSuites(suites, targetFrom(server.target, 'reference'), {
    clock,
    seed: 11,
    maxRequests: 260,
    toolVersion: 'test',
    wanted: (check) => check.interface === name,
    transport: { send: (request) => server.call(request), close: async () => undefined },
    diagnose: (inquiry) => diagnose({ ...inquiry, tookMs: 60_000 }),
    record: (event) => void events.push(event),
  });
  return foldLedger(events);
}

export const findingsOf = async (name: string, options: ReferenceOptions): Promise<readonly FindingEvent[]> =>
  (await judgedWith(name, options)).findings ?? [];
