import path from 'node:path';
import { suites } from '../../suites/index.js';
import { type Check, makePlan, type Plan, runSuites } from '../harness/index.js';
import { Redactor } from '../http/index.js';
import type { LedgerEvent } from '../ledger/index.js';
import { type Reference, startReference } from '../reference/index.js';
import type { RunReport } from '../schema/types.js';
import { loadTarget, type Target, targetFrom, UsageError } from '../target/index.js';
import { acceptBy, explained, readBaseline, updateBaseline } from './baseline.js';
import { chooseChecks } from './choose-checks.js';
import { type Gate, judgeGate } from './gate.js';
import { EXIT, type ExitCode, type Io } from './io.js';
import { quoted } from './quoted.js';
import { chooseReports, fileName, makeReports, recordRun, stamp } from './report-files.js';
import { checksToRerun, readResumable } from './resume.js';
import { toolVersion } from './version.js';

export interface RunCommandOptions {
  readonly target?: string;
  readonly envFile?: readonly string[];
  readonly interface?: readonly string[];
  readonly check?: readonly string[];
  readonly clause?: readonly string[];
  readonly level?: readonly string[];
  readonly strict?: boolean;
  readonly dryRun?: boolean;
  readonly maxRequests?: number;
  readonly seed?: number;
  readonly replay?: string;
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
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
  const configured = loadTarget({
    file: options.target,
    envFiles: options.envFile ?? [],
    environment: io.environment,
    cwd: io.cwd,
  });
  if (configured !== undefined) return runAgainst(configured, options, io);
  const reference = await startReference();
  try {
    io.err('No target is configured: the embedded reference server is judged. "assay init" writes a target file.\n');
    return await runAgainst(referenceTarget(reference), options, io);
  } finally {
    await reference.close();
  }
}

/** The embedded reference server as a target; what it holds is known, and so judged value by value. */
function referenceTarget({ target: file, records }: Reference): Target {
  const target = targetFrom({ ...file, name: 'reference' }, 'reference');
  return target.export === undefined ? target : { ...target, export: { ...target.export, fixture: records } };
}

async function runAgainst(target: Target, options: RunCommandOptions, io: Io): Promise<ExitCode> {
  const again = options.rerun === undefined ? undefined : checksToRerun(options.rerun, io.cwd);
  const asked = chooseChecks(options);
  const wanted = (check: Check): boolean => asked(check) && (again?.has(check.id) ?? true);
  const resumed =
    options.resume === undefined ? undefined : readResumable(path.resolve(io.cwd, options.resume), target);
  const seed = options.seed ?? resumed?.header.seed ?? 1;
  if (options.updateBaseline && options.baseline === undefined)
    throw new UsageError('--update-baseline writes a file: name it with --baseline FILE.');
  const baseline = options.baseline === undefined ? undefined : path.resolve(io.cwd, options.baseline);
  const accepted = baseline === undefined || options.updateBaseline ? undefined : explained(readBaseline(baseline));
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
  const judge = (report: RunReport): Gate => {
    if (baseline === undefined) return judgeGate(report);
    if (options.updateBaseline) updateBaseline(baseline, report);
    const today = new Date(io.clock.now()).toISOString().slice(0, 10);
    const { accepted, complaints } = acceptBy(readBaseline(baseline), report, today);
    return judgeGate(report, accepted, complaints);
  };
  const run = (record: (event: LedgerEvent) => void) =>
    runSuites(suites, target, {
      ...planning,
      seed,
      ...(resumed === undefined ? {} : { resumed, resumes: options.resume }),
      strict: options.strict ?? false,
      replay: options.replay,
      naming: naming(options),
      ...(accepted === undefined ? {} : { accepted }),
      clock: io.clock,
      signal: io.signal,
      toolVersion: toolVersion(),
      record,
    });
  return recordRun(folder, plan, io, run, (events) =>
    makeReports(events, { ...options, folder, chosen, judge, redactor: new Redactor(target.secrets) }, io),
  );
}

/** The options that say which target this is, as they would be typed again. */
const naming = ({ target, envFile = [] }: RunCommandOptions): string | undefined =>
  [...(target === undefined ? [] : ['--target', target]), ...envFile.flatMap((file) => ['--env-file', file])]
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
