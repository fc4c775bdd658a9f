/** A run with one target: its HTTP client, its shared facts and its stored responses. */

import { defined } from '../defined.js';
import type { Answer } from '../http/answer.js';
import { type Clock, systemClock } from '../http/clock.js';
import { TOKEN_ENDPOINT } from '../http/credentials.js';
import {
  durationAt,
  EarlierAnswers,
  Ending,
  HttpClient,
  openTransport,
  Redactor,
  type Request,
  type Transport,
} from '../http/index.js';
import type { ExchangeEvent, FooterEvent, Ledger, LedgerEvent } from '../ledger/index.js';
import { randomFrom } from '../random.js';
import { addedHeaders, addedHeadersAt } from '../settings/added-headers.js';
import { longestFirst } from '../settings/base-urls.js';
import type { Target } from '../settings/index.js';
import type { TrafficOrigin } from './context.js';
import { Facts } from './facts.js';
import { openScope, type Scope, type ScopeOptions } from './scope.js';

export interface SessionOptions {
  /** The seed of random choices. Default 1. */
  readonly seed?: number;
  readonly clock?: Clock | undefined;
  /** By default the number of requests is not limited. */
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly transport?: Transport | undefined;
  /** The function receives every event of the session. */
  readonly record?: (event: LedgerEvent) => void;
  /** The function receives every response. `sender` is the check or fact that needed it. */
  readonly answered?: ((answer: Answer, sender: Sender) => void) | undefined;
  /** The number of the first exchange. Default 1. */
  readonly firstExchange?: number;
  /** The start of the run, if it began before. In milliseconds since the epoch. Default: now. */
  readonly startedAt?: number | undefined;
  /** Whether `record` receives exchange events. Default true. */
  readonly recordExchanges?: boolean;
  /** Recorded traffic to test instead of sending requests. */
  readonly traffic?: Traffic | undefined;
  /**
   * The names of irreversible requests that an earlier part of the run may have sent. They are not
   * sent again.
   */
  readonly intents?: Iterable<string>;
}

export interface Sender {
  /** The id of the check, or the name of the fact. */
  readonly name: string;
  readonly interface: string;
}

/** Exchanges that were recorded earlier. */
export interface Traffic {
  /** Returns recorded responses. Rejects with `Lost` for a request that was not recorded. */
  readonly transport: (redactor: Redactor) => Transport;
  /** The exchanges in the form of a ledger. */
  readonly events: (redactor: Redactor) => Iterable<ExchangeEvent>;
  /** The recorded responses, except those of exchanges with a secret whose value is unknown. */
  readonly answers: (interfaceName: string, redactor: Redactor) => readonly Answer[];
  /**
   * The GET requests with a 5xx response. Each is looked up again in the recording, because a
   * server error is reported only if it occurred twice.
   */
  readonly troubled: (interfaceName: string, redactor: Redactor) => readonly Request[];
  readonly origin: TrafficOrigin;
  /** The parts of the recording that are not tested, with reasons. */
  readonly leftOut?: FooterEvent['leftOut'];
  /**
   * The number of exchanges in the whole recording. It is set if the recording is tested in parts.
   */
  readonly total?: number;
  /** For each clause: the number of exchanges that its rule tested. */
  readonly tested?: ReadonlyMap<string, number>;
  /** Whether the recording was not read to its end. */
  readonly interrupted?: boolean;
}

/** Larger responses are not stored, because they would take too much memory and time. */
const MAX_STORED_BYTES = 1024 * 1024;

export const openSession = (target: Target, options: SessionOptions = {}): Session =>
  new Session(target, options);

export class Session {
  readonly target: Target;
  readonly seed: number;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly client: HttpClient;
  /** Ends the run at a quota or without progress; undefined for a recording. */
  readonly ending: Ending | undefined;
  readonly facts = new Facts<Scope>();
  /** The names of irreversible requests that may have been sent. They are not sent again. */
  readonly intents: Set<string>;
  /** Requests may be sent only to these hosts. */
  readonly hosts: ReadonlySet<string>;
  readonly #options: SessionOptions;
  readonly #transport: Transport;
  readonly #stored = new Map<string, Set<Answer>>();
  #earlier: EarlierAnswers | undefined;
  /** The interfaces whose earlier responses do not count any more. */
  readonly #forgotten = new Set<string>();

  constructor(target: Target, options: SessionOptions) {
    const { seed = 1, clock = systemClock, traffic, intents } = options;
    this.target = target;
    this.seed = seed;
    this.clock = clock;
    this.redactor = new Redactor(target.secrets);
    this.intents = new Set(intents);
    this.hosts = hostsOf(target);
    this.#options = options;
    this.#transport =
      traffic?.transport(this.redactor) ?? options.transport ?? networkTransport(target);
    const { signal } = options;
    const limits = { clock, signal, noProgressMs: noProgressMsOf(target) };
    this.ending = traffic === undefined ? new Ending(limits) : undefined;
    this.client = clientOf(this, this.#transport, options);
  }

  get traffic(): Traffic | undefined {
    return this.#options.traffic;
  }

  /** Aborts when the user interrupts the run, and when the run ends early by itself. */
  get signal(): AbortSignal | undefined {
    return this.ending?.sending ?? this.#options.signal;
  }

  get isLimited(): boolean {
    return this.#options.maxRequests !== undefined;
  }

  record(event: LedgerEvent): void {
    this.#options.record?.(event);
  }

  /** The stored responses of an interface, in the order of the requests. */
  receivedFrom(interfaceName: string): readonly Answer[] {
    return inOrder(this.#stored.get(interfaceName) ?? []);
  }

  /** The stored responses and, if a recording is tested, all recorded responses. */
  seen(interfaceName: string): readonly Answer[] {
    const recorded = this.traffic?.answers(interfaceName, this.redactor) ?? [];
    return allOf(recorded, this.receivedIn(interfaceName));
  }

  /** The stored responses, also those of the earlier parts of a resumed run. */
  receivedIn(interfaceName: string): readonly Answer[] {
    const isForgotten = this.#forgotten.has(interfaceName);
    const earlier = isForgotten ? [] : (this.#earlier?.answersOf(interfaceName) ?? []);
    return allOf(
      earlier.filter(({ size }) => size <= MAX_STORED_BYTES),
      this.receivedFrom(interfaceName),
    );
  }

  /**
   * Uses the responses of the earlier parts of a resumed run, so that equal requests are not sent
   * again.
   */
  recall({ header, exchanges }: Ledger): void {
    const startedMs = Date.parse(header.startedAt);
    const { redactor } = this;
    this.#earlier = new EarlierAnswers({ exchanges: exchanges.values(), startedMs, redactor });
    this.client.earlier = this.#earlier;
  }

  /** Stores a response, unless it is larger than `MAX_STORED_BYTES`. */
  keep(answer: Answer, sender: Sender): void {
    const { interface: interfaceName } = sender;
    this.#options.answered?.(answer, sender);
    if (answer.size > MAX_STORED_BYTES) return;
    this.#stored.set(interfaceName, (this.#stored.get(interfaceName) ?? new Set()).add(answer));
  }

  forgetFailures(): void {
    this.facts.forgetFailures();
  }

  /**
   * Removes the facts and the stored responses of an interface. A request that equals an earlier
   * one is then sent again.
   */
  forget(interfaceName: string): void {
    this.facts.forget(interfaceName);
    this.#stored.delete(interfaceName);
    this.#forgotten.add(interfaceName);
    this.client.forget();
  }

  scope(options: ScopeOptions): Scope {
    return openScope(this, options);
  }

  close(): Promise<void> {
    this.client.end();
    this.ending?.close();
    return this.#transport.close();
  }
}

const inOrder = (answers: Iterable<Answer>): readonly Answer[] =>
  [...answers].sort((a, b) => a.exchange - b.exchange);

/** Each exchange occurs once. */
function allOf(some: readonly Answer[], more: readonly Answer[]): readonly Answer[] {
  const known = new Set(some.map(({ exchange }) => exchange));
  return inOrder([...some, ...more.filter(({ exchange }) => !known.has(exchange))]);
}

/**
 * A run ends if all responses are lost for this number of times the patience of the target. With
 * the last requests and the reports, it lasts less than ten times the patience.
 */
const PATIENCES = 8;

/**
 * The longest time without progress. A single response may take as long as `timeout` allows, and at
 * a very slow pace the time of a few requests is needed to see that all of them are lost.
 */
export const noProgressMsOf = ({ patienceMs, timeoutMs, pace }: Target): number =>
  Math.max(PATIENCES * patienceMs, timeoutMs, durationAt(pace, PATIENCES));

const networkTransport = ({ timeoutMs, concurrency, connection }: Target): Transport =>
  openTransport({ timeoutMs, connections: concurrency, connection });

function clientOf(
  { target, redactor, clock, seed, ending }: Session,
  transport: Transport,
  options: SessionOptions,
): HttpClient {
  const { maxRequests, firstExchange = 1, startedAt, signal } = options;
  const { record, traffic, recordExchanges } = options;
  const { concurrency, pace, allow, credentials } = target;
  const recordExchange =
    record === undefined || recordExchanges === false
      ? undefined
      : (exchange: Omit<ExchangeEvent, 'type'>) => record({ type: 'exchange', ...exchange });
  // Without a budget the number of requests needs no exact record.
  const sending =
    recordExchange === undefined || maxRequests === undefined || traffic !== undefined
      ? undefined
      : (exchange: number) => record?.({ type: 'sent', exchange });
  return new HttpClient({
    transport,
    redactor,
    pace,
    concurrency,
    clock,
    maxRequests,
    firstExchange,
    startedAt,
    ending,
    jitter: randomFrom(seed),
    suspiciousValues: allow.suspiciousValues || traffic !== undefined,
    added: ({ interface: name, url }) =>
      Object.entries(
        name === TOKEN_ENDPOINT ? addedHeadersAt(target, url) : addedHeaders(target, name),
      ),
    ...(traffic === undefined ? { credentials } : {}),
    ...defined({ signal, record: recordExchange, sending }),
  });
}

/** The base URLs, longest first. */
export const addressesOf = (target: Target): readonly string[] =>
  longestFirst(target).map(({ address }) => address);

/** Hosts with ports. Requests are sent only to these hosts. */
export const hostsOf = (target: Target): ReadonlySet<string> =>
  new Set(addressesOf(target).map((address) => new URL(address).host));
