/** The options of `assay load`, and the checks that need no target. */

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type EngineName, engineNames, type Overrides, type Plan } from '../../load/index.js';
import { nearest } from '../../schema/nearest.js';
import { packageRoot } from '../../schema/validate.js';
import { type Target, UsageError } from '../../settings/index.js';
import { makeFolder } from '../write-files.js';

/** The options of `assay load`. */
export interface LoadCommandOptions extends Overrides {
  /** A target file. By default assay.target.json or the environment names the target. */
  readonly target?: string | undefined;
  /** Whether the embedded reference server is tested instead. */
  readonly reference?: boolean;
  readonly envFile?: readonly string[];
  /**
   * The engine that sends requests. Default: undici for HTTP/2 and through a proxy, otherwise
   * autocannon.
   */
  readonly engine?: string | undefined;
  /** The number of threads that share the load. Default 1. */
  readonly workers?: number | undefined;
  /** The number of runs. Their figures are merged. Default 1. */
  readonly repeat?: number | undefined;
  /** A load-report.json file to compare with. */
  readonly baseline?: string | undefined;
  /**
   * A second target file. Its runs alternate with the runs of the first target and are the
   * baseline.
   */
  readonly baselineTarget?: string | undefined;
  /** Outputs of measurements during the run, each as `kind=destination`. */
  readonly output?: readonly string[] | undefined;
  /** The maximum number of samples a second in a file. They are chosen at random. Default: all. */
  readonly samples?: number | undefined;
  /**
   * Whether a local browser shows the report during the run. A number is the port; true chooses any
   * free port.
   */
  readonly live?: boolean | number | undefined;
  /** Whether the planned requests are printed instead of sent. */
  readonly dryRun?: boolean | undefined;
  /** Whether the profile is printed instead of run. */
  readonly print?: boolean | undefined;
  /** A HAR file. A profile of its requests is printed instead of a run. */
  readonly fromHar?: string | undefined;
  /** Writes a script for another load tester instead of a run. */
  readonly export?: string | undefined;
  /** The folder of the reports. Default `reports/<target>/<UTC time>`. */
  readonly out?: string | undefined;
  /** Whether the report is printed as JSON instead of the summary. */
  readonly json?: boolean | undefined;
  /** Allows the flow handover, if the profile and the target permit it. */
  readonly allowDestructive?: boolean | undefined;
  /** Whether progress on stderr is suppressed. */
  readonly quiet?: boolean | undefined;
}

/** The largest accepted numbers of runs and of threads. */
const MAX_REPEAT = 100;
const MAX_WORKERS = 64;

/** The options with their checked values. */
export interface CheckedOptions {
  readonly engine: EngineName | undefined;
  readonly tool: 'artillery' | undefined;
}

/**
 * Checks everything that needs neither a profile nor a target. Throws a UsageError with the option
 * and the remedy.
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

/** The plan with its engine. Throws a UsageError if the engine does not support the profile. */
export function planWith(
  plan: Plan,
  requested: EngineName | undefined,
  { connection }: Pick<Target, 'connection'>,
): Plan {
  if (plan.http2 && requested === 'autocannon') {
    throw new UsageError(
      'The profile says "http2": true, which autocannon does not support. Leave out --engine.',
    );
  }
  return {
    ...plan,
    engine: requested ?? (plan.http2 || connection?.proxy ? 'undici' : 'autocannon'),
  };
}

/**
 * The named file, or the bundled profile with this name. A folder is not a profile, so it does not
 * hide a bundled profile with the same name.
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

/** Checks before a run that its reports can be written. */
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
