import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Redactor } from '../http/index.js';
import { foldLedger, type LedgerEvent, openLedger } from '../ledger/index.js';
import { jsonReport, printers, type Reporter, reporters, runReport, terminalReport } from '../report/index.js';
import type { RunReport } from '../schema/types.js';
import { UsageError } from '../target/index.js';
import type { Gate } from './gate.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { startProgress } from './progress.js';

/** The reports that a command makes: files, and what goes to stdout behind the terminal report. */
export interface ChosenReports {
  readonly files: readonly Reporter[];
  readonly printed: readonly ((report: RunReport) => string)[];
}

/** Default: every file, nothing printed. Throws a UsageError for a name that is none. */
export function chooseReports(names: readonly string[] = Object.keys(reporters), { json = false } = {}): ChosenReports {
  const known = ['terminal', ...Object.keys(reporters), ...Object.keys(printers)];
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) throw new UsageError(`There is no reporter "${stranger}". Known: ${known.join(', ')}.`);
  const printing = names.find((name) => printers[name] !== undefined);
  if (json && printing !== undefined)
    throw new UsageError(`--json makes stdout one JSON document: leave out --json, or the reporter ${printing}.`);
  return {
    files: names.flatMap((name) => reporters[name] ?? []),
    printed: names.flatMap((name) => printers[name] ?? []),
  };
}

/**
 * Runs something that records events: they go to `ledger.ndjson` as they happen, and are reported when it ends, also when
 * it ends by a fault, which is thrown on.
 */
export async function recordRun(
  folder: string,
  expected: Parameters<typeof startProgress>[1],
  io: Io,
  run: (record: (event: LedgerEvent) => void) => Promise<unknown>,
  report: (events: readonly LedgerEvent[]) => ExitCode,
): Promise<ExitCode> {
  mkdirSync(folder, { recursive: true });
  const ledger = openLedger(path.join(folder, 'ledger.ndjson'));
  const progress = startProgress(io, expected);
  const events: LedgerEvent[] = [];
  const stop = (): void => {
    progress.end();
    ledger.close();
  };
  try {
    await run((event) => {
      ledger.append(event);
      events.push(event);
      progress.see(event);
    });
  } catch (fault) {
    stop();
    if (events.length > 0 && !(fault instanceof UsageError)) report(events);
    throw fault;
  }
  stop();
  return report(events);
}

interface ReportingOptions {
  readonly folder: string;
  readonly chosen: ChosenReports;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly judge: (report: RunReport) => Gate;
  readonly redactor: Redactor;
}

/** Writes and prints the reports of what was recorded, and answers the exit code. A secret found in them is our fault. */
export function makeReports(events: readonly LedgerEvent[], options: ReportingOptions, io: Io): ExitCode {
  const { folder, chosen, json = false, verbose = false, judge, redactor } = options;
  const ledger = foldLedger(events);
  const report = runReport(ledger);
  const written = chosen.files.map(({ file, make }) => ({ file, text: make(report, ledger) }));
  for (const { file, text } of written) writeFileSync(path.join(folder, file), text);
  const gate = judge(report);
  const shown = path.relative(io.cwd, folder) || '.';
  if (json) io.out(jsonReport(report));
  else io.out(terminalReport(report, { colours: io.terminal.out, verbose, folder: shown }));
  for (const print of chosen.printed) io.out(print(report));
  for (const message of gate.messages) io.err(`${message}\n`);
  const stored = { file: 'ledger.ndjson', text: events.map((event) => JSON.stringify(event)).join('\n') };
  const leaks = [...written, stored].flatMap(({ file, text }) => {
    const name = redactor.leakIn(text);
    return name === undefined ? [] : [`${file} shows the value of ${name}`];
  });
  for (const leak of leaks) io.err(`A fault of Assay: ${leak}. Remove ${shown}, and report this.\n`);
  return leaks.length > 0 ? EXIT.fault : gate.code;
}

/** A name as one path segment. */
export const fileName = (name: string): string =>
  name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^\.+/, '') || 'target';

/** `2026-01-31T12-00-00-000Z`: the time of a run as the name of its folder. */
export const stamp = (now: number): string => new Date(now).toISOString().replace(/[:.]/g, '-');
