import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type EngineName, engineNames, type Overrides, type Plan } from '../../load/index.js';
import { nearest } from '../../schema/nearest.js';
import { packageRoot } from '../../schema/validate.js';
import { type Target, UsageError } from '../../settings/index.js';
import { makeFolder } from '../write-files.js';

export interface LoadCommandOptions extends Overrides {
  /** A target file; without one assay.target.json or the environment names the target. */
  readonly target?: string | undefined;
  /** Puts the embedded reference server under load instead. */
  readonly reference?: boolean;
  readonly envFile?: readonly string[];
  /** What sends the requests. Default undici for HTTP/2 and through a proxy, else autocannon. */
  readonly engine?: string | undefined;
  /** Threads that share the load. Default 1. */
  readonly workers?: number | undefined;
  /** Runs of the profile; their figures are added up. Default 1. */
  readonly repeat?: number | undefined;
  /** A load-report.json to compare with. */
  readonly baseline?: string | undefined;
  /** A second target file, run in turn with the first and taken for the baseline. */
  readonly baselineTarget?: string | undefined;
  /** Outputs of measurements during the run: `kind=place` each. */
  readonly output?: readonly string[] | undefined;
  /** The most samples a second in a file, chosen at random. Default every one. */
  readonly samples?: number | undefined;
  /**
   * The report in a browser of this machine during the run; a number is the port, true any free
   * one.
   */
  readonly live?: boolean | number | undefined;
  /** Shows what would be sent instead of running. */
  readonly dryRun?: boolean | undefined;
  /** Prints the profile instead of running. */
  readonly print?: boolean | undefined;
  /** A HAR file: prints a profile of its requests instead of running. */
  readonly fromHar?: string | undefined;
  /** Writes a script for another load tester instead of running. */
  readonly export?: string | undefined;
  /** Folder for the reports. Default `reports/<target>/<UTC time>`. */
  readonly out?: string | undefined;
  /** The report as JSON on stdout instead of the summary. */
  readonly json?: boolean | undefined;
  /** Allows the flow handover if the profile and the target permit it. */
  readonly allowDestructive?: boolean | undefined;
  /** No progress on stderr. */
  readonly quiet?: boolean | undefined;
}

const MAX_REPEAT = 100;
const MAX_WORKERS = 64;

/** Options with their values worked out. */
export interface CheckedOptions {
  readonly engine: EngineName | undefined;
  readonly tool: 'artillery' | undefined;
}

/**
 * Looks at what can be wrong without a profile or a target. Throws a UsageError with the option and
 * the remedy.
 */
export function checkOptions(options: LoadCommandOptions): CheckedOptions {
  if (options.reference && options.target !== undefined) {
    throw new UsageError('--reference and --target cannot be combined: leave one of them out.');
  }
  checkNumber('--workers', options.workers, MAX_WORKERS);
  checkNumber('--repeat', options.repeat, MAX_REPEAT);
  checkNumber('--samples', options.samples, Number.MAX_SAFE_INTEGER);
  return {
    engine:
      options.engine === undefined ? undefined : oneOf('--engine', options.engine, engineNames),
    tool:
      options.export === undefined
        ? undefined
        : oneOf('--export', options.export, ['artillery'] as const),
  };
}

/**
 * The plan with its engine. Throws a UsageError for an engine that does not support the profile.
 */
export function planWith(
  plan: Plan,
  asked: EngineName | undefined,
  { connection }: Pick<Target, 'connection'>,
): Plan {
  if (plan.http2 && asked === 'autocannon') {
    throw new UsageError(
      'The profile says "http2": true, which autocannon does not support. Leave out --engine.',
    );
  }
  return { ...plan, engine: asked ?? (plan.http2 || connection?.proxy ? 'undici' : 'autocannon') };
}

/**
 * The file as it is named, or the bundled profile of that name. A folder is no profile: one that is
 * named like a bundled profile does not hide it.
 */
export function profileFile(named: string, cwd: string): string {
  const file = path.resolve(cwd, named);
  const bundled = path.join(packageRoot, 'suites', 'load', `${named}.json`);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  return !isFile && /^[\w-]+$/.test(named) && existsSync(bundled) ? bundled : file;
}

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  const near = nearest(value, known);
  throw new UsageError(
    `${name} ${value} is not known. ${near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`}`,
  );
}

/** A run is not worth its time where its reports cannot be written. */
export function expectFolder(folder: string): void {
  makeFolder(folder);
  try {
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
