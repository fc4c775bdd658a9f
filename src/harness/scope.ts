/**
 * Makes the context through which a check sends requests and learns facts, and records what the
 * check uses.
 */

import { createHash } from 'node:crypto';
import { defined } from '../defined.js';
import type { Answer } from '../http/answer.js';
import type { Clock } from '../http/clock.js';
import { type HttpClient, isLeftOut, Lost, type Redactor, redactedEvent } from '../http/index.js';
import type { Request, SendOptions } from '../http/request.js';
import type { LedgerEvent } from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import { type Context, type Dialect, rowsFor, type TrafficOrigin } from './context.js';
import type { Facts } from './facts.js';
import { inconclusive } from './finding.js';

interface Session {
  readonly target: Target;
  readonly seed: number;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly client: HttpClient;
  readonly facts: Facts<Scope>;
  /** The names of the irreversible requests that were already sent. */
  readonly intents: Set<string>;
  /** Requests may be sent only to these hosts. */
  readonly hosts: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
  /** The recording that replaces the target. */
  readonly traffic: { readonly origin: TrafficOrigin } | undefined;
  /** Whether the run has a budget (a maximum number of requests). */
  readonly isLimited: boolean;
  readonly record: (event: LedgerEvent) => void;
  /** Stores a response for the rules that test all responses. */
  readonly keep: (answer: Answer, sender: { name: string; interface: string }) => void;
  readonly scope: (options: ScopeOptions) => Scope;
}

export interface ScopeOptions {
  /** The id of the check, or the name of the fact (a property of the target) that is learned. */
  readonly name: string;
  readonly interface: string;
  /** The number of requests that the check may send. The default is 0. */
  readonly allowance?: number;
  /** Selects one counterexample of a random test. Only this counterexample is tested. */
  readonly replay?: string | undefined;
}

/** A context, and a record of its use. */
export interface Scope {
  readonly context: Context;
  readonly answers: readonly Answer[];
  /** The names of the facts on which the result depends. */
  readonly used: ReadonlySet<string>;
  /**
   * The number of requests that were left out, because the budget is used up, or a setting or a
   * system in front of the target blocks them. The key is the name of the
   * check or fact.
   */
  readonly leftOut: ReadonlyMap<string, number>;
  /**
   * Commands that obtain the tokens of this check. The key is the name under which reports show the
   * token.
   */
  readonly sources: ReadonlyMap<string, string>;
  /** Describes the first request that is missing from the recording. */
  readonly missing: () => string | undefined;
}

export function openScope(session: Session, options: ScopeOptions): Scope {
  const use: Use = {
    answers: [],
    used: new Set(),
    leftOut: new Map(),
    sources: new Map(),
    missing: undefined,
    sleptMs: 0,
  };
  const context: Context = {
    target: session.target,
    ask: (request, sendOptions) => ask(session, options, use, { request, sendOptions }),
    withheld: (request) => session.client.withheld(request),
    facts: {
      learn: (fact, work, rests) => learn(session, options, use, { fact, work, rests }),
      replace: (fact, value) => session.facts.replace(fact, value),
      recordColumns: (columns) => {
        const event = {
          type: 'survey' as const,
          interface: options.interface,
          columns: [...columns],
        };
        session.record(redactedEvent(session.redactor, event));
      },
      recordDialect: (settled) => {
        // JSON leaves out the members whose value is undefined.
        const dialect: Dialect = JSON.parse(JSON.stringify(settled));
        const event = { type: 'survey' as const, interface: options.interface, dialect };
        session.record(redactedEvent(session.redactor, event));
      },
    },
    budget: budgetOf(session, options, use),
    secrets: secretsOf(session, use),
    run: runOf(session, options, use),
  };
  const { answers, used, leftOut, sources } = use;
  return { context, answers, used, leftOut, sources, missing: () => use.missing };
}

interface Use {
  readonly answers: Answer[];
  readonly used: Set<string>;
  readonly leftOut: Map<string, number>;
  readonly sources: Map<string, string>;
  missing: string | undefined;
  /**
   * The total duration of the pauses of this check, if a recording replaces the target. These
   * pauses take no real time.
   */
  sleptMs: number;
}

interface RequestToSend {
  readonly request: Request;
  readonly sendOptions: SendOptions | undefined;
}

async function ask(
  session: Session,
  { name, interface: interfaceName }: ScopeOptions,
  use: Use,
  { request, sendOptions }: RequestToSend,
): Promise<Answer> {
  const host = URL.canParse(request.url) ? new URL(request.url).host : request.url;
  if (!session.hosts.has(host)) inconclusive(`${host} is not configured: no request is sent to it`);
  // After a simulated pause, only a response that was recorded after the pause may be returned.
  const timed =
    use.sleptMs === 0 ? request : { ...request, notBefore: session.clock.now() + use.sleptMs };
  const answer = await session.client.send(timed, sendOptions).catch((error: unknown) => {
    if (error instanceof Lost && error.kind === 'not-recorded') use.missing ??= error.message;
    if (isLeftOut(error)) addLeftOut(use, name, 1);
    throw error;
  });
  use.answers.push(answer);
  session.keep(answer, { name, interface: interfaceName });
  return answer;
}

interface FactToLearn<T> {
  readonly fact: string;
  readonly work: (inner: Context) => Promise<T>;
  readonly rests: 'on nothing else' | undefined;
}

async function learn<T>(
  session: Session,
  { interface: interfaceName, allowance = 0 }: ScopeOptions,
  use: Use,
  { fact, work, rests }: FactToLearn<T>,
): Promise<T> {
  const entry = session.facts.learn(fact, () => {
    const inner = session.scope({ name: fact, interface: interfaceName, allowance });
    return { value: work(inner.context), scope: inner };
  });
  use.used.add(fact);
  try {
    return (await entry.value) as T;
  } finally {
    if (rests === undefined) for (const one of entry.scope.used) use.used.add(one);
    for (const [sender, count] of entry.scope.leftOut) use.leftOut.set(sender, count);
    use.missing ??= entry.scope.missing();
  }
}

const addLeftOut = ({ leftOut }: Use, name: string, count: number): void => {
  leftOut.set(name, (leftOut.get(name) ?? 0) + count);
};

function budgetOf(
  session: Session,
  { name, allowance = 0 }: ScopeOptions,
  use: Use,
): Context['budget'] {
  return {
    requests: allowance,
    isLimited: session.isLimited,
    take: (rows, options) => {
      const taken = rows.slice(0, rowsFor(allowance, options));
      if (taken.length < rows.length) addLeftOut(use, name, rows.length - taken.length);
      return taken;
    },
  };
}

const secretsOf = ({ redactor }: Session, { sources }: Use): Context['secrets'] => ({
  register: (value, shown, recipe) => redactor.learn(value, `\${${shown}}`, recipe),
  registerToken: (token, source, scope) => {
    redactor.registerToken(token, scope === undefined ? source : undefined);
    if (scope !== undefined) sources.set(redactor.nameOf(token) ?? '', source);
  },
});

function runOf(
  session: Session,
  { name, interface: interfaceName, replay }: ScopeOptions,
  use: Use,
): Context['run'] {
  const { traffic, intents } = session;
  return {
    seed: deriveSeed(session.seed, name),
    ...defined({ replay }),
    clock: clockOf(session, use),
    traffic: traffic?.origin,
    recordIrreversible: (what) => {
      if (intents.has(what))
        inconclusive(`an irreversible request (${what}) was already sent and is not sent again`);
      intents.add(what);
      session.record({ type: 'intent', interface: interfaceName, name: what });
    },
  };
}

/** If a recording replaces the target, `sleep` returns at once and only advances `now`. */
const clockOf = ({ clock, traffic, signal }: Session, use: Use): Clock => ({
  now: () => clock.now() + use.sleptMs,
  sleep: async (ms) => {
    if (traffic !== undefined) {
      use.sleptMs += ms;
      return;
    }
    await clock.sleep(ms, signal).catch(() => {
      throw new Lost('interrupted', 'the run was interrupted');
    });
  },
});

/** The seed of a check. It depends only on the seed of the run and the name of the check. */
const deriveSeed = (seed: number, name: string): number =>
  createHash('sha256').update(`${seed}:${name}`).digest().readInt32BE(0);
