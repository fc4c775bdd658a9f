import { setMaxListeners } from 'node:events';
import type { Pace } from '../settings/index.js';
import { Answer } from './answer.js';
import { BodyStore } from './body.js';
import { type Clock, systemClock } from './clock.js';
import { entry } from './entry.js';
import { type Exchange, recordExchange } from './exchange.js';
import { BudgetSpent, Lost } from './lost.js';
import { Pacer, retryAfterMs } from './pace.js';
import { backoffMs, PATIENCE } from './patience.js';
import type { Redactor } from './redact.js';
import { type Request, splitUrl } from './request.js';
import { Slots } from './slots.js';
import type { RawAnswer, Transport } from './transport.js';
import { type Counts, countTrouble, noCounts } from './troubles.js';

export interface WireOptions {
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly pace?: Pace | undefined;
  /** Requests under way at once. Default: no limit. */
  readonly concurrency?: number;
  readonly clock?: Clock;
  /** The most requests that may be sent, repetitions included. Default: no limit. */
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal;
  /** The number of the first exchange. Default 1. */
  readonly firstExchange?: number;
  /** Called with every exchange, in the order in which they end. */
  readonly record?: (exchange: Exchange) => void;
  /** A number from 0 to 1 that spreads pauses; passed in so that runs can be repeated. */
  readonly jitter?: () => number;
}

/** Requests one by one: within the budget, at the pace of their host, each of them recorded. */
export class Wire {
  readonly counts: Counts = noCounts();
  readonly clock: Clock;
  /** Requests of the budget that are kept for the look back at the end of a run. */
  reserved = 0;
  readonly #options: WireOptions;
  readonly #pacers = new Map<string, Pacer>();
  readonly #started: number;
  readonly #slots: Slots;
  readonly #bodies = new BodyStore();
  #exchanges: number;

  constructor(options: WireOptions) {
    this.#options = options;
    this.clock = options.clock ?? systemClock;
    this.#started = this.clock.now();
    this.#exchanges = (options.firstExchange ?? 1) - 1;
    // Every pending request has a listener; this is not a leak.
    if (options.signal !== undefined) setMaxListeners(0, options.signal);
    this.#slots = new Slots(options.concurrency ?? Number.POSITIVE_INFINITY);
  }

  /** One request on the wire; a 429 pauses its host before anything else may leave. */
  async send(request: Request, attempt: number): Promise<Answer> {
    const { maxRequests, transport, redactor, record } = this.#options;
    if (maxRequests !== undefined && this.counts.sent >= maxRequests - this.reserved)
      throw new BudgetSpent(`all ${maxRequests} requests are used`);
    this.counts.sent += 1;
    this.#exchanges += 1;
    const id = this.#exchanges;
    const waitedMs = await this.pacerOf(request)
      .turn(this.#signal)
      .catch((error: unknown) => {
        this.counts.sent -= 1;
        throw error instanceof Lost ? error : new Lost('interrupted', 'the run was interrupted');
      });
    const begun = this.clock.now();
    const times = () => ({ id, atMs: begun - this.#started, waitedMs, durationMs: this.clock.now() - begun });
    try {
      const raw: RawAnswer = await transport.send(request, this.#signal);
      const { status, headers, body, recorded } = raw;
      const { exchange, sentAt, receivedAt } = recorded ?? {
        exchange: id,
        sentAt: begun,
        receivedAt: this.clock.now(),
      };
      const answer = new Answer(request, status, headers, this.#bodies.keep(body), exchange, sentAt, receivedAt);
      countTrouble(this.counts, answer.status);
      if (answer.status === 429) this.pacerOf(request).pause(this.pauseMs(answer, backoffMs(1000, attempt, 60_000)));
      if (recorded === undefined) record?.(recordExchange(redactor, request, answer, times()));
      return answer;
    } catch (error) {
      if (error instanceof Lost && error.kind !== 'not-recorded') {
        error.exchange = id;
        countTrouble(this.counts, error.kind);
        record?.(recordExchange(redactor, request, error, times()));
      }
      throw error;
    } finally {
      this.#slots.free();
    }
  }

  /** The time of `Retry-After` (RFC 9110 section 10.2.3), else as long as the wait up to now; CLI-TOK-8. */
  pauseMs(answer: Answer, otherwise: number): number {
    const asked = retryAfterMs(answer.header('retry-after'), this.clock.now()) ?? otherwise;
    return asked * (1 + 0.1 * (this.#options.jitter?.() ?? 0));
  }

  async sleep(ms: number): Promise<void> {
    await this.clock.sleep(Math.min(ms, PATIENCE.outageMs), this.#signal).catch(interrupted);
  }

  /** The pace of the host that a request goes to. */
  pacerOf(request: Request): Pacer {
    return entry(this.#pacers, hostOf(request), () => new Pacer(this.#options.pace, this.clock, this.#slots));
  }

  get #signal(): AbortSignal {
    return this.#options.signal ?? never;
  }
}

const never = new AbortController().signal;
setMaxListeners(0, never);

function interrupted(): never {
  throw new Lost('interrupted', 'the run was interrupted');
}

/** The pace applies to a host, with all its ports, interfaces and lanes. */
const hostOf = ({ url }: Request): string => {
  const { origin } = splitUrl(url);
  return URL.canParse(origin) ? new URL(origin).hostname : origin;
};
