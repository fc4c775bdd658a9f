import type { Answer } from '../http/answer.js';
import { BudgetSpent, Lost, type LostKind } from '../http/lost.js';
import type { LedgerEvent } from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import type { Suite } from './check.js';
import { CheckEnded } from './finding.js';
import { longestFirst } from './hosts.js';
import { makePlan, type PlannedCheck } from './plan.js';
import { openSession, type Session } from './session.js';
import type { RunOptions } from './suite-run.js';

/** Losses that say that no server is there, or that it cannot respond. */
const GONE: readonly LostKind[] = [
  'refused',
  'dns',
  'tls',
  'protocol',
  'timeout',
  'unavailable',
  'rate-limited',
  'credential',
];

/** What stands in the way of judging, over all interfaces that are judged: a line each. */
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
      return suite
        .preflight(context, (setting) => needs.has(setting))
        .then(async (line) => (await inFront(session, name)) ?? line)
        .catch((error: unknown) => {
          if (error instanceof Lost) return unreachable(error, session.target);
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
 * What refuses every request to an interface before it reaches the target: then no setting of the
 * target is wrong.
 */
async function inFront(session: Session, name: string): Promise<string | undefined> {
  for (const answer of session.asked(name)) {
    const told = await session.client.frontOf(answer);
    if (told !== undefined)
      return `${told}, with and without credentials. If it requires a header, add it to "headers" (ASSAY_HEADERS)`;
  }
  return undefined;
}

/**
 * A lost request that says that the address of a setting is wrong; undefined for any other loss.
 */
function unreachable({ kind, message, url = '' }: Lost, target: Target): string | undefined {
  if (!GONE.includes(kind)) return undefined;
  const known = longestFirst(target).find(({ address }) => url.startsWith(address));
  const { setting, address } = known ?? { setting: '', address: url };
  return `${setting} ${address}: ${message}`;
}

type ExamineOptions = Pick<RunOptions, 'clock' | 'transport' | 'signal'>;

/**
 * Sends the first requests of a run, a few for each interface, and none of its checks: what would
 * stand in its way.
 */
export async function examine(suites: readonly Suite[], target: Target, options: ExamineOptions) {
  const { plan, obstacles, sent } = await examineWith(suites, target, options);
  return { plan, obstacles, sent };
}

/** The same, with the responses of each interface. */
export async function examineWith(
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
    // A run continues, and what cannot be read is inconclusive; here nothing else would say so.
    const obstacles = found.length > 0 ? found : [...unreadable];
    const answers = (name: string): readonly Answer[] => session.asked(name);
    return { plan, obstacles, sent: session.client.counts.sent, answers };
  } finally {
    await session.close();
  }
}
