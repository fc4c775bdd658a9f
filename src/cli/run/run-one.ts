/** Runs the checks on one target and writes its reports. */

import path from 'node:path';
import { clientTraffic } from '../../../suites/clients/traffic.js';
import { suites } from '../../../suites/index.js';
import { withOwnSchemas } from '../../../suites/own/index.js';
import { defined } from '../../defined.js';
import {
  type Check,
  type Diagnose,
  makePlan,
  noProgressMsOf,
  runSuites,
  type Suite,
  sentIn,
} from '../../harness/index.js';
import { quoted } from '../../http/shell.js';
import { existingLedger, foldLedger, LEDGER_FILE, type Ledger } from '../../ledger/index.js';
import { count } from '../../report/html/text.js';
import { settingsOf, type Target, UsageError } from '../../settings/index.js';
import { baselineGate } from '../baseline/baseline-gate.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { rememberLatest } from '../reports/latest.js';
import {
  chooseReports,
  fileName,
  makeReports,
  recordRun,
  refuseOccupied,
  stamp,
} from '../reports/report-files.js';
import { toolVersion } from '../version.js';
import { writeWholeFile } from '../write-files.js';
import { chooseChecks } from './choose-checks.js';
import { exampleRequests } from './example-requests.js';
import { describePlan, planDocument } from './plan-text.js';
import { readRerun, readResumable, resumeCommand } from './resume.js';
import type { OneRunOptions } from './run-options.js';

export interface PreparedRun {
  /** undefined for a dry run, which writes no reports. */
  readonly folder: string | undefined;
  /** Runs the checks, or prints the plan of a dry run. The output goes to the given `io`. */
  readonly go: (io: Io) => Promise<ExitCode>;
}

/** Throws a UsageError for an invalid option or setting, before the first request. */
export function prepareRun(target: Target, options: OneRunOptions, io: Io): PreparedRun {
  refuseContradictions(options);
  const choice = chooseWork(target, options, io);
  if (options.dryRun) {
    return { folder: undefined, go: (output) => showPlan(target, options, choice, output) };
  }
  const earlierLedger =
    options.resume === undefined ? undefined : existingLedger(path.resolve(io.cwd, options.resume));
  const newFolder = path.join('reports', fileName(target.name), stamp(io.clock.now()));
  const folder = path.resolve(
    io.cwd,
    options.out ?? (earlierLedger && path.dirname(earlierLedger)) ?? newFolder,
  );
  refuseOccupied(folder, io, target.name, earlierLedger);
  return { folder, go: (output) => runInto(folder, target, { options, choice, io, output }) };
}

/**
 * Prints the plan of a dry run, without sending requests to the target. With `--verbose` the plan
 * contains example requests.
 */
async function showPlan(
  target: Target,
  { json, verbose }: OneRunOptions,
  { testedSuites, plan, planning, seed }: Choice,
  { out, signal }: Io,
): Promise<ExitCode> {
  const { generate } = planning;
  const run = { suites: testedSuites, plan, seed, generate, signal, toolVersion: toolVersion() };
  const examples = verbose ? await exampleRequests(run) : undefined;
  out(
    json
      ? `${JSON.stringify(planDocument(plan, examples), null, 2)}\n`
      : describePlan(plan, target, examples),
  );
  return EXIT.holds;
}

function refuseContradictions({
  quiet,
  verbose,
  bail,
  updateBaseline,
  replay,
  check,
}: OneRunOptions): void {
  if (quiet && verbose)
    throw new UsageError('--quiet and --verbose cannot be combined: leave one of them out.');
  if (bail !== undefined && updateBaseline)
    throw new UsageError(
      '--update-baseline needs all failures, so it cannot be combined with --bail: leave one of them out.',
    );
  if (replay !== undefined && check?.length !== 1)
    throw new UsageError(
      '--replay needs --check with exactly one ID, and the --seed that found the counterexample.',
    );
}

function chooseWork(target: Target, options: OneRunOptions, io: Io) {
  const rerun = options.rerun && readRerun(options.rerun, io);
  const own = withOwnSchemas(suites, target);
  const testedSuites = options.client ? [...own, clientTraffic] : own;
  const matchesOptions = chooseChecks(options, testedSuites);
  const wanted = (check: Check): boolean =>
    matchesOptions(check) && (rerun?.checks.has(check.id) ?? true);
  const resumed =
    options.resume === undefined
      ? undefined
      : readResumable(path.resolve(io.cwd, options.resume), target, options);
  if (resumed?.torn !== undefined) io.err(`${resumed.torn}\n`);
  // A baseline may also name the checks that were made from the vendor's own schemas.
  // `testedSuites` contains them, and `suites` does not.
  const gate = baselineGate(options, idsOf(testedSuites), io);
  const reports = chooseReports(options.reporter, options);
  const hasChosenChecks = [options.check, options.clause, options.rerun].some(
    (one) => one !== undefined,
  );
  const planning = {
    wanted,
    // By default a run with chosen checks sends no generated requests.
    generate: !hasChosenChecks || (options.generated ?? rerun?.generated ?? false),
    maxRequests: budgetOf(options, resumed),
    allowDestructive: options.allowDestructive ?? false,
    allowances: options.allowances,
  };
  const plan = makePlan(testedSuites, target, planning);
  const seed = options.seed ?? resumed?.header.seed ?? 1;
  return { testedSuites, planning, plan, seed, resumed, intents: rerun?.intents, gate, reports };
}

/**
 * The budget of all parts of a run. A resumed run keeps its budget, unless the user gives further
 * requests.
 */
function budgetOf({ maxRequests }: OneRunOptions, resumed: Ledger | undefined): number | undefined {
  if (resumed === undefined) return maxRequests;
  return maxRequests === undefined ? resumed.header.maxRequests : sentIn(resumed) + maxRequests;
}

type Choice = ReturnType<typeof chooseWork>;

async function runInto(
  folder: string,
  target: Target,
  { options, choice, io, output }: { options: OneRunOptions; choice: Choice; io: Io; output: Io },
): Promise<ExitCode> {
  const { plan, gate, reports } = choice;
  // The settings that a recording of other clients shows are written to a target file, so that the
  // commands in the reports can name this file.
  const recorded =
    options.traffic?.origin === 'of others' ? path.join(folder, 'recorded-target.json') : undefined;
  const namedOptions = recorded ? { ...options, target: path.relative(io.cwd, recorded) } : options;
  const noProgressMs = options.traffic === undefined ? noProgressMsOf(target) : undefined;
  const expected = { ...plan, quiet: options.quiet, ...defined({ noProgressMs }) };
  const named = naming(namedOptions);
  const file = path.join(folder, LEDGER_FILE);
  const again = resumeCommand(options, named, path.relative(io.cwd, file), io);
  const code = await recordRun(folder, expected, output, {
    run: (recording) =>
      runSuites(choice.testedSuites, target, {
        ...harnessOptions(options, choice, target),
        naming: named,
        clock: options.traffic?.clock ?? io.clock,
        ...recording,
      }),
    report: (events, ledgerFailed) => {
      const { judge } = gate;
      const reportOptions = { ...options, folder, chosen: reports, judge, ledgerFailed };
      const result = makeReports(events, reportOptions, output);
      if (ledgerFailed || options.traffic !== undefined) return result;
      const rest = whatIsLeft(foldLedger(events), again, options.maxRequests);
      if (rest !== undefined) output.err(`${rest}\n`);
      return result;
    },
  });
  if (recorded !== undefined)
    writeWholeFile(recorded, `${JSON.stringify(settingsOf(target), null, 2)}\n`);
  rememberLatest(folder, io.cwd);
  return code;
}

/** Says how to continue a run that was interrupted or has used its budget. */
function whatIsLeft(
  { footer, header, verdicts }: Ledger,
  command: string,
  budget = header.maxRequests,
): string | undefined {
  if (footer === undefined || footer.interrupted) return `To continue: ${command}`;
  const leftOut = verdicts.filter(({ cause }) => cause === 'budget').length;
  if (leftOut === 0 || budget === undefined) return undefined;
  return `The budget left out ${count(leftOut, 'check')}. To continue: ${command} --max-requests ${budget}`;
}

/** Makes the options of `runSuites` that do not depend on the report folder. */
function harnessOptions(options: OneRunOptions, choice: Choice, target: Target) {
  const { traffic } = options;
  const { planning, seed, resumed, intents, gate } = choice;
  return {
    ...planning,
    seed,
    ...(resumed === undefined ? {} : { resumed, resumedPath: options.resume }),
    strict: options.strict ?? false,
    preflight: traffic === undefined && (options.preflight ?? true),
    // A recording may cover few clauses, so it has no minimum coverage by default.
    minCoverage: options.minCoverage ?? (traffic === undefined ? target.gate?.minCoverage : 0),
    replay: options.replay,
    bail: options.bail,
    diagnose,
    toolVersion: toolVersion(),
    ...(traffic?.origin === 'of others' ? { origin: 'traffic' as const } : {}),
    ...defined({ traffic, intents, accepted: gate.accepted }),
  };
}

/** The diagnosis needs the whole reference server, so its code is loaded only after a failure. */
const diagnose: Diagnose = async (...given) =>
  (await import('../../diagnosis/index.js')).diagnose(...given);

const idsOf = (testedSuites: readonly Suite[]): readonly string[] =>
  testedSuites.flatMap(({ checks }) => checks.map(({ id }) => id));

/** The options that name the target, as a user would type them. */
const naming = ({ target, reference, insecure, envFile = [] }: OneRunOptions): string | undefined =>
  [
    ...(target === undefined ? [] : ['--target', target]),
    ...(reference ? ['--reference'] : []),
    ...envFile.flatMap((file) => ['--env', file]),
    ...(insecure ? ['--insecure'] : []),
  ]
    .map(quoted)
    .join(' ') || undefined;
