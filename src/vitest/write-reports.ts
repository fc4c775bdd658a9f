/** Writes the ledger and the reports of a test run. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { foldLedger, LEDGER_FILE, type LedgerEvent, openLedger } from '../ledger/index.js';
import { reporters, runReport, usualReporters } from '../report/index.js';
import { UsageError } from '../settings/index.js';

export interface ReportFiles {
  /** A folder, relative to the working directory. Files with the same names are replaced. */
  readonly out: string;
  /** Names as for `--reporter`. Default: the usual reports. */
  readonly reporters?: readonly string[];
}

/** Throws a UsageError for an unknown report. */
export function writeReports(
  events: readonly LedgerEvent[],
  { out, reporters: names = usualReporters }: ReportFiles,
): void {
  const unknown = names.find((name) => reporters[name] === undefined);
  if (unknown !== undefined)
    throw new UsageError(
      `There is no report file "${unknown}". Known: ${Object.keys(reporters).join(', ')}.`,
    );
  const ledger = foldLedger(events);
  const report = runReport(ledger);
  const writer = openLedger(path.join(out, LEDGER_FILE));
  for (const event of events) writer.append(event);
  writer.close();
  for (const { file, make } of names.flatMap((name) => reporters[name] ?? []))
    writeFileSync(path.join(out, file), make(report, ledger));
}
