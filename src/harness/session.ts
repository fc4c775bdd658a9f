/** A run with one target: its HTTP client, its shared facts and its stored responses. */

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
  readonly facts = new Facts<Scope>();
  /** The names of irreversible requests that may have been sent. They are not sent again. */
  readonly intents: Set<string>;
  /** Requests may be sent only to these hosts. */
  readonly hosts: ReadonlySet<string>;
  readonly #options: SessionOptions;
  readonly #transport: Transport;
  readonly #stored = new Map<string, Set<Answer>>();

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
    const known = new Set(recorded.map(({ exchange }) => exchange));
    const others = this.receivedFrom(interfaceName).filter(({ exchange }) => !known.has(exchange));
    return inOrder([...recorded, ...others]);
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
