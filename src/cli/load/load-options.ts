/** The options of `assay load`, and functions that validate them. */

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type EngineName, engineNames, type Overrides, type Plan } from '../../load/index.js';
import { messageOf } from '../../schema/json-value.js';
import { nearest } from '../../schema/nearest.js';
import { packageRoot } from '../../schema/validate.js';
import { type Target, UsageError } from '../../settings/index.js';
import { makeFolder } from '../write-files.js';

export interface LoadCommandOptions extends Overrides {
  /** A target file. Default: assay.target.json, otherwise environment variables. */
  readonly target?: string | undefined;
  readonly reference?: boolean;
  readonly envFile?: readonly string[];
  /** Default: undici for HTTP/2 or with a proxy, otherwise autocannon. */
  readonly engine?: string | undefined;
  /** The number of threads. Default 1. */
  readonly workers?: number | undefined;
  /** The number of runs. Their figures are merged. Default 1. */
  readonly repeat?: number | undefined;
  /** The load-report.json file of an earlier run, with which the run is compared. */
  readonly baseline?: string | undefined;
  /**
   * A second target file. Runs of both targets alternate, and the second target is the baseline.
   */
  readonly baselineTarget?: string | undefined;
  /** Where measurements are written during the run. Each has the form `kind=destination`. */
  readonly output?: readonly string[] | undefined;
  /** The maximum number of samples per second in a file. Default: no maximum. */
  readonly samples?: number | undefined;
  /**
   * Shows the report in a browser during the run. A number is the port; true means any free port.
   */
  readonly live?: boolean | number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly print?: boolean | undefined;
  /**
   * A HAR file. Instead of running a load test, the command prints a load profile with the requests
   * of this file.
   */
  readonly fromHar?: string | undefined;
  /** Instead of running a load test, the command writes a script for this load tester. */
  readonly export?: string | undefined;
  /** Default `reports/<target>/<UTC time>`. */
  readonly out?: string | undefined;
  /** Whether the report is printed as JSON. Otherwise a summary is printed. */
  readonly json?: boolean | undefined;
  /** Allows requests that change data, if the profile and the target allow them, too. */
  readonly allowDestructive?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

const MAX_REPEAT = 100;
const MAX_WORKERS = 64;

export interface CheckedOptions {
  readonly engine: EngineName | undefined;
  /** The load tester for which `--export` writes a script. */
  readonly tool: 'artillery' | undefined;
}

/** Throws a UsageError if an option has an invalid value. */
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
 * Returns the plan with its engine set. Throws a UsageError if the engine does not support the
 * profile.
 */
export function withEngine(
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
 * Returns the path of a profile. `named` is a file or the name of a bundled profile. An existing
 * file takes precedence over the bundled profile.
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

/** Creates the folder. Throws a UsageError if files cannot be written to it. */
export function makeWritableFolder(folder: string): void {
  makeFolder(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(
      `--out ${folder} cannot be written to: ${messageOf(error)}. Name another folder.`,
    );
  }
}

function checkNumber(name: string, value: number | undefined, maximum: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= maximum)) return;
  throw new UsageError(`${name} is ${value}. Give a whole number from 1 to ${maximum}.`);
}
