/** Plans a run, runs its checks and records the results. */

import { offeringHttp2, redactedEvent } from '../http/index.js';
import type { ExchangeEvent } from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import { skipped } from './finding.js';
import { finishRun } from './finish-run.js';
import { carryOver, headerEvent, isFinal, lastExchange, lastToken, sentIn } from './header.js';
import { makePlan, type Plan } from './plan.js';
import { preflight } from './preflight.js';
import { judgeSuites } from './run-checks.js';
import { openLog, type RunLog, type RunOptions, type SuiteRun } from './run-options.js';
import { addressesOf, openSession, type Session } from './session.js';
import type { Suite } from './suite.js';
import { verdictEvent } from './verdict.js';

/**
 * The number of requests that are reserved for the end of a run. They detect whether the data of
 * the target has changed since the run learned facts about it, and repeat failures.
 */
const RESERVED_REQUESTS = 3;
/** At most this share of the allowed requests is reserved. */
const MAX_RESERVED_SHARE = 1 / 30;

/**
 * Runs the checks of the suites. `options.record` receives every event. If a check causes an
 * internal error, the other checks still run, and then the error is thrown.
 */
export async function runSuites(
  suites: readonly Suite[],
  target: Target,
  options: RunOptions,
): Promise<Plan> {
  const plan = makePlan(suites, target, options);
  const log = openLog(options);
  const session = sessionOf(target, plan, log.record, options);
  const begun = session.clock.now();
  const { transport, traffic } = options;
  // A custom transport or a recording does not reach a real server.
  const isReal = transport === undefined && traffic === undefined;
  const http2 = isReal ? offeringHttp2(addressesOf(target), target) : [];
  const recorded = recordStart(suites, { target, plan, session, log, options });
  const earlier = carryOver(options.resumed, log.record);
  options.onCarriedOver?.();
  for (const { check, finding } of plan.skipped)
    if (!earlier.judged.has(check.id)) log.record(verdictEvent(check, finding));
  const { signal } = session;
  const run: SuiteRun = {
    ...options,
    signal,
    record: log.record,
    session,
    carried: options.resumed?.verdicts.filter(isFinal) ?? [],
    plan,
    known: log.exchanges,
    open: plan.planned.filter(({ check }) => !earlier.judged.has(check.id)),
    faults: [],
    evidence: new Map(),
    isOver: () => signal?.aborted === true || log.bail.reached(),
  };
  let obstacles: readonly string[] = [];
  let ended = false;
  try {
    if (options.preflight) obstacles = await preflight(suites, run.open, session, signal);
    // Responses of the interrupted run are used only after the preflight, which must send its
    // requests to test the current address and credentials.
    if (options.resumed !== undefined) session.recall(options.resumed);
    if (obstacles.length === 0) await judgeSuites(suites, run);
    skipUntested(run, log, obstacles);
    ended = true;
  } finally {
    // After a regular run, a few more requests test the causes of its failures.
    const mayAsk = ended && obstacles.length === 0 && !run.isOver();
    if (!mayAsk) await session.close();
    const { sent: sentBefore } = earlier;
    const end = { begun, http2, obstacles, ended, recorded, sentBefore };
    await finishRun(suites, run, log, end).finally(() => (mayAsk ? session.close() : undefined));
  }
  if (run.faults.length > 0) throw run.faults[0];
  return plan;
}

function sessionOf(
  target: Target,
  { maxRequests }: Plan,
  record: RunLog['record'],
  options: RunOptions,
): Session {
  const intents = [...(options.resumed?.intents ?? []), ...(options.intents ?? [])];
  const { resumed } = options;
  const sentBefore = resumed === undefined ? 0 : sentIn(resumed);
  const session = openSession(target, {
    ...options,
    // The limit includes the requests that were sent before the run was interrupted.
    maxRequests: maxRequests === undefined ? undefined : Math.max(0, maxRequests - sentBefore),
    record,
    firstExchange: 1 + lastExchange(resumed),
    startedAt: resumed === undefined ? undefined : Date.parse(resumed.header.startedAt),
    intents: intents.map(({ name }) => name),
  });
  session.redactor.issuedBefore = lastToken(resumed);
  const mostReserved = Math.floor((maxRequests ?? 0) * MAX_RESERVED_SHARE);
  session.client.reserve(Math.min(RESERVED_REQUESTS, mostReserved));
  return session;
}

interface RunStart {
  readonly target: Target;
  readonly plan: Plan;
  readonly session: Session;
  readonly log: RunLog;
  readonly options: RunOptions;
}

/** Records the first events of a run. Returns the exchanges of a recording that is tested. */
function recordStart(
  suites: readonly Suite[],
  { target, plan, session, log, options }: RunStart,
): readonly ExchangeEvent[] {
  log.record(redactedEvent(session.redactor, headerEvent(suites, target, plan, options)));
  for (const intent of options.intents ?? []) log.record(intent);
  const recorded = [...(options.traffic?.events(session.redactor) ?? [])];
  for (const event of recorded) log.record(event);
  return recorded;
}

/**
 * Records a skip for each check that did not run because the preflight (the test of the settings
 * before the run) failed, or because the run stopped after a number of failed checks.
 */
function skipUntested(
  run: SuiteRun,
  { bail, verdicts }: RunLog,
  obstacles: readonly string[],
): void {
  if (obstacles.length > 0) {
    const blocked = skipped('prerequisite', `preflight failed: ${obstacles.join('; ')}`);
    for (const { check } of run.open) run.record(verdictEvent(check, blocked));
  }
  if (!bail.reached() || run.signal?.aborted) return;
  for (const { check } of run.plan.planned)
    if (!verdicts.has(check.id)) run.record(verdictEvent(check, bail.finding()));
}
