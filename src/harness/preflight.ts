/**
 * Sends the first requests of a run. They detect a wrong address or credential before any check
 * runs.
 */

import type { Answer } from '../http/answer.js';
import { BudgetSpent, Lost, type LostKind } from '../http/lost.js';
import type { LedgerEvent } from '../ledger/index.js';
import { baseUrlOf } from '../settings/base-urls.js';
import type { Target } from '../settings/index.js';
import { CheckEnded } from './finding.js';
import { makePlan, type PlannedCheck } from './plan.js';
import type { RunOptions } from './run-options.js';
import { openSession, type Session } from './session.js';
import type { Suite } from './suite.js';

/** If a request is lost for one of these reasons, the interface cannot be tested. */
const UNREACHABLE: readonly LostKind[] = [
  'refused',
  'dns',
  'tls',
  'protocol',
  'timeout',
  'unavailable',
  'rate-limited',
  'credential',
];

/** Returns one line for each interface that cannot be tested. */
export async function preflight(
  suites: readonly Suite[],
  planned: readonly PlannedCheck[],
  session: Session,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const found = await Promise.all(
    suites.map(async (suite) => {
      const { interface: name } = suite;
      const checks = planned.filter(({ check }) => check.interface === name);
      if (suite.preflight === undefined || checks.length === 0) return undefined;
      const needs = new Set(checks.flatMap(({ check }) => check.needs));
      const { context } = session.scope({ name: `${name}.preflight`, interface: name });
      // If a system in front of the target refuses requests, the settings are not the cause.
      return suite
        .preflight(context, (setting) => needs.has(setting))
        .then(async (line) => (await frontSystem(session, name)) ?? line)
        .catch((error: unknown) => {
          if (error instanceof Lost) return describeUnreachable(error, session.target);
          // The checks meet the same obstacle, and their results describe it.
          if (error instanceof CheckEnded || error instanceof BudgetSpent) return undefined;
          throw error;
        });
    }),
  );
  if (signal?.aborted) return [];
  return found.flatMap((line) =>
    line === undefined ? [] : [session.redactor.text(line.toWellFormed())],
  );
}

/**
 * Describes a system in front of the target, such as a gateway, that refuses every request to the
 * interface. Returns undefined if there is none.
 */
async function frontSystem(session: Session, name: string): Promise<string | undefined> {
  for (const answer of session.receivedFrom(name)) {
    const front = await session.client.frontOf(answer);
    if (front !== undefined)
      return `${front}, with and without credentials. If it requires a header, add it to "headers" (ASSAY_HEADERS)`;
  }
  return undefined;
}

/**
 * Returns a line with the setting and the address that cannot be used. Returns undefined if the
 * interface can be tested in spite of the lost request.
 */
function describeUnreachable(
  { kind, message, url = '' }: Lost,
  target: Target,
): string | undefined {
  if (!UNREACHABLE.includes(kind)) return undefined;
  const known = baseUrlOf(url, target);
  const place = known === undefined ? url : `${known.setting} ${known.address}`;
  return `${place}: ${message}`;
}

type ExamineOptions = Pick<RunOptions, 'clock' | 'transport' | 'signal'>;

/**
 * Sends the first requests of each interface, without running checks. Returns the plan of a run,
 * the obstacles that would prevent the run, and the number of sent requests.
 */
export async function examine(suites: readonly Suite[], target: Target, options: ExamineOptions) {
  const { plan, obstacles, sent } = await examineWithAnswers(suites, target, options);
  return { plan, obstacles, sent };
}

/** Like `examine`, but also returns a function that gives the responses of an interface. */
export async function examineWithAnswers(
  suites: readonly Suite[],
  target: Target,
  options: ExamineOptions,
) {
  const plan = makePlan(suites, target);
  const { clock, transport, signal } = options;
  const unreadable = new Set<string>();
  const record = (event: LedgerEvent): void => {
    if (event.type === 'exchange' && event.lost?.kind === 'malformed')
      unreadable.add(`${event.interface}: ${event.lost.message}`);
  };
  const session = openSession(target, { clock, transport, signal, record });
  try {
    const found = await preflight(suites, plan.planned, session, signal);
    // In a run, an unreadable response makes one check inconclusive. This function runs no checks,
    // so the response is an obstacle.
    const obstacles = found.length > 0 ? found : [...unreadable];
    const answers = (name: string): readonly Answer[] => session.receivedFrom(name);
    return { plan, obstacles, sent: session.client.counts.sent, answers };
  } finally {
    await session.close();
  }
}
