import { HttpClient, openTransport, Redactor } from '../http/index.js';
import type { LoadPoint, LoadReport } from '../schema/types.js';
import type { Target } from '../target/index.js';
import { findBreakpoint } from './breakpoint.js';
import type { Plan } from './profile/index.js';
import { reportOf } from './report/index.js';
import { execute, type Run } from './run/index.js';
import { expectPermitted, permittedRate } from './safety.js';
import { type FlowData, type Permissions, survey, urlsOf } from './scenario/index.js';

export interface LoadOptions {
  readonly version: string;
  /** Threads that share the load. Default 1. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
  /** Called with every second of every run; the plan is the one of that run. */
  readonly point?: (plan: Plan, point: LoadPoint) => void;
  readonly workerModule?: URL;
}

/** A plan and what its target taught: everything that is needed to run it, as often as one likes. */
export interface Prepared {
  readonly plan: Plan;
  readonly target: Target;
  readonly flows: readonly FlowData[];
  readonly maxPerSecond: number | undefined;
}

/**
 * Asks the target for what the scenarios need, and whether it permits the load. Throws a UsageError where it does not,
 * an Unfit or a Lost where its answers are of no use.
 */
export async function prepare(
  plan: Plan,
  target: Target,
  signal?: AbortSignal,
  permissions: Permissions = {},
): Promise<Prepared> {
  expectPermitted(target, plan);
  const transport = openTransport({ timeoutMs: target.timeoutMs });
  try {
    const client = new HttpClient({
      transport,
      redactor: new Redactor(target.secrets),
      pace: target.pace,
      ...(signal === undefined ? {} : { signal }),
    });
    const flows = await survey(target, plan.scenarios, (request) => client.send(request, { fresh: true }), permissions);
    return { plan, target, flows, maxPerSecond: permittedRate(target, plan, flows) };
  } finally {
    await transport.close();
  }
}

/** Runs what was prepared once. */
export function runOnce({ plan, flows, maxPerSecond }: Prepared, options: LoadOptions): Promise<Run> {
  const { workers, signal, point, workerModule } = options;
  return execute(plan, flows, {
    ...(workers === undefined ? {} : { workers }),
    ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
    ...(signal === undefined ? {} : { signal }),
    ...(workerModule === undefined ? {} : { workerModule }),
    ...(point === undefined ? {} : { point: (closed: LoadPoint) => point(plan, closed) }),
  });
}

/** The report of runs of what was prepared. */
export function reportRuns({ plan, target, flows }: Prepared, runs: readonly Run[], options: LoadOptions): LoadReport {
  const origins = [...new Set(flows.flatMap(urlsOf).map((url) => new URL(url).origin))];
  const { version, workers = 1 } = options;
  return reportOf({ plan, runs, target: { name: target.name, origins }, version, workers });
}

/** Searches the breakpoint, or undefined where the plan asks for none. */
export async function runSearch(prepared: Prepared, options: LoadOptions): Promise<LoadReport | undefined> {
  const { plan } = prepared;
  if (!plan.breakpoint) return undefined;
  const { runs, ...found } = await findBreakpoint(plan, plan.breakpoint, (stage) =>
    runOnce({ ...prepared, plan: stage }, options),
  );
  const report = reportRuns(prepared, runs, options);
  const interrupted = runs.some((run) => run.interrupted);
  const outcome = interrupted ? 'interrupted' : found.highest === undefined ? 'missed' : 'held';
  return { ...report, outcome, breakpoint: { ...found, steps: [...found.steps] } };
}
