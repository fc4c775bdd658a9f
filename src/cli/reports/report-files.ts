/** Writes the ledger and the reports of a run. */

import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  foldLedger,
  LEDGER_FILE,
  type LedgerEvent,
  ledgerIn,
  openLedger,
  readOutline,
  textOfLedger,
} from '../../ledger/index.js';
import {
  jsonReport,
  printers,
  type Reporter,
  reporters,
  runReport,
  terminalReport,
  usualReporters,
} from '../../report/index.js';
import type { RunReport } from '../../schema/types.js';
import { UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io, terminalOptions } from '../io.js';
import { refusedByMachine } from '../refused.js';
import { type Expected, startProgress } from '../run/progress.js';
import { makeFolder, writeWholeFile } from '../write-files.js';
import type { JudgedGate } from './gate.js';

export interface ChosenReports {
  readonly files: readonly Reporter[];
  readonly printed: readonly ((report: RunReport) => string)[];
}

/**
 * Finds the reporters with these names. Throws a UsageError for an unknown name. Also throws if
 * `json` is combined with a reporter that prints, because both write to stdout.
 */
export function chooseReports(
  names: readonly string[] = usualReporters,
  { json = false } = {},
): ChosenReports {
  const known = ['terminal', ...Object.keys(reporters), ...Object.keys(printers)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no reporter "${unknown}". Known: ${known.join(', ')}.`);
  const printing = names.find((name) => printers[name] !== undefined);
  if (json && printing !== undefined)
    throw new UsageError(
      `--json writes one JSON document to stdout: leave out --json, or the reporter ${printing}.`,
    );
  return {
    files: names.flatMap((name) => reporters[name] ?? []),
    printed: names.flatMap((name) => printers[name] ?? []),
  };
}

/** What a run receives to record its events. */
export interface Recording {
  readonly record: (event: LedgerEvent) => void;
  /**
   * Aborts on Ctrl-C, and when the ledger cannot be written, because every request must be
   * recorded.
   */
  readonly signal: AbortSignal;
  /**
   * Called when the new ledger contains the verdicts of the run that is resumed. The new ledger
   * then replaces the old ledger.
   */
  readonly onCarriedOver: () => void;
}

interface RecordedRun {
  readonly run: (recording: Recording) => Promise<unknown>;
  readonly report: (events: readonly LedgerEvent[], ledgerFailed?: boolean) => ExitCode;
}

/**
 * Writes events to `ledger.ndjson.gz` as they happen. The reports are made at the end, even after
 * an internal error or if the ledger cannot be written. Such an error is rethrown.
 */
export async function recordRun(
  folder: string,
  expected: Expected,
  io: Io,
  { run, report }: RecordedRun,
): Promise<ExitCode> {
  makeFolder(folder);
  removeReports(folder);
  const ledger = openLedger(path.join(folder, LEDGER_FILE), { inBatches: true });
  const progress = startProgress(io, expected);
  const events: LedgerEvent[] = [];
  const stop = new AbortController();
  let failure: { readonly thrown: unknown } | undefined;
  const tryToWrite = (work: () => void): void => {
    if (failure !== undefined) return;
    try {
      work();
    } catch (error) {
      failure = { thrown: error };
      stop.abort();
    }
  };
  const recording: Recording = {
    signal: AbortSignal.any([io.signal, stop.signal]),
    onCarriedOver: () => tryToWrite(ledger.replaceExisting),
    record(event) {
      events.push(event);
      progress.see(event);
      tryToWrite(() => ledger.append(event));
      // An irreversible request must not be sent if its record cannot be written.
      if (event.type === 'intent' && failure !== undefined) throw failure.thrown;
    },
  };
  const ended = await run(recording).then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  progress.end();
  tryToWrite(ledger.close);
  const fault = failure ?? ended;
  if (fault === undefined) return report(events);
  if (events.length > 0 && !(fault.thrown instanceof UsageError)) {
    try {
      report(events, failure !== undefined);
    } catch (error) {
      // The cause of the first error, such as a full disk, may also prevent writing the reports.
      // Only the first error is thrown, below.
      if (refusedByMachine(error) === undefined) throw error;
    }
  }
  throw fault.thrown;
}

/** Removes the reports of the previous run, which would mix with the new reports. */
function removeReports(folder: string): void {
  for (const { file } of Object.values(reporters)) {
    const full = path.join(folder, file);
    if (statSync(full, { throwIfNoEntry: false })?.isFile()) rmSync(full);
  }
}

/**
 * Throws a UsageError if the folder contains a run of another target, or an interrupted run that is
 * not being resumed. A completed run of the same target is replaced.
 */
export function refuseOccupied(
  folder: string,
  { cwd }: Io,
  target?: string,
  resumed?: string,
): void {
  const file = ledgerIn(folder);
  if (!existsSync(file) || (resumed !== undefined && sameFile(file, resumed))) return;
  // A ledger without a complete line contains no run.
  if (!textOfLedger(file).includes('\n')) return;
  const { footer, header } = readOutline(file);
  const [shown, named] = [path.relative(cwd, file) || file, path.relative(cwd, folder) || '.'];
  if (footer === undefined || footer.interrupted)
    throw new UsageError(
      `${named} contains an interrupted run: continue it with --resume ${shown}, or name another --out.`,
    );
  if (target !== undefined && header.target.name !== target)
    throw new UsageError(
      `${named} contains the reports of ${header.target.name}, not of ${target}: name another --out.`,
    );
}

const sameFile = (a: string, b: string): boolean =>
  existsSync(b) && realpathSync(a) === realpathSync(b);

interface ReportingOptions {
  readonly folder: string;
  readonly chosen: ChosenReports;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly judge: (report: RunReport) => JudgedGate;
  /**
   * Whether the ledger could not be written. The caller then reports this error, so errors in
   * writing reports are not printed. Default false.
   */
  readonly ledgerFailed?: boolean | undefined;
}

/**
 * Writes the chosen reports to the folder of the run, prints the others, and returns the exit code.
 * The gate decides it, unless a report could not be written.
 */
export function makeReports(
  events: readonly LedgerEvent[],
  options: ReportingOptions,
  io: Io,
): ExitCode {
  const {
    folder,
    chosen,
    json = false,
    verbose = false,
    quiet = false,
    judge,
    ledgerFailed = false,
  } = options;
  const ledger = foldLedger(events);
  const report = runReport(ledger);
  const files = chosen.files.map(({ file, make }) => ({ file, text: make(report, ledger) }));
  const errors = files.flatMap(
    ({ file, text }) => writeReport(path.join(folder, file), text) ?? [],
  );
  const gate = judge(report);
  const shown = path.relative(io.cwd, folder) || '.';
  if (json) io.out(jsonReport(report));
  else
    io.out(
      terminalReport(report, {
        ...terminalOptions(io),
        verbose,
        quiet,
        file: path.join(shown, fileToOpen(chosen)),
      }),
    );
  for (const print of chosen.printed) io.out(print(report));
  const areFilesComplete = !ledgerFailed && errors.length === 0;
  // After an interruption, the gate says that the reports contain the results.
  const isIncomplete = gate.code === EXIT.interrupted && !areFilesComplete;
  for (const message of isIncomplete ? [INCOMPLETE] : gate.messages) io.err(`${message}\n`);
  const [firstError] = errors;
  if (!ledgerFailed && firstError !== undefined) io.err(`${firstError}\n`);
  return errors.length > 0 ? EXIT.usage : gate.code;
}

const INCOMPLETE =
  'The run was stopped, and not all of its files could be written. Only the printed report is complete.';

/** The HTML report, or else the first requested file, or else the ledger. */
const fileToOpen = ({ files }: ChosenReports): string =>
  (files.find(({ file }) => file === 'report.html') ?? files[0])?.file ?? LEDGER_FILE;

/**
 * Returns a system error as one line and does not throw it. The verdicts are then printed even if a
 * report cannot be written.
 */
function writeReport(file: string, text: string): string | undefined {
  try {
    writeWholeFile(file, text);
    return undefined;
  } catch (error) {
    const refused = refusedByMachine(error);
    if (refused === undefined) throw error;
    return refused;
  }
}

/** Replaces the characters of a name that a file name should not contain. */
export const fileName = (name: string): string =>
  name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^\.+/, '') || 'target';

/** Returns the time as a folder name, such as `2026-01-31T12-00-00-000Z`. */
export const stamp = (now: number): string => new Date(now).toISOString().replace(/[:.]/g, '-');
