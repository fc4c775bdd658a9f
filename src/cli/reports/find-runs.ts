import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { existingLedger, ledgerIn, readLedger } from '../../ledger/index.js';
import { type NamedRun, runReport } from '../../report/index.js';
import { checkSchema } from '../../schema/validate.js';
import { UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';

/**
 * A run is in `reports/<target>/<time>`, which is three levels below the folder that contains
 * `reports`.
 */
const MAX_DEPTH = 3;

/** `name` is a folder, a ledger or a `report.json`. Throws a UsageError for anything else. */
export function namedRun(name: string, { cwd }: Pick<Io, 'cwd'>): NamedRun {
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
    return { run: name, report: reportOf(full) };
  }
  const report = full.endsWith('.json') ? readReportFile(full) : runReport(readLedger(full));
  if (report === undefined)
    throw new UsageError(
      `The file "${name}" is not a report.json of this version. Name the ledger.ndjson.gz of the run.`,
    );
  return { run: name, report };
}

/**
 * Searches the folder and its subfolders. A run is left out if it has no ledger and its
 * `report.json` was written by another version of this tool. Each such run is reported on stderr.
 * Throws a UsageError if there is no run.
 */
export function runsBelow(
  name: string,
  { cwd, err }: Pick<Io, 'cwd' | 'err'>,
): readonly NamedRun[] {
  const full = path.resolve(cwd, name);
  if (statSync(full, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(
      `The folder "${name}" does not exist. Name a folder that contains runs, such as reports.`,
    );
  const runs = foldersOf(full, MAX_DEPTH).flatMap((folder): NamedRun[] => {
    const run = path.join(name, path.relative(full, folder));
    if (isRun(folder)) return [{ run, report: reportOf(folder) }];
    const report = readReportFile(path.join(folder, REPORT));
    if (report !== undefined) return [{ run, report }];
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
 * tool wrote the file, the report is made from the ledger.
 */
const reportOf = (folder: string): NamedRun['report'] =>
  readReportFile(path.join(folder, REPORT)) ?? runReport(readLedger(ledgerIn(folder)));

function readReportFile(file: string): NamedRun['report'] | undefined {
  try {
    const result = checkSchema('run-report', JSON.parse(readFileSync(file, 'utf8')));
    return 'value' in result ? result.value : undefined;
  } catch {
    return undefined;
  }
}
