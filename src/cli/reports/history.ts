/** The command `assay history`. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import { historyHtml, historyMarkdown, historyOf, type NamedRun } from '../../report/index.js';
import { visible } from '../../report/visible.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { runsBelow } from './find-runs.js';
import { Losses } from './losses.js';
import { type SeveralOptions, writeOrPrint } from './several-files.js';

export interface HistoryOptions extends SeveralOptions {
  /**
   * The number of runs of each target to keep. Older runs are removed from the disk. Default: all.
   */
  readonly keep?: number;
}

/**
 * Reports the runs in the folders and their subfolders. The exit code is 0, whatever the verdicts
 * of the runs are, or 3 if a file of a run is damaged. Throws a UsageError for a folder without a
 * run.
 */
export function historyCommand(
  folders: readonly string[],
  { keep, ...options }: HistoryOptions,
  io: Io,
): ExitCode {
  const losses = new Losses(io);
  // If one folder contains another, the runs of the inner one are found twice, and kept once.
  const reports = new Map(
    folders
      .flatMap((folder) => runsBelow(folder, losses, io))
      .map((run) => [path.resolve(io.cwd, run.run), run]),
  );
  // Folders that the user named are never removed.
  const named = folders.map((folder) => path.resolve(io.cwd, folder));
  const old = keep === undefined ? [] : foldersOfOldRuns([...reports], keep);
  const removed = old.filter((folder) => !named.includes(folder));
  for (const folder of removed) {
    rmSync(folder, { recursive: true });
    reports.delete(folder);
  }
  if (removed.length > 0) {
    const runs = removed.length === 1 ? '1 run' : `${removed.length} runs`;
    io.err(`Removed ${runs}. Kept the last ${keep} of each target.\n`);
  }
  const history = historyOf([...reports.values()]);
  const files = {
    'history.html': historyHtml(history),
    'history.md': historyMarkdown(history),
    'history.json': `${visible(JSON.stringify(history, null, 2))}\n`,
  };
  writeOrPrint(files, ['history.json', 'history.md'], options, io);
  return losses.codeFor(EXIT.holds);
}

/** The folders of all runs except the last `keep` runs of each target. */
function foldersOfOldRuns(
  runs: readonly (readonly [folder: string, run: NamedRun])[],
  keep: number,
): string[] {
  const newestFirst = [...runs].sort(([, a], [, b]) =>
    b.report.startedAt.localeCompare(a.report.startedAt),
  );
  const counts = new Map<string, number>();
  return newestFirst.flatMap(([folder, { report }]) => {
    const count = (counts.get(report.target.name) ?? 0) + 1;
    counts.set(report.target.name, count);
    return count > keep ? [folder] : [];
  });
}
