import { existsSync } from 'node:fs';
import path from 'node:path';
import { ledgerIn } from '../../ledger/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { matrixCommand } from '../reports/matrix.js';
import { fileName } from '../reports/report-files.js';
import { prepareRun } from './run-one.js';
import type { RunCommandOptions } from './run-options.js';
import { type RanTarget, targetsSummary } from './targets-summary.js';

/** A target, and the file that it was read from. */
interface NamedTarget {
  readonly file: string;
  readonly target: Target;
}

/** The most important of several outcomes. */
const WORST_FIRST: readonly ExitCode[] = [
  EXIT.fault,
  EXIT.usage,
  EXIT.hungUp,
  EXIT.interrupted,
  EXIT.terminated,
  EXIT.broken,
  EXIT.unjudged,
  EXIT.holds,
];

/**
 * Runs several targets in turn, each with a folder of its own, and sums them up. What is wrong with
 * any of them is a UsageError before the first request. A run that ends by a fault, or by what the
 * machine refuses, keeps no other from being made; it is thrown on at the end. An interruption ends
 * them all. Answers the worst exit code.
 */
export async function runSeveral(
  targets: readonly NamedTarget[],
  options: Omit<RunCommandOptions, 'target'>,
  io: Io,
): Promise<ExitCode> {
  refuseOneOnly(options);
  refuseSameName(targets);
  const prepared = targets.map(({ file, target }) => {
    const out =
      options.out === undefined ? {} : { out: path.join(options.out, fileName(target.name)) };
    return { name: target.name, ...prepareRun(target, { ...options, ...out, target: file }, io) };
  });
  const documents: string[] = [];
  const ran: RanTarget[] = [];
  let thrown: { readonly error: unknown } | undefined;
  for (const { name, folder, go } of prepared) {
    if (io.signal.aborted) {
      ran.push({ name, folder });
      continue;
    }
    if (!options.json) io.out(`Target       ${name}\n`);
    try {
      const code = await go(
        options.json ? { ...io, out: (text) => void documents.push(text) } : io,
      );
      ran.push({ name, folder, code });
    } catch (error) {
      thrown ??= { error };
      ran.push({ name, folder });
    }
    if (!options.json) io.out('\n');
  }
  if (options.json) io.out(`[\n${documents.map((text) => text.trimEnd()).join(',\n')}\n]\n`);
  else if (!options.dryRun) io.out(targetsSummary(ran, io.cwd));
  if (!options.dryRun) putSideBySide(ran, path.join(options.out ?? 'reports', 'matrix'), io);
  if (thrown !== undefined) throw thrown.error;
  if (io.signal.aborted) return EXIT.interrupted;
  return WORST_FIRST.find((worst) => ran.some(({ code }) => code === worst)) ?? EXIT.holds;
}

/** Implementations side by side, if at least two have a report. */
function putSideBySide(ran: readonly RanTarget[], out: string, io: Io): void {
  const judged = ran.flatMap(({ folder }) =>
    folder !== undefined && existsSync(ledgerIn(folder)) ? [path.relative(io.cwd, folder)] : [],
  );
  if (judged.length > 1) matrixCommand(judged, { out }, io);
}

/** What belongs to the run of one target. */
function refuseOneOnly({ resume, rerun, updateBaseline }: Omit<RunCommandOptions, 'target'>): void {
  const given = { '--resume': resume, '--rerun': rerun, '--update-baseline': updateBaseline };
  const [wrong] = Object.entries(given).flatMap(([option, value]) => (value ? [option] : []));
  if (wrong !== undefined)
    throw new UsageError(`${wrong} applies to one target: give one --target.`);
}

/**
 * Folders are named after targets, also where a file system takes upper and lower case for the
 * same.
 */
function refuseSameName(targets: readonly NamedTarget[]): void {
  const files = new Map<string, string>();
  for (const { file, target } of targets) {
    const name = fileName(target.name).toLowerCase();
    const other = files.get(name);
    if (other !== undefined)
      throw new UsageError(
        `${other} and ${file} are both named ${target.name}: give each a different "name".`,
      );
    files.set(name, file);
  }
}
