import { existsSync } from 'node:fs';
import path from 'node:path';
import { ledgerIn } from '../../ledger/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { matrixCommand } from '../reports/matrix.js';
import { fileName } from '../reports/report-files.js';
import { type PreparedRun, prepareRun } from './run-one.js';
import type { RunCommandOptions } from './run-options.js';
import { type RanTarget, targetsSummary } from './targets-summary.js';

interface NamedTarget {
  readonly file: string;
  readonly target: Target;
}

/** The exit codes, from the most to the least important. */
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
 * Runs several targets in turn and prints a summary. Throws a UsageError for an invalid target
 * before the first request. If runs throw errors, the first error is thrown after the last run. An
 * interruption ends all runs. Returns the worst exit code.
 */
export async function runSeveral(
  targets: readonly NamedTarget[],
  options: Omit<RunCommandOptions, 'target'>,
  io: Io,
): Promise<ExitCode> {
  refuseOptionsForOneTarget(options);
  refuseSameName(targets);
  const prepared = targets.map(({ file, target }) => {
    const out =
      options.out === undefined ? {} : { out: path.join(options.out, fileName(target.name)) };
    return { name: target.name, ...prepareRun(target, { ...options, ...out, target: file }, io) };
  });
  const { ran, firstError } = options.json
    ? await runAsJsonArray(prepared, io)
    : await runInTurn(prepared, io);
  if (!options.json && !options.dryRun) io.out(targetsSummary(ran, io.cwd));
  if (!options.dryRun) writeMatrix(ran, path.join(options.out ?? 'reports', 'matrix'), io);
  if (firstError !== undefined) throw firstError.thrown;
  if (io.signal.aborted) return EXIT.interrupted;
  return WORST_FIRST.find((worst) => ran.some(({ code }) => code === worst)) ?? EXIT.holds;
}

interface NamedRun extends PreparedRun {
  readonly name: string;
}

interface RunsInTurn {
  readonly ran: readonly RanTarget[];
  readonly firstError: { readonly thrown: unknown } | undefined;
}

/** No run starts after an interruption. */
async function runInTurn(runs: readonly NamedRun[], io: Io): Promise<RunsInTurn> {
  const ran: RanTarget[] = [];
  let firstError: RunsInTurn['firstError'];
  for (const { name, folder, go } of runs) {
    if (io.signal.aborted) {
      ran.push({ name, folder });
      continue;
    }
    io.out(`Target       ${name}\n`);
    try {
      ran.push({ name, folder, code: await go(io) });
    } catch (thrown) {
      firstError ??= { thrown };
      ran.push({ name, folder });
    }
    io.out('\n');
  }
  return { ran, firstError };
}

async function runAsJsonArray(runs: readonly NamedRun[], io: Io): Promise<RunsInTurn> {
  const documents: string[] = [];
  const collected = runs.map(
    ({ name, folder, go }): NamedRun => ({
      name,
      folder,
      go: (shown) => go({ ...shown, out: (text) => void documents.push(text.trimEnd()) }),
    }),
  );
  const result = await runInTurn(collected, { ...io, out: () => undefined });
  io.out(`[\n${documents.join(',\n')}\n]\n`);
  return result;
}

/**
 * Writes a matrix that compares the implementations, if at least two runs have a ledger. The ledger
 * is the record of a run.
 */
function writeMatrix(ran: readonly RanTarget[], out: string, io: Io): void {
  const judged = ran.flatMap(({ folder }) =>
    folder !== undefined && existsSync(ledgerIn(folder)) ? [path.relative(io.cwd, folder)] : [],
  );
  if (judged.length > 1) matrixCommand(judged, { out }, io);
}

function refuseOptionsForOneTarget({
  resume,
  rerun,
  updateBaseline,
}: Omit<RunCommandOptions, 'target'>): void {
  const given = { '--resume': resume, '--rerun': rerun, '--update-baseline': updateBaseline };
  const [wrong] = Object.entries(given).flatMap(([option, value]) => (value ? [option] : []));
  if (wrong !== undefined)
    throw new UsageError(`${wrong} applies to one target: give one --target.`);
}

/** Each target needs its own folder, and some file systems ignore the letter case of names. */
function refuseSameName(targets: readonly NamedTarget[]): void {
  const known = new Map<string, NamedTarget>();
  for (const named of targets) {
    const { file, target } = named;
    const folder = fileName(target.name).toLowerCase();
    const other = known.get(folder);
    if (other !== undefined) {
      const problem =
        other.target.name === target.name
          ? `are both named ${target.name}`
          : `are named ${other.target.name} and ${target.name}, which would be the same folder`;
      throw new UsageError(`${other.file} and ${file} ${problem}: give each a different "name".`);
    }
    known.set(folder, named);
  }
}
