/** The session of a run with one target: its HTTP client, its facts and its stored responses. */

import { defined } from '../defined.js';
import type { Answer } from '../http/answer.js';
import { type Clock, systemClock } from '../http/clock.js';
import {
  HttpClient,
  openTransport,
  Redactor,
  type Request,
  type Transport,
} from '../http/index.js';
import type { ExchangeEvent, FooterEvent, LedgerEvent } from '../ledger/index.js';
import { randomFrom } from '../random.js';
import { addedHeaders } from '../settings/added-headers.js';
import type { Target } from '../settings/index.js';
import type { TrafficOrigin } from './context.js';
import { Facts } from './facts.js';
import { hostsOf } from './hosts.js';
import { openScope, type Scope, type ScopeOptions } from './scope.js';

/** The options of a session. */
export interface SessionOptions {
  /** Default 1. */
  readonly seed?: number;
  readonly clock?: Clock | undefined;
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly transport?: Transport | undefined;
  /** Called with every exchange and survey event. */
  readonly record?: (event: LedgerEvent) => void;
  /** Called with every response. `sender` names the check or fact for which it was requested. */
  readonly answered?: ((answer: Answer, sender: Sender) => void) | undefined;
  /** The number of the first exchange. Default 1. */
  readonly firstExchange?: number;
  /** If false, `record` receives no exchange events, because nothing reads them. Default true. */
  readonly recordExchanges?: boolean;
  /** Recorded traffic that is tested instead of sending requests. */
  readonly traffic?: Traffic | undefined;
  /** Irreversible requests that an earlier part of the run has sent or was about to send. */
  readonly intents?: Iterable<string>;
}

/** The check or fact for which a request was sent. */
export interface Sender {
  /** The id of the check, or the name of the fact that is learned. */
  readonly name: string;
  readonly interface: string;
}

/** Exchanges that were recorded earlier. */
export interface Traffic {
  /** Returns recorded responses. Rejects with `Lost` for a request that was not recorded. */
  readonly transport: (redactor: Redactor) => Transport;
  /** The exchanges in the form of a ledger. */
  readonly events: (redactor: Redactor) => Iterable<ExchangeEvent>;
  /** The recorded responses of an interface, without the secrets known so far. */
  readonly answers: (interfaceName: string, redactor: Redactor) => readonly Answer[];
  /**
   * The GET requests of an interface that received a 5xx status. They are requested again, because
   * a server error is reported only if it was recorded twice.
   */
  readonly troubled: (interfaceName: string, redactor: Redactor) => readonly Request[];
  readonly origin: TrafficOrigin;
  /** The parts of the recording that are not tested, with reasons. */
  readonly leftOut?: FooterEvent['leftOut'];
  /**
   * The number of exchanges in the whole recording. Set if the recording was too large to test at
   * once, so that this session tests a part of it.
   */
  readonly total?: number;
  /** The number of exchanges that each clause tested. */
  readonly tested?: ReadonlyMap<string, number>;
  /** Set if the recording was not read to its end. */
  readonly interrupted?: boolean;
}

/**
 * The size in bytes of the largest response that is stored for the rules that test all responses.
 * Larger responses take too much memory and time.
 */
const LARGEST_SEEN = 1024 * 1024;

/** Opens a session: one client and one store of facts for a target. */
export const openSession = (target: Target, options: SessionOptions = {}): Session =>
  new Session(target, options);

/** The HTTP client, the shared facts and the stored responses of a run with one target. */
export class Session {
  readonly target: Target;
  readonly seed: number;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly client: HttpClient;
  readonly facts = new Facts<Scope>();
  /** The names of the irreversible requests that were sent or were about to be sent. */
  readonly intents: Set<string>;
  /** The hosts to which requests may be sent. */
  readonly hosts: ReadonlySet<string>;
  readonly #options: SessionOptions;
  readonly #transport: Transport;
  readonly #kept = new Map<string, Set<Answer>>();

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
    this.client = clientOf(this, this.#transport, options);
  }

  get traffic(): Traffic | undefined {
    return this.#options.traffic;
  }

  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }

  /** Whether the run has a budget of requests. */
  get isLimited(): boolean {
    return this.#options.maxRequests !== undefined;
  }

  record(event: LedgerEvent): void {
    this.#options.record?.(event);
  }

  /** Every response of the run so far to requests of an interface, in the order of the requests. */
  receivedFrom(interfaceName: string): readonly Answer[] {
    return inOrder(this.#kept.get(interfaceName) ?? []);
  }

  /**
   * Every response of the run so far. If a recording is tested, all of its responses are included.
   */
  seen(interfaceName: string): readonly Answer[] {
    const recorded = this.traffic?.answers(interfaceName, this.redactor) ?? [];
    const known = new Set(recorded.map(({ exchange }) => exchange));
    const others = this.receivedFrom(interfaceName).filter(({ exchange }) => !known.has(exchange));
    return inOrder([...recorded, ...others]);
  }

  /** Stores a response for the rules that test all responses, unless it is very large. */
  keep(answer: Answer, sender: Sender): void {
    const { interface: interfaceName } = sender;
    this.#options.answered?.(answer, sender);
    if (answer.size > LARGEST_SEEN) return;
    this.#kept.set(interfaceName, (this.#kept.get(interfaceName) ?? new Set()).add(answer));
  }

  forgetFailures(): void {
    this.facts.forgetFailures();
  }

  /**
   * Removes all facts and stored responses of an interface. The client also removes the responses
   * of all interfaces that it shares between equal requests, so that requests are sent again.
   */
  forget(interfaceName: string): void {
    this.facts.forget(interfaceName);
    this.#kept.delete(interfaceName);
    this.client.forget();
  }

  scope(options: ScopeOptions): Scope {
    return openScope(this, options);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

const inOrder = (answers: Iterable<Answer>): readonly Answer[] =>
  [...answers].sort((a, b) => a.exchange - b.exchange);

const networkTransport = ({ timeoutMs, concurrency, connection }: Target): Transport =>
  openTransport({ timeoutMs, connections: concurrency, connection });

function clientOf(
  { target, redactor, clock, seed }: Session,
  transport: Transport,
  { maxRequests, firstExchange = 1, signal, record, traffic, recordExchanges }: SessionOptions,
): HttpClient {
  const { concurrency, pace, allow, credentials } = target;
  const recordExchange =
    record === undefined || recordExchanges === false
      ? undefined
      : (exchange: Omit<ExchangeEvent, 'type'>) => record({ type: 'exchange', ...exchange });
  return new HttpClient({
    transport,
    redactor,
    pace,
    concurrency,
    clock,
    maxRequests,
    firstExchange,
    jitter: randomFrom(seed),
    suspiciousValues: allow.suspiciousValues || traffic !== undefined,
    added: (request) => Object.entries(addedHeaders(target, request.interface)),
    ...(traffic === undefined ? { credentials } : {}),
    ...defined({ signal, record: recordExchange }),
  });
}
