import type { ExchangeEvent, LedgerEvent, VerdictEvent } from '../ledger/index.js';
import { bailAfter, type RunOptions } from './run-options.js';

export type RunLog = ReturnType<typeof openLog>;

/** Passes events on, and stores the exchanges by id and the last verdicts by check. */
export function openLog(options: RunOptions) {
  const exchanges = new Map<number, ExchangeEvent>();
  const verdicts = new Map<string, VerdictEvent>();
  const bail = bailAfter(options);
  const record = (event: LedgerEvent): void => {
    if (event.type === 'exchange') exchanges.set(event.id, event);
    if (event.type === 'verdict') {
      verdicts.set(event.check, event);
      bail.see(event);
    }
    options.record(event);
  };
  return { exchanges, verdicts, bail, record };
}
