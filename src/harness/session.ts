import { createHash } from 'node:crypto';
import type { Answer } from '../http/answer.js';
import { type Clock, systemClock } from '../http/clock.js';
import {
  HttpClient,
  isLeftOut,
  Lost,
  openTransport,
  Redactor,
  type Request,
  redactedEvent,
  type Transport,
} from '../http/index.js';
import type { ExchangeEvent, FooterEvent, LedgerEvent } from '../ledger/index.js';
import { randomFrom } from '../random.js';
import { addedHeaders } from '../settings/added-headers.js';
import type { Target } from '../settings/index.js';
import { type Context, type Dialect, rowsFor, type TrafficOrigin } from './context.js';
import { Facts } from './facts.js';
import { inconclusive } from './finding.js';
import { hostsOf } from './hosts.js';

export interface SessionOptions {
  /** Default 1. */
  readonly seed?: number;
  readonly clock?: Clock | undefined;
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly transport?: Transport | undefined;
  /** Called with every exchange and survey event. */
  readonly record?: (event: LedgerEvent) => void;
  /** The number of the first exchange. Default 1. */
  readonly firstExchange?: number;
  /** False records no exchanges, for runs that nobody reads. Default true. */
  readonly exchanges?: boolean;
  /** Traffic that is judged instead of anything being sent. */
  readonly traffic?: Traffic | undefined;
  /** What an earlier part of the run has sent, or was about to send, and nobody sends again. */
  readonly intents?: Iterable<string>;
}

/** Exchanges that were recorded earlier. */
export interface Traffic {
  /** Answers what was recorded; everything else is lost as not recorded. */
  readonly transport: (redactor: Redactor) => Transport;
  /** The exchanges as a ledger holds them. */
  readonly events: (redactor: Redactor) => Iterable<ExchangeEvent>;
  /** What an interface was seen to answer, with as much of the secrets as is known by now. */
  readonly answers: (interfaceName: string, redactor: Redactor) => readonly Answer[];
  /**
   * Requests of an interface that were answered 5xx, which counts where it is answered so again.
   */
  readonly troubled: (interfaceName: string, redactor: Redactor) => readonly Request[];
  readonly origin: TrafficOrigin;
  /** What of it is not tested, and why. */
  readonly leftOut?: FooterEvent['leftOut'];
  /**
   * Exchanges of a recording that was too large to be tested at once, of which these are a part.
   */
  readonly total?: number;
  /** How many of them were tested by each clause. */
  readonly tested?: ReadonlyMap<string, number>;
  /** Set where the recording was not read to its end. */
  readonly interrupted?: boolean;
}

interface ScopeOptions {
  /** The check's id, or what is being learned. */
  readonly name: string;
  readonly interface: string;
  readonly allowance?: number;
  readonly replay?: string | undefined;
}

/** A context, with what it used. */
export interface Scope {
  readonly context: Context;
  readonly answers: readonly Answer[];
  /** Names of the shared facts that were used. */
  readonly used: ReadonlySet<string>;
  /** How many rows were left out: by itself, and where it learned shared facts, by their names. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Commands that obtain tokens as this check had them, by the names that they are shown under. */
  readonly sources: ReadonlyMap<string, string>;
  /** What it asked that is not in the recording, if it is a recording that is judged. */
  readonly missing: () => string | undefined;
}

/**
 * Bytes of the largest answer that is kept for checks which judge all: larger ones are dear to keep
 * and to judge.
 */
const LARGEST_SEEN = 1024 * 1024;

export type Session = ReturnType<typeof openSession>;

/** A run's dealings with one target: one client, one memory of what was learned. */
export function openSession(target: Target, options: SessionOptions = {}) {
  const {
    seed = 1,
    clock = systemClock,
    maxRequests,
    signal,
    record,
    traffic,
    firstExchange = 1,
  } = options;
  const { timeoutMs, concurrency, connection, pace } = target;
  const redactor = new Redactor(target.secrets);
  const transport =
    traffic?.transport(redactor) ??
    options.transport ??
    openTransport({ timeoutMs, connections: concurrency, connection });
  const client = new HttpClient({
    transport,
    redactor,
    pace,
    concurrency,
    clock,
    maxRequests,
    firstExchange,
    jitter: randomFrom(seed),
    suspiciousValues: target.allow.suspiciousValues || traffic !== undefined,
    ...(traffic === undefined ? { credentials: target.credentials } : {}),
    added: (request) => Object.entries(addedHeaders(target, request.interface)),
    ...(signal === undefined ? {} : { signal }),
    ...(record === undefined || options.exchanges === false
      ? {}
      : { record: (exchange) => record({ type: 'exchange', ...exchange }) }),
  });
  const kept = new Map<string, Set<Answer>>();
  const facts = new Facts<Scope>();
  const intents = new Set(options.intents);
  const hosts = hostsOf(target);
  const inOrder = (answers: Iterable<Answer>): readonly Answer[] =>
    [...answers].sort((a, b) => a.exchange - b.exchange);

  /**
   * Every answer of the run so far to requests of an interface, whichever check asked, in the order
   * of the requests.
   */
  const asked = (interfaceName: string): readonly Answer[] =>
    inOrder(kept.get(interfaceName) ?? []);

  /** The same, with all that a recording holds where one is judged. */
  function seen(interfaceName: string): readonly Answer[] {
    const recorded = traffic?.answers(interfaceName, redactor) ?? [];
    const known = new Set(recorded.map(({ exchange }) => exchange));
    return inOrder([
      ...recorded,
      ...asked(interfaceName).filter(({ exchange }) => !known.has(exchange)),
    ]);
  }

  const forgetFailures = (): void => facts.forgetFailures();

  const close = (): Promise<void> => transport.close();

  /** What was learned of an interface, and what it answered, is learned and asked anew. */
  function forget(interfaceName: string): void {
    facts.forget(interfaceName);
    kept.delete(interfaceName);
    client.forget();
  }

  function scope({ name, interface: interfaceName, allowance = 0, replay }: ScopeOptions): Scope {
    const answers: Answer[] = [];
    const used = new Set<string>();
    const leftOut = new Map<string, number>();
    const sources = new Map<string, string>();
    let missing: string | undefined;
    /** Waiting takes no time in a recording, and moves the one on who waits. */
    let slept = 0;
    async function learn<T>(
      fact: string,
      work: (inner: Context) => Promise<T>,
      rests?: 'on nothing else',
    ) {
      const entry = facts.learn(fact, () => {
        const inner = scope({ name: fact, interface: interfaceName, allowance });
        return { value: work(inner.context), scope: inner };
      });
      used.add(fact);
      try {
        return (await entry.value) as T;
      } finally {
        if (rests === undefined) for (const one of entry.scope.used) used.add(one);
        for (const [where, rows] of entry.scope.leftOut) leftOut.set(where, rows);
        missing ??= entry.scope.missing();
      }
    }
    const context: Context = {
      target,
      ask: async (request, sendOptions) => {
        const host = URL.canParse(request.url) ? new URL(request.url).host : request.url;
        if (!hosts.has(host)) inconclusive(`${host} is not configured: nothing is sent there`);
        const timed = slept === 0 ? request : { ...request, notBefore: clock.now() + slept };
        const answer = await client.send(timed, sendOptions).catch((error: unknown) => {
          if (error instanceof Lost && error.kind === 'not-recorded') missing ??= error.message;
          if (isLeftOut(error)) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
          throw error;
        });
        answers.push(answer);
        if (answer.size <= LARGEST_SEEN)
          kept.set(interfaceName, (kept.get(interfaceName) ?? new Set()).add(answer));
        return answer;
      },
      facts: {
        learn,
        recordDialect: (settled) => {
          const dialect: Dialect = JSON.parse(JSON.stringify(settled));
          record?.(redactedEvent(redactor, { type: 'survey', interface: interfaceName, dialect }));
        },
      },
      budget: {
        requests: allowance,
        isLimited: maxRequests !== undefined,
        take: (rows, options) => {
          const taken = rows.slice(0, rowsFor(allowance, options));
          if (taken.length < rows.length)
            leftOut.set(name, (leftOut.get(name) ?? 0) + rows.length - taken.length);
          return taken;
        },
      },
      secrets: {
        register: (value, shown, recipe) => redactor.learn(value, `\${${shown}}`, recipe),
        registerToken: (token, source, of) => {
          redactor.registerToken(token, of === undefined ? source : undefined);
          if (of !== undefined) sources.set(redactor.nameOf(token) ?? '', source);
        },
      },
      run: {
        seed: deriveSeed(seed, name),
        ...(replay === undefined ? {} : { replay }),
        clock: {
          now: () => clock.now() + slept,
          sleep: async (ms) => {
            if (traffic !== undefined) slept += ms;
            else
              await clock.sleep(ms, signal).catch(() => {
                throw new Lost('interrupted', 'the run was interrupted');
              });
          },
        },
        traffic: traffic?.origin,
        recordIrreversible: (what) => {
          if (intents.has(what))
            inconclusive(
              `what it sends (${what}) was sent before, cannot be undone, and is not sent again`,
            );
          intents.add(what);
          record?.({ type: 'intent', interface: interfaceName, name: what });
        },
      },
    };
    return { context, answers, used, leftOut, sources, missing: () => missing };
  }

  return {
    target,
    seed,
    clock,
    redactor,
    client,
    asked,
    seen,
    forget,
    forgetFailures,
    scope,
    close,
  };
}

/**
 * The seed of one check: the same for the same run seed and check id, different for different
 * checks.
 */
const deriveSeed = (seed: number, name: string): number =>
  createHash('sha256').update(`${seed}:${name}`).digest().readInt32BE(0);
