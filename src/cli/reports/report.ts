import path from 'node:path';
import { readLedger } from '../../ledger/index.js';
import { runReport, terminalReport } from '../../report/index.js';
import { UsageError } from '../../settings/index.js';
import { type ExitCode, type Io, shapeOf } from '../io.js';
import { makeFolder, writeWholeFile } from '../write-files.js';
import { judgeGate } from './gate.js';
import { chooseReports } from './report-files.js';

export interface ReportOptions {
  /** Default the terminal report. */
  readonly reporter?: readonly string[];
  /** Default: a single requested report goes to stdout. */
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * `assay report LEDGER`: the reports of a run, made again from its ledger alone, and its gate as
 * the exit code.
 */
export function reportCommand(
  file: string,
  { reporter = ['terminal'], out }: ReportOptions,
  io: Io,
): ExitCode {
  const { files, printed } = chooseReports(reporter);
  if (out === undefined && reporter.length > 1)
    throw new UsageError('Several reports go to files: name their folder with --out DIR.');
  const ledger = readLedger(path.resolve(io.cwd, file));
  const report = runReport(ledger);
  if (reporter.includes('terminal')) io.out(terminalReport(report, shapeOf(io)));
  for (const print of printed) io.out(print(report));
  for (const reporter of files) {
    const text = reporter.make(report, ledger);
    if (out === undefined) {
      io.out(text);
      continue;
    }
    makeFolder(path.resolve(io.cwd, out));
    writeWholeFile(path.resolve(io.cwd, out, reporter.file), text);
  }
  const { code, messages } = judgeGate(report);
  for (const message of messages) io.err(`${message}\n`);
  return code;
}
