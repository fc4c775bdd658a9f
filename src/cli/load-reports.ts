import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareReports, mergeReports, ratioLine, readProfile, readReport, summary } from '../load/index.js';
import { ratiosPage } from '../load/report/html/index.js';
import type { LoadReport } from '../schema/types.js';
import { UsageError } from '../settings/index.js';
import type { CompareOptions } from './compare.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { loadExit } from './load.js';
import { writeLoadReport } from './load-files.js';

/**
 * Merges the load-report.json of several machines that sent the same profile side by side: their histograms are added
 * exactly and the thresholds judged anew. 1 where one is missed.
 */
export async function mergeLoadReportsCommand(
  files: readonly string[],
  { out, json = false }: { readonly out?: string | undefined; readonly json?: boolean | undefined },
  io: Io,
): Promise<ExitCode> {
  const [first, ...rest] = files.map((file) => readReport(path.resolve(io.cwd, file)));
  if (!first) throw new UsageError('Name the load reports to merge.');
  const stranger = rest.find(({ profile }) => profile.name !== first.profile.name);
  if (stranger) {
    throw new UsageError(
      `These reports are of different profiles, ${first.profile.name} and ${stranger.profile.name}: ` +
        'merge those of one profile, or compare two.',
    );
  }
  expectWhole([first, ...rest]);
  const merged = mergeReports([first, ...rest]);
  if (out !== undefined) io.err(`Reports: ${await writeLoadReport(merged, [], out, io.cwd)}\n`);
  io.out(json ? `${JSON.stringify(merged)}\n` : summary(merged));
  return loadExit(merged);
}

/** Parts of one schedule are merged when all of them are there, each once. */
function expectWhole(reports: readonly LoadReport[]): void {
  const shares = reports.flatMap(({ share }) => share ?? []);
  const of = shares[0]?.of ?? 0;
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter(
    (index) => shares.filter((share) => share.index === index && share.of === of).length !== 1,
  );
  if (shares.length === 0 || (missing.length === 0 && shares.length === of && reports.length === of)) return;
  throw new UsageError(
    `These reports are not the ${of} parts of one schedule, each once: look at ${missing.map((index) => `${index}/${of}`).join(', ') || 'those without --share'}. ` +
      'Name the report of every part.',
  );
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
