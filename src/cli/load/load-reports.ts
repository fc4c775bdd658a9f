/** Rebuilds the report of a load run, and compares two load reports. */

import path from 'node:path';
import { isMeasurable, readArtillery, UNMEASURED } from '../../load/artillery/read.js';
import {
  comparisonOf,
  hasUnjudgedLimit,
  type Plan,
  ratioLine,
  readProfile,
  readReport,
  reportOf,
  summary,
  wording,
} from '../../load/index.js';
import { loadReportHtml } from '../../load/report/html/page.js';
import type { LoadReport } from '../../schema/types.js';
import { UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import type { CompareOptions } from '../reports/compare.js';
import { toolVersion } from '../version.js';
import { writeWholeFile } from '../write-files.js';
import { loadExit } from './load.js';
import { writeLoadReport } from './load-files.js';
import { profileFile } from './load-options.js';

export interface LoadReportOptions {
  /** The output file of `artillery run --output`. */
  readonly from?: string;
  /** The profile that Artillery ran. Its thresholds apply with `from`, otherwise only `compare`. */
  readonly profile?: string;
  /** The load-report.json file to compare with. */
  readonly baseline?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export async function loadReportCommand(
  file: string | undefined,
  { from, profile, baseline, out, json = false }: LoadReportOptions,
  io: Io,
): Promise<ExitCode> {
  const inFolder = (name: string): string => path.resolve(io.cwd, name);
  const plan = profile === undefined ? undefined : readProfile(profileFile(profile, io.cwd));
  if (from !== undefined && file !== undefined)
    throw new UsageError('--from already names the file to report on: leave out the other file.');
  const result =
    from === undefined ? readReport(inFolder(file ?? '')) : reportFrom(inFolder(from), plan);
  const report =
    baseline === undefined
      ? result
      : withComparison(result, inFolder(baseline), plan?.compare ?? []);
  if (out !== undefined) io.err(`Reports: ${await writeLoadReport(report, [], out, io.cwd)}\n`);
  io.out(json ? `${JSON.stringify(report)}\n` : summary(report));
  return loadExit(report);
}

type Judged = Pick<Plan, 'name' | 'model' | 'stages' | 'thresholds' | 'compare'>;

/** Without a profile the report has no thresholds, and the scheduled load is unknown. */
function reportFrom(file: string, plan: Plan | undefined): LoadReport {
  const name = path.basename(file, '.json');
  const whole: Judged = plan ?? { name, model: 'open', stages: [], thresholds: [], compare: [] };
  const measurable = whole.thresholds.filter(isMeasurable);
  const run = readArtillery(file, { ...whole, thresholds: measurable });
  const thresholds = measurable.filter((_, at) => run.verdicts[at]?.observed !== undefined);
  const verdicts = run.verdicts.filter(({ observed }) => observed !== undefined);
  const report = reportOf({
    plan: { ...whole, thresholds },
    left: whole.thresholds
      .filter((one) => !thresholds.includes(one))
      .map((one) => `The threshold ${wording(one)}: the result of Artillery has no figure for it.`),
    engine: 'artillery',
    runs: [{ ...run, verdicts }],
    target: { name: path.basename(file), origins: [] },
    version: toolVersion(),
    environment: { node: '', platform: '', cpu: '', cores: 0, workers: 0 },
    unmeasured: UNMEASURED,
  });
  const isUnjudged = whole.thresholds.length > 0 && thresholds.length === 0;
  return isUnjudged ? { ...report, outcome: 'nothing judged' } : report;
}

function withComparison(report: LoadReport, file: string, limits: Plan['compare']): LoadReport {
  const comparison = comparisonOf(path.basename(file), readReport(file), report, limits);
  return { ...report, comparison };
}

/**
 * Compares two load reports. Returns exit code 1 if the current report certainly misses a limit in
 * the profile's `compare`. Returns 3 if a limit cannot be judged, because the figures of a report
 * are unreliable or too few. Without a profile the exit code is 0.
 */
export async function compareLoadReportsCommand(
  baseline: string,
  current: string,
  { profile, html, json = false }: CompareOptions & { readonly profile?: string | undefined },
  io: Io,
): Promise<ExitCode> {
  const inFolder = (name: string): string => path.resolve(io.cwd, name);
  const [before, after] = [baseline, current].map((file) => readReport(inFolder(file)));
  if (!before || !after) throw new UsageError('Name two load reports.');
  const limits = profile === undefined ? [] : readProfile(profileFile(profile, io.cwd)).compare;
  const comparison = comparisonOf(path.basename(baseline), before, after, limits);
  const { ratios, notes = [] } = comparison;
  if (html !== undefined)
    writeWholeFile(inFolder(html), await loadReportHtml({ ...after, comparison }));
  if (json) {
    io.out(`${JSON.stringify(ratios)}\n`);
    for (const note of notes) io.err(`${note}\n`);
  } else io.out([...ratios.map(ratioLine), ...notes].map((line) => `${line}\n`).join(''));
  if (ratios.some(({ held }) => held === false)) return EXIT.broken;
  return hasUnjudgedLimit(comparison) ? EXIT.unjudged : EXIT.holds;
}
