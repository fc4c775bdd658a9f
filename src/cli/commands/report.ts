import type { LoadReportOptions } from '../load/load-reports.js';
import type { CompareOptions } from '../reports/compare.js';
import type { HistoryOptions } from '../reports/history.js';
import type { ReportOptions } from '../reports/report.js';
import type { SeveralOptions } from '../reports/several-files.js';
import { isLoadReport, listed, onlyOne, whole } from './arguments.js';
import type { Commands } from './commands.js';

/** Reports of runs that are over. */
export function reportCommands({ command, done, io }: Commands): void {
  command('report [ledger...]', 'Rebuild reports from a ledger or a load-report.json')
    .option('--from <file>', 'a result of another engine: artillery run --output')
    .option('--profile <file>', 'with --from: the profile that was exported')
    .option('--baseline <file>', 'a load-report.json to compare a load report with')
    .option('--reporter <names>', 'which reports; default terminal', listed)
    .option('--out <dir>', 'folder for files; default: print')
    .option('--json', 'print a load report as one JSON document')
    .action(async (files: readonly string[], options: ReportOptions & LoadReportOptions) =>
      done(
        options.from !== undefined || files.some(isLoadReport)
          ? await (await import('../load/load-reports.js')).loadReportCommand(
              files.length === 0 ? undefined : onlyOne(files),
              options,
              io,
            )
          : await (await import('../reports/report.js')).reportCommand(
              files.length === 0
                ? (await import('../reports/latest.js')).latestLedger(io.cwd)
                : onlyOne(files),
              options,
              io,
            ),
      ),
    );

  command('open [run]', 'Open the report of a run, by default the last, in a browser').action(
    async (run: string | undefined) =>
      done(await (await import('../reports/open.js')).openCommand(run, io)),
  );

  command('compare <before> <after>', 'Show what changed between two runs or load reports')
    .option('--profile <file>', 'for load reports: the profile with limits on ratios')
    .option('--html <file>', 'write it as a page too')
    .option('--json', 'as one JSON document')
    .action(
      async (
        before: string,
        after: string,
        options: CompareOptions & { readonly profile?: string },
      ) =>
        done(
          isLoadReport(before) && isLoadReport(after)
            ? await (await import('../load/load-reports.js')).compareLoadReportsCommand(
                before,
                after,
                options,
                io,
              )
            : await (await import('../reports/compare.js')).compareCommand(
                before,
                after,
                options,
                io,
              ),
        ),
    );

  command('history <dir...>', 'Show the trend of each target over its runs')
    .option('--keep <n>', 'remove all but the last so many runs of each target', whole(1))
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
