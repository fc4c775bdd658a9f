/** Prepares and runs a load test. */

import { HttpClient, openTransport, Redactor, tunnelOf } from '../http/index.js';
import type { LoadReport } from '../schema/types.js';
import { addedHeaders } from '../settings/added-headers.js';
import type { Target } from '../settings/index.js';
import { findBreakpoint } from './breakpoint.js';
import type { Plan } from './profile/plan.js';
import { environmentOf, reportOf } from './report/build.js';
import { type ExecuteOptions, execute, type Run } from './run/execute.js';
import { expectPermitted, permittedRate } from './safety.js';
import { withAddedHeaders } from './scenario/added-headers.js';
import { type FlowData, originsOf } from './scenario/data.js';
import { type Permissions, type Surveyed, survey } from './scenario/survey.js';

/** `version` is the version of Assay for the report. */
export interface LoadOptions extends ExecuteOptions {
  readonly version: string;
}

/** A plan with the data of its target. It can be run any number of times. */
export interface Prepared {
  readonly plan: Plan;
  readonly target: Target;
  readonly flows: readonly FlowData[];
  /**
   * Sentences about scenarios and thresholds that were left out, because the target file does not
   * have the settings for them.
   */
  readonly left: readonly string[];
  /** The requests per second that the run may send; undefined if they are not limited. */
  readonly maxPerSecond: number | undefined;
}

/**
 * Checks that the target file permits the load, and requests the data that the scenarios need.
 * Throws a UsageError if the load is not permitted, and NotApplicable or Lost if the responses
 * cannot be used.
 */
export async function prepare(
  plan: Plan,
  target: Target,
  signal?: AbortSignal,
  permissions: Permissions = {},
): Promise<Prepared> {
  expectPermitted(target, plan);
  const transport = openTransport({ timeoutMs: target.timeoutMs, connection: target.connection });
  try {
    const client = new HttpClient({
      transport,
      redactor: new Redactor(target.secrets),
      pace: target.pace,
      credentials: target.credentials,
      added: (request) => Object.entries(addedHeaders(target, request.interface)),
      ...(signal === undefined ? {} : { signal }),
    });
    const surveyed = await survey(
      target,
      plan,
      (request) => client.send(request, { fresh: true }),
      permissions,
    );
    const flows = surveyed.scenarios.map(({ data }) => withAddedHeaders(data, target));
    const { plan: fitted, left } = withoutUnconfigured(plan, surveyed);
    const tokens = await client.tokens();
    const filled = withTokens(flows, tokens);
    const tokenSecrets = [...tokens.values()].map((value, index) => ({
      name: `LOAD_TOKEN_${index + 1}`,
      value,
    }));
    const withSecrets = { ...target, secrets: [...target.secrets, ...tokenSecrets] };
    return {
      plan: fitted,
      target: withSecrets,
      flows: filled,
      left,
      maxPerSecond: permittedRate(target, fitted, filled),
    };
  } finally {
    await transport.close();
  }
}

/** Puts the tokens that were obtained before the load in place of their placeholders. */
function withTokens(
  flows: readonly FlowData[],
  tokens: ReadonlyMap<string, string>,
): readonly FlowData[] {
  if (tokens.size === 0) return flows;
  return JSON.parse(
    JSON.stringify(flows, (_, value: unknown) =>
      typeof value === 'string'
        ? [...tokens].reduce((text, [from, to]) => text.replaceAll(from, to), value)
        : value,
    ),
  );
}

function withoutUnconfigured(
  plan: Plan,
  { scenarios, left }: Surveyed,
): { readonly plan: Plan; readonly left: readonly string[] } {
  const omittedNames = new Set(left.map(({ name }) => name));
  const omittedThresholds = plan.thresholds.filter(
    ({ scenario }) => scenario !== undefined && omittedNames.has(scenario),
  );
  return {
    plan: {
      ...plan,
      scenarios: scenarios.map(({ scenario }) => scenario),
      thresholds: plan.thresholds.filter((threshold) => !omittedThresholds.includes(threshold)),
    },
    left: [
      ...left.map(
        ({ name, setting }) => `The scenario ${name}, because ${setting} is not configured.`,
      ),
      ...omittedThresholds.map(
        ({ metric, scenario }) => `The threshold on ${metric} of the scenario ${scenario}.`,
      ),
    ],
  };
}

/**
 * Runs the plan once. The generators do not receive the fixture (the known records of the export
 * data), because each of them would need memory for a copy.
 */
export function runOnce(
  { plan, flows, target, maxPerSecond }: Prepared,
  { version: _, ...options }: LoadOptions,
): Promise<Run> {
  const { export: exportSettings } = target;
  const { fixture: __, ...lean } = exportSettings ?? {};
  const leanTarget =
    exportSettings === undefined ? target : { ...target, export: lean as typeof exportSettings };
  return execute(plan, flows, { ...options, target: leanTarget, maxPerSecond });
}

/**
 * Describes the server under test in a report. The description contains the proxy only if a request
 * is sent through the proxy.
 */
export function reportedTarget({
  flows,
  target,
}: Pick<Prepared, 'flows' | 'target'>): LoadReport['target'] {
  const { name, connection = {} } = target;
  const origins = [...new Set(flows.flatMap(originsOf))];
  const { proxy, insecure } = connection;
  const tunnelled = origins.some(
    (origin) => tunnelOf(connection, new URL(origin), 0) !== undefined,
  );
  return {
    name,
    origins,
    ...(proxy && tunnelled ? { proxy: proxy.origin } : {}),
    ...(insecure ? { insecure } : {}),
  };
}

export function reportRuns(
  prepared: Prepared,
  runs: readonly Run[],
  options: LoadOptions,
): LoadReport {
  const { plan, left } = prepared;
  const { version, workers = 1 } = options;
  return reportOf({
    plan,
    runs,
    target: reportedTarget(prepared),
    version,
    environment: environmentOf(workers),
    left,
  });
}

/** Runs the breakpoint search of the plan. Returns undefined if the plan has none. */
export async function runSearch(
  prepared: Prepared,
  options: LoadOptions,
): Promise<LoadReport | undefined> {
  const { plan } = prepared;
  if (!plan.breakpoint) return undefined;
  const { runs, ...found } = await findBreakpoint(plan, plan.breakpoint, (trialPlan) =>
    runOnce({ ...prepared, plan: trialPlan }, options),
  );
  const report = reportRuns(prepared, runs, options);
  const breakpoint = { ...found, steps: [...found.steps] };
  const foundOutcome = found.highest === undefined ? 'missed' : 'held';
  const outcome = runs.some((run) => run.interrupted) ? 'interrupted' : foundOutcome;
  // A step without a verdict does not make the result doubtful: its rate was tried again or
  // skipped.
  const isFound = found.highest !== undefined || found.brokenAt !== undefined;
  const reliability = isFound ? { trustworthy: true, doubts: [] } : {};
  return { ...report, ...reliability, outcome, breakpoint };
}
