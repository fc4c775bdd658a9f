import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { existingLedger, ledgerIn } from '../../ledger/index.js';
import { type NamedRun, runReport } from '../../report/index.js';
import { checkSchema } from '../../schema/validate.js';
import { parseJson, readText, UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';
import type { Losses } from './losses.js';

/**
 * A run is in `reports/<target>/<time>`, which is three levels below the folder that contains
 * `reports`.
 */
const MAX_DEPTH = 3;

/**
 * Reads the report of a run. `name` is the folder of the run, its ledger or its `report.json`.
 * Throws a UsageError for anything else.
 */
export function namedRun(name: string, losses: Losses, { cwd }: Pick<Io, 'cwd'>): NamedRun {
  const full = existingLedger(path.resolve(cwd, name));
  const found = statSync(full, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UsageError(
      `There is no run "${name}". Name the folder of a run, or its ledger.ndjson.gz.`,
    );
  if (found.isDirectory()) {
    if (!isRun(full))
      throw new UsageError(
        `The folder "${name}" contains no run: it has no ledger.ndjson.gz. Name the folder given to --out.`,
      );
    return { run: name, report: reportOf(full, losses) };
  }
  const report = full.endsWith('.json') ? readReportFile(full) : runReport(losses.ledgerAt(full));
  if (report === undefined)
    throw new UsageError(
      `The file "${name}" is not a report.json of this version. Name the ledger.ndjson.gz of the run.`,
    );
  return { run: name, report };
}

/**
 * Searches the folder and its subfolders. A run is left out if its files are damaged, or if it has
 * no ledger and its `report.json` was written by another version of this tool. Each such run is
 * reported on stderr. Throws a UsageError if there is no run.
 */
export function runsBelow(
  name: string,
  losses: Losses,
  { cwd, err }: Pick<Io, 'cwd' | 'err'>,
): readonly NamedRun[] {
  const full = path.resolve(cwd, name);
  if (statSync(full, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(
      `The folder "${name}" does not exist. Name a folder that contains runs, such as reports.`,
    );
  const runs = foldersOf(full, MAX_DEPTH).flatMap((folder): NamedRun[] => {
    const run = path.join(name, path.relative(full, folder));
    try {
      const report = isRun(folder)
        ? reportOf(folder, losses)
        : readReportFile(path.join(folder, REPORT));
      if (report !== undefined) return [{ run, report }];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      losses.add(`Left out: ${run}. ${error.message}`);
      return [];
    }
    err(`Left out: ${path.join(run, REPORT)} is not a report.json of this version.\n`);
    return [];
  });
  if (runs.length === 0)
    throw new UsageError(
      `There is no run in or below "${name}": no folder has a ledger.ndjson.gz or a report.json. Name a folder that contains runs.`,
    );
  return runs;
}

const REPORT = 'report.json';
const isRun = (folder: string): boolean => existsSync(ledgerIn(folder));

/** Finds the folders with a ledger or a report, at most `depth` levels below `folder`. */
function foldersOf(folder: string, depth: number): readonly string[] {
  if (isRun(folder) || existsSync(path.join(folder, REPORT))) return [folder];
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => foldersOf(path.join(folder, name), depth - 1));
}

/**
 * Reads `report.json`, because that is faster than reading the ledger. If another version of this
 * tool wrote the file, or if it is damaged, the report is made from the ledger.
 */
function reportOf(folder: string, losses: Losses): NamedRun['report'] {
  try {
    const report = readReportFile(path.join(folder, REPORT));
    if (report !== undefined) return report;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  return runReport(losses.ledgerAt(ledgerIn(folder)));
}

/** Returns undefined if there is no file, or if another version of this tool wrote it. */
function readReportFile(file: string): NamedRun['report'] | undefined {
  if (!existsSync(file)) return undefined;
  const place = `The report ${file}`;
  const text = readText(file, place, 'Name an undamaged copy, or the ledger.ndjson.gz of the run.');
  const result = checkSchema('run-report', parseJson(text, place));
  return 'value' in result ? result.value : undefined;
}
