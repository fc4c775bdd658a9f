import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { foldLedger, type LedgerEvent } from '../ledger/index.js';
import { reporters, runReport, usualReporters } from '../report/index.js';
import { UsageError } from '../settings/index.js';

const LEDGER = 'ledger.ndjson';

/** Reports that are written beside the tests. */
export interface ReportFiles {
  /** Their folder, from the working directory. What lies there is replaced. */
  readonly out: string;
  /** Their names, as of `--reporter`. Default all that are files. */
  readonly reporters?: readonly string[];
}

/** Writes the ledger of a run and its reports. Throws a UsageError for an unknown report. */
export function writeReports(
  events: readonly LedgerEvent[],
  { out, reporters: names = usualReporters }: ReportFiles,
): void {
  const stranger = names.find((name) => reporters[name] === undefined);
  if (stranger !== undefined)
    throw new UsageError(`There is no report file "${stranger}". Known: ${Object.keys(reporters).join(', ')}.`);
  const ledger = foldLedger(events);
  const report = runReport(ledger);
  const texts: [name: string, text: string][] = [
    [LEDGER, events.map((event) => `${JSON.stringify(event)}\n`).join('')],
    ...names.flatMap((name): [string, string][] => {
      const reporter = reporters[name];
      return reporter === undefined ? [] : [[reporter.file, reporter.make(report, ledger)]];
    }),
  ];
  mkdirSync(out, { recursive: true });
  for (const [name, text] of texts) writeFileSync(path.join(out, name), text);
}
