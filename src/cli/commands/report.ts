/** The commands about completed runs: `report`, `open`, `compare`, `history` and `matrix`. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { ledgerIn } from '../../ledger/index.js';
import type { ExitCode, Io } from '../io.js';
import type { LoadReportOptions } from '../load/load-reports.js';
import type { CompareOptions } from '../reports/compare.js';
import type { HistoryOptions } from '../reports/history.js';
import type { ReportOptions } from '../reports/report.js';
import type { SeveralOptions } from '../reports/several-files.js';
import { isLoadReport, onlyOne, parseList, parseWhole } from './arguments.js';
import type { Commands } from './commands.js';

type BothReportOptions = ReportOptions & LoadReportOptions;
type BothCompareOptions = CompareOptions & { readonly profile?: string };

export function reportCommands({ command, done, io }: Commands): void {
  command('report [ledger...]', 'Rebuild reports from a ledger or a load-report.json')
    .option('--from <file>', 'a result of Artillery (artillery run --output)')
    .option('--profile <file>', 'with --from: the profile that was exported')
    .option('--baseline <file>', 'a load-report.json to compare a load report with')
    .option('--reporter <names>', 'which reports; default terminal', parseList)
    .option('--out <dir>', 'folder for files; default: print')
    .option('--json', 'print the report as one JSON document')
    .action(async (files: readonly string[], options: BothReportOptions) =>
      done(await rebuildReport(files, options, io)),
    );

  command('open [run]', 'Open the report of a run, by default the last, in a browser').action(
    async (run: string | undefined) =>
      done(await (await import('../reports/open.js')).openCommand(run, io)),
  );

  command('compare <before> <after>', 'Show what changed between two runs or load reports')
    .option('--profile <file>', 'for load reports: the profile that limits changes')
    .option('--html <file>', 'also write an HTML page')
    .option('--json', 'as one JSON document')
    .action(async (before: string, after: string, options: BothCompareOptions) =>
      done(await compareReports([before, after], options, io)),
    );

  command('history <dir...>', 'Show the trend of each target over its runs')
    .option('--keep <n>', 'delete all but the last n runs of each target', parseWhole(1))
    .option('--out <dir>', 'write pages, Markdown and JSON there')
    .option('--json', 'as one JSON document')
    .action(async (folders: readonly string[], options: HistoryOptions) =>
      done((await import('../reports/history.js')).historyCommand(folders, options, io)),
    );

  command('matrix <run...>', 'Compare implementations side by side, by clause')
    .option('--out <dir>', 'write pages, Markdown, JSON and badges there')
    .option('--json', 'as one JSON document')
    .action(async (runs: readonly string[], options: SeveralOptions) =>
      done((await import('../reports/matrix.js')).matrixCommand(runs, options, io)),
    );
}

/**
 * Replaces the folder of a load run by its `load-report.json`. Replaces a `report.json` by its
 * folder, because other `.json` files are read as load reports. Any other name stays unchanged.
 */
function reportAt(name: string, { cwd }: Io): string {
  const full = path.resolve(cwd, name);
  if (path.basename(full) === 'report.json') return path.dirname(full);
  const ofLoad = path.join(full, 'load-report.json');
  return existsSync(ofLoad) && !existsSync(ledgerIn(full)) ? ofLoad : name;
}

/** Rebuilds the report of a file, or of the last run if no file is given. */
async function rebuildReport(
  files: readonly string[],
  options: BothReportOptions,
  io: Io,
): Promise<ExitCode> {
  const file = files.length === 0 ? undefined : onlyOne(files);
  if (options.from !== undefined || files.some(isLoadReport)) {
    const { loadReportCommand } = await import('../load/load-reports.js');
    return loadReportCommand(file, options, io);
  }
  const { latestLedger } = await import('../reports/latest.js');
  const { reportCommand } = await import('../reports/report.js');
  return reportCommand(file ?? latestLedger(io.cwd), options, io);
}

async function compareReports(
  names: readonly [before: string, after: string],
  options: BothCompareOptions,
  io: Io,
): Promise<ExitCode> {
  const [before = '', after = ''] = names.map((name) => reportAt(name, io));
  if (isLoadReport(before) && isLoadReport(after)) {
    const { compareLoadReportsCommand } = await import('../load/load-reports.js');
    return compareLoadReportsCommand(before, after, options, io);
  }
  const { compareCommand } = await import('../reports/compare.js');
  return compareCommand(before, after, options, io);
}
