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
  /** Default 1. */
  readonly seed?: number;
  readonly clock?: Clock | undefined;
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly transport?: Transport | undefined;
  /** Called with every exchange and survey event. */
  readonly record?: (event: LedgerEvent) => void;
  /** Called with every response. `sender` is the check or fact that needed it. */
  readonly answered?: ((answer: Answer, sender: Sender) => void) | undefined;
  /** Default 1. */
  readonly firstExchange?: number;
  /** False if nothing reads exchange events. Default true. */
  readonly recordExchanges?: boolean;
  /** Recorded traffic to test instead of sending requests. */
  readonly traffic?: Traffic | undefined;
  /** Irreversible requests that an earlier part of the run has sent or was about to send. */
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
  /** Recorded responses with the known secrets. Exchanges with an unknown secret are left out. */
  readonly answers: (interfaceName: string, redactor: Redactor) => readonly Answer[];
  /**
   * GET requests with a 5xx response. They are requested again, because a server error is reported
   * only if it was recorded twice.
   */
  readonly troubled: (interfaceName: string, redactor: Redactor) => readonly Request[];
  readonly origin: TrafficOrigin;
  /** What is not tested, with reasons. */
  readonly leftOut?: FooterEvent['leftOut'];
  /** The number of exchanges in the whole recording. Set if only a part of it is tested at once. */
  readonly total?: number;
  /** By clause: the number of exchanges that the clause tested. */
  readonly tested?: ReadonlyMap<string, number>;
  /** Set if the recording was not read to its end. */
  readonly interrupted?: boolean;
}

/** In bytes. Larger responses would take too much memory and time. */
const LARGEST_STORED = 1024 * 1024;

export const openSession = (target: Target, options: SessionOptions = {}): Session =>
  new Session(target, options);

export class Session {
  readonly target: Target;
  readonly seed: number;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly client: HttpClient;
  readonly facts = new Facts<Scope>();
  readonly intents: Set<string>;
  /** Requests may be sent only to these hosts. */
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

  get isLimited(): boolean {
    return this.#options.maxRequests !== undefined;
  }

  record(event: LedgerEvent): void {
    this.#options.record?.(event);
  }

  /** Responses of the run so far, in the order of the requests. */
  receivedFrom(interfaceName: string): readonly Answer[] {
    return inOrder(this.#kept.get(interfaceName) ?? []);
  }

  /** The responses of the run so far and, if a recording is tested, all recorded responses. */
  seen(interfaceName: string): readonly Answer[] {
    const recorded = this.traffic?.answers(interfaceName, this.redactor) ?? [];
    const known = new Set(recorded.map(({ exchange }) => exchange));
    const others = this.receivedFrom(interfaceName).filter(({ exchange }) => !known.has(exchange));
    return inOrder([...recorded, ...others]);
  }

  keep(answer: Answer, sender: Sender): void {
    const { interface: interfaceName } = sender;
    this.#options.answered?.(answer, sender);
    if (answer.size > LARGEST_STORED) return;
    this.#kept.set(interfaceName, (this.#kept.get(interfaceName) ?? new Set()).add(answer));
  }

  forgetFailures(): void {
    this.facts.forgetFailures();
  }

  /**
   * Removes the facts and the stored responses of an interface. The client also forgets all
   * responses that equal requests share, so that requests are sent again.
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
