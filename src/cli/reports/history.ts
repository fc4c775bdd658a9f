/** The command `assay history`. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import { historyHtml, historyMarkdown, historyOf, type NamedRun } from '../../report/index.js';
import { visible } from '../../report/visible.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { runsBelow } from './find-runs.js';
import { giveFiles, type SeveralOptions } from './several-files.js';

/** The options of `assay history`. */
export interface HistoryOptions extends SeveralOptions {
  /**
   * The number of runs of each target to keep. Older runs are removed. Default: all are kept.
   */
  readonly keep?: number;
}

/**
 * Reports the history of each target over the runs in and below the folders. The exit code is
 * always 0.
 */
export function historyCommand(
  folders: readonly string[],
  { keep, ...options }: HistoryOptions,
  io: Io,
): ExitCode {
  // One folder may contain another, so each run is counted once.
  const found = new Map(
    folders
      .flatMap((folder) => runsBelow(folder, io))
      .map((run) => [path.resolve(io.cwd, run.run), run]),
  );
  const named = folders.map((folder) => path.resolve(io.cwd, folder));
  const gone = keep === undefined ? [] : foldersBeyond([...found], keep);
  for (const folder of gone) {
    // A folder that the user named is never removed.
    if (named.includes(folder)) continue;
    rmSync(folder, { recursive: true });
    found.delete(folder);
  }
  if (gone.length > 0)
    io.err(
      `Removed: ${gone.length} ${gone.length === 1 ? 'run' : 'runs'} beyond the last ${keep} of a target.\n`,
    );
  const history = historyOf([...found.values()]);
  const files = {
    'history.html': historyHtml(history),
    'history.md': historyMarkdown(history),
    'history.json': `${visible(JSON.stringify(history, null, 2))}\n`,
  };
  giveFiles(files, ['history.json', 'history.md'], options, io);
  return EXIT.holds;
}

/**
 * The folders of all runs except the last `keep` runs of each target. Interrupted runs count as
 * runs.
 */
function foldersBeyond(
  runs: readonly (readonly [folder: string, run: NamedRun])[],
  keep: number,
): string[] {
  const inOrder = [...runs].sort(([, a], [, b]) =>
    b.report.startedAt.localeCompare(a.report.startedAt),
  );
  const seen = new Map<string, number>();
  return inOrder.flatMap(([folder, { report }]) => {
    const count = (seen.get(report.target.name) ?? 0) + 1;
    seen.set(report.target.name, count);
    return count > keep ? [folder] : [];
  });
}
