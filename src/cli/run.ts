import path from 'node:path';
import { suites } from '../../suites/index.js';
import { type Check, makePlan, type Plan, runSuites } from '../harness/index.js';
import { Redactor } from '../http/index.js';
import { type Reference, startReference } from '../reference/index.js';
import { loadTarget, type Target, targetFrom, UsageError } from '../target/index.js';
import { checkIds } from './baseline.js';
import { baselineGate } from './baseline-gate.js';
import { chooseChecks } from './choose-checks.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { rememberLatest } from './latest.js';
import { quoted } from './quoted.js';
import {
  chooseReports,
  fileName,
  makeReports,
  type Recording,
  recordRun,
  refuseInterrupted,
  stamp,
} from './report-files.js';
import { readRerun, readResumable } from './resume.js';
import { toolVersion } from './version.js';

export interface RunCommandOptions {
  readonly target?: string;
  /** Judges the embedded reference server. */
  readonly reference?: boolean;
  readonly envFile?: readonly string[];
  readonly interface?: readonly string[];
  readonly check?: readonly string[];
  readonly clause?: readonly string[];
  readonly level?: readonly string[];
  readonly strict?: boolean;
  /** From 0 to 1. */
  readonly minCoverage?: number;
  /** False judges even where an address or a credential seems wrong. */
  readonly preflight?: boolean;
  readonly dryRun?: boolean;
  readonly maxRequests?: number;
  readonly seed?: number;
  readonly replay?: string;
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  /** Prints findings and numbers alone. */
  readonly quiet?: boolean;
  /** Checks that are not asked, whatever else chooses them. */
  readonly exclude?: readonly string[];
  readonly allowDestructive?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** Ledger of an interrupted run. */
  readonly resume?: string;
  /** A verdict and a ledger: asks again what came to that verdict there. */
  readonly rerun?: readonly string[];
}

/** `assay run`: survey, plan, checks, ledger, reports. Answers the exit code. */
export async function runCommand(options: RunCommandOptions, io: Io): Promise<ExitCode> {
  if (options.reference && options.target !== undefined)
    throw new UsageError('--reference judges the embedded server: leave out --target, or --reference.');
  if (!options.reference) return runAgainst(configuredTarget(options, io), options, io);
  const reference = await startReference();
  try {
    return await runAgainst(referenceTarget(reference), options, io);
  } finally {
    await reference.close();
  }
}

/** The target that is named. Throws a UsageError where none is: nothing is judged that was not named. */
function configuredTarget({ target: file, envFile = [] }: RunCommandOptions, { environment, cwd }: Io): Target {
  const target = loadTarget({ file, envFiles: envFile, environment, cwd });
  if (target !== undefined) return target;
  throw new UsageError(
    'No target is named: give --target FILE, write assay.target.json ("assay init"), or set EXPORT_BASE_URL and its like; --reference judges the embedded server.',
  );
}

/** The embedded reference server as a target; what it holds is known, and so judged value by value. */
function referenceTarget({ target: file, records }: Reference): Target {
  const target = targetFrom({ ...file, name: 'reference' }, 'reference');
  return target.export === undefined ? target : { ...target, export: { ...target.export, fixture: records } };
}

async function runAgainst(target: Target, options: RunCommandOptions, io: Io): Promise<ExitCode> {
  const again = options.rerun === undefined ? undefined : readRerun(options.rerun, io.cwd);
  if (options.quiet && options.verbose)
    throw new UsageError('--quiet and --verbose ask for opposite things: leave one of them out.');
  const asked = chooseChecks(options);
  const wanted = (check: Check): boolean => asked(check) && (again?.checks.has(check.id) ?? true);
  const resumed =
    options.resume === undefined
      ? undefined
      : readResumable(path.resolve(io.cwd, options.resume), target, options.seed);
  const seed = options.seed ?? resumed?.header.seed ?? 1;
  const { accepted, judge } = baselineGate(options, checkIds, io);
  const chosen = chooseReports(options.reporter, options);
  if (options.replay !== undefined && options.check?.length !== 1) {
    throw new UsageError(
      '--replay runs one counterexample again: name its check with --check ID, and the --seed that it was found with.',
    );
  }
  const planning = { wanted, maxRequests: options.maxRequests, allowDestructive: options.allowDestructive ?? false };
  const plan = makePlan(suites, target, planning);
  if (options.dryRun) {
    io.out(options.json ? `${JSON.stringify(planDocument(plan), null, 2)}\n` : describePlan(plan, target));
    return EXIT.holds;
  }

  const folder = path.resolve(
    io.cwd,
    options.out ?? path.join('reports', fileName(target.name), stamp(io.clock.now())),
  );
  refuseInterrupted(folder, io, options.resume === undefined ? undefined : path.resolve(io.cwd, options.resume));
  const run = ({ record, signal, carried }: Recording) =>
    runSuites(suites, target, {
      ...planning,
      seed,
      ...(resumed === undefined ? {} : { resumed, resumes: options.resume }),
      ...(again === undefined ? {} : { intents: again.intents }),
      carried,
      strict: options.strict ?? false,
      preflight: options.preflight ?? true,
      minCoverage: options.minCoverage ?? target.gate?.minCoverage,
      replay: options.replay,
      naming: naming(options),
      ...(accepted === undefined ? {} : { accepted }),
      clock: io.clock,
      signal,
      toolVersion: toolVersion(),
      record,
    });
  const code = await recordRun(folder, plan, io, run, (events, refusalTold) =>
    makeReports(events, { ...options, folder, chosen, judge, redactor: new Redactor(target.secrets), refusalTold }, io),
  );
  rememberLatest(folder, io.cwd);
  return code;
}

/** The options that say which target this is, as they would be typed again. */
const naming = ({ target, reference, envFile = [] }: RunCommandOptions): string | undefined =>
  [
    ...(target === undefined ? [] : ['--target', target]),
    ...(reference ? ['--reference'] : []),
    ...envFile.flatMap((file) => ['--env', file]),
  ]
    .map(quoted)
    .join(' ') || undefined;

const planDocument = ({ planned, skipped, requests, durationMs, maxRequests }: Plan) => ({
  requests,
  durationMs: Math.round(durationMs),
  maxRequests: maxRequests ?? null,
  planned: planned.map(({ check, allowance }) => ({
    id: check.id,
    clauses: check.clauses,
    level: check.level,
    requests: allowance,
  })),
  skipped: skipped.map(({ check, finding }) => ({ id: check.id, cause: finding.cause, reason: finding.reason })),
});

function describePlan({ planned, skipped, requests, durationMs, maxRequests }: Plan, { name, pace }: Target): string {
  const rows = planned.map(
    ({ check, allowance }) =>
      `${String(allowance).padStart(4)}  ${check.level.padEnd(6)} ${check.id}  ${check.clauses.join(', ')}`,
  );
  const left = skipped.map(({ check, finding }) => `   -  ${check.id}  ${finding.cause}: ${finding.reason}`);
  const speed =
    pace === undefined
      ? 'as fast as it answers'
      : `${(durationMs / 1000).toFixed(0)} s at ${pace.requests} in ${pace.perMs / 1000} s`;
  const budget = maxRequests === undefined ? '' : ` of at most ${maxRequests}`;
  return [
    ...rows,
    ...left,
    '',
    `Plan for ${name}: ${planned.length} checks, about ${requests} requests${budget}, ${speed}. Nothing was sent.`,
    '',
  ].join('\n');
}
