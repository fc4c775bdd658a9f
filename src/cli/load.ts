import path from 'node:path';
import { Lost } from '../http/index.js';
import { writeArtillery } from '../load/artillery/index.js';
import type { Plan } from '../load/index.js';
import {
  compareReports,
  type LoadOptions,
  type Prepared,
  prepare,
  progressLine,
  readProfile,
  readReport,
  reportRuns,
  runOnce,
  runSearch,
  summary,
  Unfit,
} from '../load/index.js';
import type { LoadReport } from '../schema/types.js';
import { loadTarget, type Target, targetFrom, UsageError } from '../target/index.js';
import { writeLoadReport } from './load-files.js';
import { type ReferenceThread, startReferenceThread } from './reference-thread.js';

export interface LoadCommandOptions {
  /** A target file; without one the environment, and without that the reference server. */
  readonly target?: string | undefined;
  readonly envFile?: readonly string[] | undefined;
  /** Threads that share the load. Default 1. */
  readonly workers?: number | undefined;
  /** Runs of the profile; their figures are added up. Default 1. */
  readonly repeat?: number | undefined;
  /** A load-report.json to compare with. */
  readonly baseline?: string | undefined;
  /** A second target file, run in turn with the first and taken for the baseline. */
  readonly baselineTarget?: string | undefined;
  /** Writes a script for another load tester instead of running. */
  readonly export?: string | undefined;
  /** Folder for the reports. Default `reports/<target>/<UTC time>`. */
  readonly out?: string | undefined;
  /** The report as JSON on stdout instead of the summary. */
  readonly json?: boolean | undefined;
  /** No progress on stderr. */
  readonly quiet?: boolean | undefined;
}

/** The outside world of a command. */
export interface LoadIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  /** Ends the run with a report of what there is. */
  readonly signal?: AbortSignal;
  /** Starts the server that is put under load where no target is configured. Default: in a thread. */
  readonly reference?: () => Promise<ReferenceThread>;
}

const EXIT = { held: 0, missed: 1, usage: 2, 'nothing judged': 3, interrupted: 130 } as const;
const MAX_REPEAT = 100;
const MAX_WORKERS = 64;

/**
 * `assay load PROFILE`. Resolves with the exit code: 0 all thresholds hold, 1 one does not, 2 wrong profile, target or
 * options, 3 the target could not be judged, 130 interrupted. Rejects with what is a fault of ours.
 */
export async function loadCommand(profilePath: string, options: LoadCommandOptions, io: LoadIo): Promise<number> {
  let reference: ReferenceThread | undefined;
  try {
    checkNumber('--workers', options.workers, MAX_WORKERS);
    checkNumber('--repeat', options.repeat, MAX_REPEAT);
    const plan = readProfile(path.resolve(io.cwd, profilePath));
    const baseline = options.baseline === undefined ? undefined : readReport(path.resolve(io.cwd, options.baseline));
    let target = targetOf(options.target, options, io);
    if (!target) {
      reference = await (io.reference ?? startReferenceThread)();
      target = targetFrom(reference.target, 'reference');
      if (!options.quiet)
        io.stderr('No target is configured: the reference server of this machine is put under load.\n');
    }
    const prepared = await prepare(plan, target, io.signal);
    if (options.export !== undefined) return await exported(options.export, prepared, options, io);
    const report = await run(prepared, baseline, options, io);
    const folder = await writeLoadReport(report, prepared, options.out, io.cwd);
    io.stdout(options.json ? `${JSON.stringify(report)}\n` : summary(report));
    if (!options.quiet) io.stderr(`Reports: ${folder}\n`);
    const slower = report.comparison?.ratios.some(({ held }) => held === false) ?? false;
    return report.outcome === 'held' && slower ? EXIT.missed : EXIT[report.outcome];
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr(`${error.message}\n`);
      return EXIT.usage;
    }
    if (io.signal?.aborted && error instanceof Lost) return EXIT.interrupted;
    if (error instanceof Unfit || error instanceof Lost) {
      io.stderr(`The target could not be judged: ${error.message}\n`);
      return EXIT['nothing judged'];
    }
    throw error;
  } finally {
    await reference?.close();
  }
}

async function run(
  prepared: Prepared,
  stored: LoadReport | undefined,
  options: LoadCommandOptions,
  io: LoadIo,
): Promise<LoadReport> {
  const { workers = 1, repeat = 1 } = options;
  const settings: LoadOptions = {
    version: io.version,
    workers,
    ...(io.signal === undefined ? {} : { signal: io.signal }),
    ...(options.quiet ? {} : { point: (plan: Plan, point) => io.stderr(`${progressLine(plan, point)}\n`) }),
  };
  const searched = await runSearch(prepared, settings);
  if (searched) return searched;
  const other = await baselineTarget(prepared.plan, options, io);
  const runs = [];
  const otherRuns = [];
  for (let turn = 0; turn < repeat && !io.signal?.aborted; turn += 1) {
    // In turn, so that what changes on the machine with time changes for both.
    if (other) otherRuns.push(await runOnce(other, settings));
    runs.push(await runOnce(prepared, settings));
  }
  const report = reportRuns(prepared, runs, settings);
  const baseline = other && otherRuns.length > 0 ? reportRuns(other, otherRuns, settings) : stored;
  if (!baseline) return report;
  const name = other ? `the target ${other.target.name}` : path.basename(options.baseline ?? '');
  return { ...report, comparison: { baseline: name, ratios: compareReports(baseline, report, prepared.plan.compare) } };
}

async function baselineTarget(plan: Plan, options: LoadCommandOptions, io: LoadIo): Promise<Prepared | undefined> {
  if (options.baselineTarget === undefined) return undefined;
  const target = targetOf(options.baselineTarget, options, io);
  return target && prepare(plan, target, io.signal);
}

async function exported(tool: string, prepared: Prepared, options: LoadCommandOptions, io: LoadIo): Promise<number> {
  if (tool !== 'artillery') throw new UsageError(`--export ${tool} is not known. Known: artillery.`);
  const file = await writeArtillery(prepared, path.resolve(io.cwd, options.out ?? '.'));
  io.stderr(`Artillery script: ${file}\n`);
  return EXIT.held;
}

const targetOf = (file: string | undefined, { envFile }: LoadCommandOptions, io: LoadIo): Target | undefined =>
  loadTarget({ file, envFiles: envFile ?? [], environment: io.environment, cwd: io.cwd });

function checkNumber(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
  throw new UsageError(`${name} is ${value}. Give a whole number from 1 to ${most}.`);
}
