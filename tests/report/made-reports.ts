import { foldLedger } from '../../src/ledger/index.js';
import { printers, reporters, runReport } from '../../src/report/index.js';
import { sampleEvents } from './sample-ledger.js';

type Sample = Parameters<typeof sampleEvents>[0];

/** Every report of one sample, by name. */
export function maker(sample: Sample = {}): (name: string) => string {
  const ledger = foldLedger(sampleEvents(sample));
  const report = runReport(ledger);
  return (name) =>
    printers[name]?.(report) ?? reporters[name]?.make(report, ledger) ?? `no reporter ${name}`;
}

/** One report of one sample. */
export const make = (name: string, sample?: Sample): string => maker(sample)(name);
