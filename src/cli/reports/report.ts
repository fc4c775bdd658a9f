/** The command `assay report` for conformance runs. */

import path from 'node:path';
import { jsonReport, runReport, terminalReport } from '../../report/index.js';
import { UsageError } from '../../settings/index.js';
import { acceptBy } from '../baseline/baseline.js';
import { type ExitCode, type Io, terminalOptions } from '../io.js';
import { makeFolder, writeWholeFile } from '../write-files.js';
import { judgeGate } from './gate.js';
import { Losses } from './losses.js';
import { chooseReports } from './report-files.js';

export interface ReportOptions {
  /** Default: the terminal report. */
  readonly reporter?: readonly string[];
  /** Prints `report.json`, as the reporter `json` does. */
  readonly json?: boolean;
  /** The folder for the reports. Without it, a single report is printed on stdout. */
  readonly out?: string;
}

/**
 * Rebuilds the reports of an earlier run from its ledger, the record of its exchanges. Returns the
 * exit code of that run. Failures that its baseline accepted do not change the exit code.
 */
export function reportCommand(
  file: string,
  { json = false, reporter = json ? [] : ['terminal'], out }: ReportOptions,
  io: Io,
): ExitCode {
  const { files, printed } = chooseReports(reporter);
  if (out === undefined && reporter.length + Number(json) > 1)
    throw new UsageError('Several reports are written to files: name their folder with --out DIR.');
  const losses = new Losses(io);
  const ledger = losses.ledgerAt(path.resolve(io.cwd, file));
  const report = runReport(ledger);
  if (reporter.includes('terminal')) io.out(terminalReport(report, terminalOptions(io)));
  for (const print of printed) io.out(print(report));
  if (json) io.out(jsonReport(report));
  for (const fileReport of files) {
    const text = fileReport.make(report, ledger);
    if (out === undefined) {
      io.out(text);
      continue;
    }
    makeFolder(path.resolve(io.cwd, out));
    writeWholeFile(path.resolve(io.cwd, out, fileReport.file), text);
  }
  const { accepted = [], startedAt } = ledger.header;
  const acceptance = acceptBy({ accepted }, report, startedAt.slice(0, 10));
  const { code, messages } = judgeGate(report, acceptance);
  for (const message of messages) io.err(`${message}\n`);
  return losses.codeFor(code);
}
