import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Lost } from '../http/index.js';
import { writeArtillery } from '../load/artillery/index.js';
import type { Plan } from '../load/index.js';
import {
  compareReports,
  expectPermitted,
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
import { packageRoot } from '../schema/validate.js';
import { loadTarget, type Target, targetFrom, UsageError } from '../target/index.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { writeLoadReport } from './load-files.js';
import { type ReferenceThread, startReferenceThread } from './reference-thread.js';
import { toolVersion } from './version.js';

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
  /** Lets the flow handover run where the profile and the target allow it. */
  readonly allowDestructive?: boolean | undefined;
  /** No progress on stderr. */
  readonly quiet?: boolean | undefined;
}

/** Starts the server that is put under load where no target is configured. */
export type StartReference = () => Promise<ReferenceThread>;

const EXITS = {
  held: EXIT.holds,
  missed: EXIT.broken,
  'nothing judged': EXIT.unjudged,
  interrupted: EXIT.interrupted,
} as const;
const MAX_REPEAT = 100;
const MAX_WORKERS = 64;

/**
 * `assay load PROFILE`, a file or the name of a profile that comes along. Resolves with the exit code: 0 all thresholds
 * hold, 1 one does not, 3 the target could not be judged, 130 interrupted. Rejects with a UsageError for a wrong profile,
 * target or option, before anything is sent.
 */
export async function loadCommand(
  profilePath: string,
  options: LoadCommandOptions,
  io: Io,
  startReference: StartReference = startReferenceThread,
): Promise<ExitCode> {
  let reference: ReferenceThread | undefined;
  try {
    checkNumber('--workers', options.workers, MAX_WORKERS);
    checkNumber('--repeat', options.repeat, MAX_REPEAT);
    if (options.export !== undefined && options.export !== 'artillery')
      throw new UsageError(`--export ${options.export} is not known. Known: artillery.`);
    const plan = readProfile(profileFile(profilePath, io.cwd));
    const baseline = options.baseline === undefined ? undefined : readReport(path.resolve(io.cwd, options.baseline));
    const other = options.baselineTarget === undefined ? undefined : targetOf(options.baselineTarget, options, io);
    if (other !== undefined) expectPermitted(other, plan);
    if (options.out !== undefined) expectFolder(path.resolve(io.cwd, options.out));
    let target = targetOf(options.target, options, io);
    if (!target) {
      reference = await startReference();
      target = targetFrom(reference.target, 'reference');
      if (!options.quiet) io.err('No target is configured: the reference server of this machine is put under load.\n');
    }
    const prepared = await prepare(plan, target, io.signal, { destructive: options.allowDestructive ?? false });
    if (options.export !== undefined) return await exported(prepared, options, io);
    const report = await run(prepared, baseline, options, io);
    const folder = await writeLoadReport(report, target.secrets, options.out, io.cwd);
    io.out(options.json ? `${JSON.stringify(report)}\n` : summary(report));
    if (!options.quiet) io.err(`Reports: ${folder}\n`);
    const slower = report.comparison?.ratios.some(({ held }) => held === false) ?? false;
    return report.outcome === 'held' && slower ? EXITS.missed : EXITS[report.outcome];
  } catch (error) {
    if (io.signal.aborted && error instanceof Lost) return EXITS.interrupted;
    if (error instanceof Unfit || error instanceof Lost) {
      io.err(`The target could not be judged: ${error.message}\n`);
      return EXITS['nothing judged'];
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
  io: Io,
): Promise<LoadReport> {
  const { workers = 1, repeat = 1 } = options;
  const settings: LoadOptions = {
    version: toolVersion(),
    workers,
    signal: io.signal,
    ...(options.quiet ? {} : { point: (plan: Plan, point) => io.err(`${progressLine(plan, point)}\n`) }),
  };
  const searched = await runSearch(prepared, settings);
  if (searched) return searched;
  const other = await baselineTarget(prepared.plan, options, io);
  const runs = [];
  const otherRuns = [];
  for (let turn = 0; turn < repeat && !io.signal.aborted; turn += 1) {
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

async function baselineTarget(plan: Plan, options: LoadCommandOptions, io: Io): Promise<Prepared | undefined> {
  if (options.baselineTarget === undefined) return undefined;
  const target = targetOf(options.baselineTarget, options, io);
  return target && prepare(plan, target, io.signal, { destructive: options.allowDestructive ?? false });
}

async function exported(prepared: Prepared, options: LoadCommandOptions, io: Io): Promise<ExitCode> {
  const { file, variables, notes } = await writeArtillery(prepared, path.resolve(io.cwd, options.out ?? '.'));
  io.err([`Artillery script: ${file}`, ...notes].map((line) => `${line}\n`).join(''));
  if (variables.length > 0) io.err(`Set where it runs: ${variables.join(', ')}\n`);
  io.err(`Run it with: artillery run ${file}, or on Fargate with: artillery run-fargate ${file}\n`);
  return EXITS.held;
}

/** The file as it is named, or the profile of that name that comes along. */
function profileFile(named: string, cwd: string): string {
  const file = path.resolve(cwd, named);
  const bundled = path.join(packageRoot, 'suites', 'load', `${named}.json`);
  return !existsSync(file) && /^[\w-]+$/.test(named) && existsSync(bundled) ? bundled : file;
}

const targetOf = (file: string | undefined, { envFile }: LoadCommandOptions, io: Io): Target | undefined =>
  loadTarget({ file, envFiles: envFile ?? [], environment: io.environment, cwd: io.cwd });

/** A run is not worth its time where its reports cannot be written. Throws a UsageError with the path and the reason. */
function expectFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(
      `--out ${folder} cannot be written to: ${error instanceof Error ? error.message : error}. Name another folder.`,
    );
  }
}

function checkNumber(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
  throw new UsageError(`${name} is ${value}. Give a whole number from 1 to ${most}.`);
}
