import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareReports, ratioLine, readProfile, readReport, summary } from '../load/index.js';
import { ratiosPage } from '../load/report/html/index.js';
import { UsageError } from '../settings/index.js';
import type { CompareOptions } from './compare.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { loadExit } from './load.js';
import { writeLoadReport } from './load-files.js';

/** `assay report load-report.json`: the reports of a load run again. The exit code is that of the run. */
export async function loadReportCommand(
  file: string,
  { out, json = false }: { readonly out?: string | undefined; readonly json?: boolean | undefined },
  io: Io,
): Promise<ExitCode> {
  const report = readReport(path.resolve(io.cwd, file));
  if (out !== undefined) io.err(`Reports: ${await writeLoadReport(report, [], out, io.cwd)}\n`);
  io.out(json ? `${JSON.stringify(report)}\n` : summary(report));
  return loadExit(report);
}

/**
 * Compares two load-report.json: the ratio of each metric with its confidence interval. 1 where a limit of the
 * profile's `compare` is missed beyond noise; without a profile there is no limit.
 */
export function compareLoadReportsCommand(
  baseline: string,
  current: string,
  { profile, html, json = false }: CompareOptions & { readonly profile?: string | undefined },
  io: Io,
): ExitCode {
  const [before, after] = [baseline, current].map((file) => readReport(path.resolve(io.cwd, file)));
  if (!before || !after) throw new UsageError('Name two load reports.');
  const limits = profile === undefined ? [] : readProfile(path.resolve(io.cwd, profile)).compare;
  const ratios = compareReports(before, after, limits);
  if (html !== undefined) writeFileSync(path.resolve(io.cwd, html), ratiosPage(ratios, before, after));
  if (json) io.out(`${JSON.stringify(ratios)}\n`);
  else if (ratios.length === 0) io.out('Too little was measured to compare.\n');
  else io.out(`${ratios.map(ratioLine).join('\n')}\n`);
  return ratios.some(({ held }) => held === false) ? EXIT.broken : EXIT.holds;
}
