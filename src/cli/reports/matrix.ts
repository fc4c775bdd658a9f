import { badgeReport } from '../../report/badge.js';
import { matrixHtml, matrixMarkdown, matrixOf } from '../../report/index.js';
import { visible } from '../../report/visible.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { namedRun } from './find-runs.js';
import { Losses } from './losses.js';
import { fileName } from './report-files.js';
import { type SeveralOptions, writeOrPrint } from './several-files.js';

/** The longest part of a target's name in the file name of its badge. */
const MAX_NAME_LENGTH = 60;

/** The command `assay matrix`. The exit code is 0, or 3 if a ledger is cut off. */
export function matrixCommand(names: readonly string[], options: SeveralOptions, io: Io): ExitCode {
  const losses = new Losses(io);
  const runs = names.map((name) => namedRun(name, losses, io));
  const matrix = matrixOf(runs);
  const badges = new Map<string, string>();
  for (const { report } of runs) {
    const name = `badge-${fileName(report.target.name).slice(0, MAX_NAME_LENGTH)}`;
    const isTaken = badges.has(`${name}.svg`);
    const file = isTaken ? `${name}-${badges.size + 1}.svg` : `${name}.svg`;
    badges.set(file, badgeReport(report));
  }
  const files = {
    'matrix.html': matrixHtml(matrix),
    'matrix.md': matrixMarkdown(matrix),
    'matrix.json': `${visible(JSON.stringify(matrix, null, 2))}\n`,
    ...Object.fromEntries(badges),
  };
  writeOrPrint(files, ['matrix.json', 'matrix.md'], options, io);
  return losses.codeFor(EXIT.holds);
}
