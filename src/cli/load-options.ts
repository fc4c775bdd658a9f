import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type EngineName, engineNames, type Plan } from '../load/index.js';
import { nearest } from '../schema/nearest.js';
import { packageRoot } from '../schema/validate.js';
import { UsageError } from '../settings/index.js';

export interface LoadCommandOptions {
  /** A target file; without one the environment, and without that the reference server. */
  readonly target?: string | undefined;
  readonly envFile?: readonly string[] | undefined;
  /** What sends the requests: autocannon or undici. Default autocannon. */
  readonly engine?: string | undefined;
  /** Threads that share the load. Default 1. */
  readonly workers?: number | undefined;
  /** This generator's part of the schedule: 2/4 is the second of four. Default all of it. */
  readonly share?: string | undefined;
  /** When the schedule starts, the same for every share: a time with its zone. Default at once. */
  readonly startAt?: string | undefined;
  /** Runs of the profile; their figures are added up. Default 1. */
  readonly repeat?: number | undefined;
  /** A load-report.json to compare with. */
  readonly baseline?: string | undefined;
  /** A second target file, run in turn with the first and taken for the baseline. */
  readonly baselineTarget?: string | undefined;
  /** Where the run is told to while it goes on: `kind=place` each. */
  readonly output?: readonly string[] | undefined;
  /** The most samples a second in a file, chosen at random. Default every one. */
  readonly samples?: number | undefined;
  /** The report in a browser of this machine during the run; a number is the port, true any free one. */
  readonly live?: boolean | number | undefined;
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

const MAX_REPEAT = 100;
const MAX_WORKERS = 64;
const MAX_SHARES = 1000;
const EXPORTS = ['artillery', 'k6'] as const;
export type Export = (typeof EXPORTS)[number];

/** Options with their values worked out. */
export interface CheckedOptions {
  readonly engine: EngineName;
  readonly part: { readonly index: number; readonly of: number } | undefined;
  /** Milliseconds since 1970. */
  readonly startAt: number | undefined;
  readonly tool: Export | undefined;
}

/** Looks at what can be wrong without a profile or a target. Throws a UsageError with the option and the remedy. */
export function checkOptions(options: LoadCommandOptions, cwd: string): CheckedOptions {
  checkNumber('--workers', options.workers, MAX_WORKERS);
  checkNumber('--repeat', options.repeat, MAX_REPEAT);
  checkNumber('--samples', options.samples, Number.MAX_SAFE_INTEGER);
  if (options.out !== undefined) expectFolder(path.resolve(cwd, options.out));
  return {
    engine: oneOf('--engine', options.engine ?? 'autocannon', engineNames),
    part: options.share === undefined ? undefined : partOf(options.share),
    startAt: options.startAt === undefined ? undefined : startOf(options.startAt, options, Date.now()),
    tool: options.export === undefined ? undefined : oneOf('--export', options.export, EXPORTS),
  };
}

/** The plan with what the command line says of it. Throws a UsageError for what does not go together. */
export function planWith(plan: Plan, { engine, part, startAt }: CheckedOptions): Plan {
  if (plan.http2 && engine !== 'undici') {
    throw new UsageError('The profile says "http2": true, which autocannon does not speak. Say --engine undici.');
  }
  if (plan.breakpoint && (part || startAt !== undefined)) {
    const option = part ? '--share' : '--start-at';
    throw new UsageError(
      `A breakpoint search has no shares: each rate depends on the one before. Leave out ${option}.`,
    );
  }
  return { ...plan, engine };
}

/** The file as it is named, or the profile of that name that comes along. */
export function profileFile(named: string, cwd: string): string {
  const file = path.resolve(cwd, named);
  const bundled = path.join(packageRoot, 'suites', 'load', `${named}.json`);
  return !existsSync(file) && /^[\w-]+$/.test(named) && existsSync(bundled) ? bundled : file;
}

function partOf(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index !== undefined && of !== undefined && index >= 1 && index <= of && of <= MAX_SHARES) {
    return { index: index - 1, of };
  }
  throw new UsageError(`--share is ${text}. Give which part of how many, such as 2/4.`);
}

const TIME = /^(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const DAY_MS = 86_400_000;

/** Without a date, the next such time. */
function startOf(text: string, { repeat = 1, baselineTarget }: LoadCommandOptions, now: number): number {
  if (repeat > 1 || baselineTarget !== undefined) {
    throw new UsageError('--start-at is for one run. Leave out --repeat and --baseline-target.');
  }
  const today = new Date(now).toISOString().slice(0, 11);
  const at = TIME.test(text) ? Date.parse(text.includes('T') ? text : today + text) : Number.NaN;
  const next = text.includes('T') ? at : at + DAY_MS * Math.ceil((now - at) / DAY_MS);
  if (next > now && next <= now + DAY_MS) return next;
  const coming = new Date(now + 60_000).toISOString().slice(0, 19);
  throw new UsageError(`--start-at is ${text}. Give a time of the next day with its zone, such as ${coming}Z.`);
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
