import path from 'node:path';
import { historyHtml, historyMarkdown, historyOf } from '../../report/index.js';
import { visible } from '../../report/visible.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { runsBelow } from './find-runs.js';
import { giveFiles, type SeveralOptions } from './several-files.js';

/**
 * `assay history DIR…`: the trend of each target over the runs in and below the folders. Judges
 * nothing: always 0.
 */
export function historyCommand(
  folders: readonly string[],
  options: SeveralOptions,
  io: Io,
): ExitCode {
  // Folders may lie in one another; a run counts once.
  const runs = new Map(
    folders
      .flatMap((folder) => runsBelow(folder, io))
      .map((run) => [path.resolve(io.cwd, run.run), run]),
  );
  const history = historyOf([...runs.values()]);
  const files = {
    'history.html': historyHtml(history),
    'history.md': historyMarkdown(history),
    'history.json': `${visible(JSON.stringify(history, null, 2))}\n`,
  };
  giveFiles(files, ['history.json', 'history.md'], options, io);
  return EXIT.holds;
}
