import type { Pace } from '../target/index.js';
import { Answer } from './answer.js';
import { type Clock, systemClock } from './clock.js';
import { type Exchange, recordExchange } from './exchange.js';
import { BudgetSpent, Lost } from './lost.js';
import { Pacer, retryAfterMs } from './pace.js';
import type { Redactor } from './redact.js';
import { keyOf, methodOf, type Request, splitUrl } from './request.js';
import { Slots } from './slots.js';
import type { RawAnswer, Transport } from './transport.js';

export interface ClientOptions {
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

export interface SendOptions {
  /** Ask anew although the same question was asked before. */
  readonly fresh?: boolean;
  /** Never send a second time, whatever happens: for requests that could change something. */
  readonly once?: boolean;
}

/** The longest that `Retry-After` is waited for, in milliseconds. */
const LONGEST_PAUSE = 120_000;
const ATTEMPTS = { limited: 5, unavailable: 4 } as const;
/** The first pause where the answer asks for none, in milliseconds. */
const BACKOFF = { limited: 1000, unavailable: 100 } as const;

/**
 * Sends requests at the pace of the target, shares the answers of identical GETs, and records every exchange.
 * A 429 pauses and is sent again; it is never a verdict. A 502, 503 or 504 is tried again too, and a GET that
 * got no answer once more (RFC 9110 section 9.2.2).
 */
export class HttpClient {
  /** Requests sent, and answers taken from an identical GET that was sent before. */
  readonly counts = { sent: 0, shared: 0, limited: 0 };
  readonly #options: ClientOptions;
  readonly #clock: Clock;
  readonly #pacers = new Map<string, Pacer>();
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #health = new Map<string, Health>();
  readonly #started: number;
  readonly #slots: Slots;
  #exchanges: number;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#started = this.#clock.now();
    this.#exchanges = (options.firstExchange ?? 1) - 1;
    this.#slots = new Slots(options.concurrency ?? Number.POSITIVE_INFINITY);
  }

  /** Rejects with a Lost where no answer could be had, with BudgetSpent where no request is left. */
  send(request: Request, { fresh = false, once = false }: SendOptions = {}): Promise<Answer> {
    if (methodOf(request) !== 'GET' || fresh) return this.#patiently(request, once);
    const key = keyOf(request);
    const known = this.#answers.get(key);
    if (known !== undefined) {
      this.counts.shared += 1;
      return known;
    }
    const answer = this.#patiently(request, once);
    this.#answers.set(key, answer);
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  async #patiently(request: Request, once: boolean): Promise<Answer> {
    const health = this.#healthOf(request);
    let askedAgain = false;
    let unavailable = false;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#once(request).catch((error: unknown) => {
        if (once || askedAgain || methodOf(request) !== 'GET' || !isPassing(error, health)) throw error;
        askedAgain = true;
        return undefined;
      });
      if (answer === undefined) continue;
      if (answer.status === 429) {
        this.counts.limited += 1;
        if (once || attempt >= ATTEMPTS.limited)
          throw new Lost('rate-limited', `429 Too Many Requests, ${attempt} times`);
        this.#pacerOf(request).pause(this.#pauseMs(answer, attempt, BACKOFF.limited));
        continue;
      }
      if (!isUnavailable(answer)) {
        health.answered += 1;
        if (unavailable) health.recovered += 1;
        return answer;
      }
      unavailable = true;
      if (!once && attempt < ATTEMPTS.unavailable) {
        await this.#clock.sleep(this.#pauseMs(answer, attempt, BACKOFF.unavailable), this.#signal);
        continue;
      }
      return this.#stillUnavailable(answer, attempt, health);
    }
  }

  /**
   * Where other requests have recovered from such a status the host is unsteady and nothing is learned about this one;
   * where none has, the status is this request's own answer.
   */
  #stillUnavailable(answer: Answer, attempts: number, health: Health): Answer {
    if (health.recovered === 0 && health.answered >= 3) return answer;
    throw new Lost('unavailable', `${answer.status}, ${attempts} times`);
  }

  /** As long as `Retry-After` asks (RFC 9110 section 10.2.3), else longer with every attempt; CLI-TOK-8. */
  #pauseMs(answer: Answer, attempt: number, firstMs: number): number {
    const asked = retryAfterMs(answer.header('retry-after'), this.#clock.now()) ?? firstMs * 2 ** (attempt - 1);
    return Math.min(asked * (1 + 0.1 * (this.#options.jitter?.() ?? 0)), LONGEST_PAUSE);
  }

  async #once(request: Request): Promise<Answer> {
    const { maxRequests, transport, redactor, record } = this.#options;
    if (maxRequests !== undefined && this.counts.sent >= maxRequests)
      throw new BudgetSpent(`all ${maxRequests} requests are spent`);
    this.counts.sent += 1;
    this.#exchanges += 1;
    const id = this.#exchanges;
    const waitedMs = await this.#pacerOf(request)
      .turn(this.#signal)
      .catch(() => {
        this.counts.sent -= 1;
        throw new Lost('interrupted', 'the run was interrupted');
      });
    await this.#slots.take();
    const begun = this.#clock.now();
    const times = () => ({ id, atMs: begun - this.#started, waitedMs, durationMs: this.#clock.now() - begun });
    try {
      const raw: RawAnswer = await transport.send(request, this.#signal);
      const answer = new Answer(request, raw.status, raw.headers, raw.body, id);
      record?.(recordExchange(redactor, request, answer, times()));
      return answer;
    } catch (error) {
      if (error instanceof Lost) record?.(recordExchange(redactor, request, error, times()));
      throw error;
    } finally {
      this.#slots.free();
    }
  }

  get #signal(): AbortSignal {
    return this.#options.signal ?? never;
  }

  #pacerOf(request: Request): Pacer {
    return entry(this.#pacers, hostKey(request), () => new Pacer(this.#options.pace, this.#clock));
  }

  #healthOf(request: Request): Health {
    return entry(this.#health, hostKey(request), () => ({ answered: 0, recovered: 0 }));
  }
}

interface Health {
  answered: number;
  /** Answers that came after a 502, 503 or 504 to the same request. */
  recovered: number;
}

/** Whether another try may have an answer: a lost connection, or silence of a host that has answered before. */
const isPassing = (error: unknown, { answered }: Health): boolean =>
  error instanceof Lost && (error.kind === 'reset' || (error.kind === 'timeout' && answered > 0));

const never = new AbortController().signal;

const isUnavailable = ({ status }: Answer): boolean => status === 502 || status === 503 || status === 504;

/** Rate limits are per interface host; the token endpoint's is its own. */
const hostKey = ({ url, interface: name, lane }: Request): string => `${name} ${lane ?? 'api'} ${splitUrl(url).origin}`;

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
