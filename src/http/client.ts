import { setMaxListeners } from 'node:events';
import type { Pace } from '../target/index.js';
import { Answer } from './answer.js';
import { type Clock, systemClock } from './clock.js';
import { type Exchange, recordExchange } from './exchange.js';
import { Health } from './health.js';
import { BudgetSpent, Lost } from './lost.js';
import { Pacer, retryAfterMs } from './pace.js';
import { backoffMs, PATIENCE, QUICK_TRIES } from './patience.js';
import type { Redactor } from './redact.js';
import { keyOf, methodOf, type Request, splitUrl } from './request.js';
import { Slots } from './slots.js';
import type { RawAnswer, Transport } from './transport.js';
import { type Counts, countTrouble, noCounts } from './troubles.js';

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

/** What one try came to: an answer, or why there is none. */
type Outcome = Answer | Lost;

/**
 * Sends requests at the pace of their host, shares the answers of identical GETs, and records every exchange.
 *
 * Trouble is not guilt. A 429 pauses the host and is sent again; it is never a verdict. A 5xx or a lost connection is
 * tried again, and then something that was answered before is asked: where that stands, the answer is the request's own;
 * where it does not, the host is waited for. Only GETs and token requests are repeated (RFC 9110 section 9.2.2).
 */
export class HttpClient {
  readonly counts: Counts = noCounts();
  /** Requests of the budget that are kept for the look back at the end of a run. */
  #reserved = 0;
  readonly #options: ClientOptions;
  readonly #clock: Clock;
  readonly #pacers = new Map<string, Pacer>();
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #health = new Map<string, Health>();
  /** Requests that came to no answer, by key: one that is answered later was asked again. */
  readonly #unanswered = new Set<string>();
  readonly #started: number;
  readonly #slots: Slots;
  #exchanges: number;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#started = this.#clock.now();
    this.#exchanges = (options.firstExchange ?? 1) - 1;
    // Every request under way listens, and that is no leak.
    if (options.signal !== undefined) setMaxListeners(0, options.signal);
    this.#slots = new Slots(options.concurrency ?? Number.POSITIVE_INFINITY);
  }

  /** Keeps so many requests of the budget back, until it is told to keep others or none. */
  reserve(requests: number): void {
    this.#reserved = requests;
  }

  /** Answers are not shared any more with requests to come. */
  forget(): void {
    this.#answers.clear();
  }

  /** Rejects with a Lost where no answer could be had, with BudgetSpent where no request is left. */
  send(request: Request, { fresh = false, once = false }: SendOptions = {}): Promise<Answer> {
    if (methodOf(request) !== 'GET' || fresh) return this.#remembering(request, once);
    const key = keyOf(request);
    const known = this.#answers.get(key);
    if (known !== undefined) {
      this.counts.shared += 1;
      return known;
    }
    const answer = this.#remembering(request, once);
    this.#answers.set(key, answer);
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  /** An answer to what was asked before in vain is one that came only at a second try. */
  async #remembering(request: Request, once: boolean): Promise<Answer> {
    const key = keyOf(request);
    try {
      const before = this.counts.again;
      const answer = await this.#patiently(request, once);
      if (this.#unanswered.delete(key) && this.counts.again === before) this.counts.again += 1;
      return answer;
    } catch (error) {
      if (error instanceof Lost && error.kind !== 'rate-limited' && error.kind !== 'interrupted')
        this.#unanswered.add(key);
      throw error;
    }
  }

  /** Tries until there is an answer that is the request's own, or patience is over. */
  async #patiently(request: Request, once: boolean): Promise<Answer> {
    const health = this.#healthOf(request);
    const repeatable = !once && (methodOf(request) === 'GET' || request.lane === 'token');
    let outages = 0;
    for (let round = 1; ; round += 1) {
      const outcome = await this.#quickly(request, health, { once, repeatable, brief: round > 1 });
      if (outcome instanceof Answer && outcome.status < 500) {
        if (round > 1) this.counts.again += 1;
        return outcome;
      }
      const sentinel = health.sentinelFor(request);
      if (outcome instanceof Lost) {
        if (!PASSING.includes(outcome.kind) || !repeatable || health.down || sentinel === undefined) throw outcome;
      } else {
        if (sentinel === undefined && !(repeatable && isUnavailable(outcome))) return this.#alone(outcome, health);
        if (health.down) throw asLost(outcome);
        if (round > (isUnavailable(outcome) ? 2 : 1) && sentinel !== undefined) return this.#own(outcome, health);
      }
      if (sentinel !== undefined && (await this.#standsNow(sentinel))) {
        if (outcome instanceof Lost && (outcome.kind === 'reset' || round > 1))
          throw new Lost(outcome.kind, `${outcome.message}, while ${told(sentinel)} is answered`);
        if (outcome instanceof Answer && !repeatable) return this.#own(outcome, health);
        continue;
      }
      outages += 1;
      if (outages > OUTAGES || !(await this.#comesBack(health, request))) {
        health.down = true;
        throw asLost(outcome);
      }
      if (!repeatable) throw asLost(outcome);
    }
  }

  /** One request, 429 waited out, and a 502, 503, 504 or lost connection tried again at once. */
  async #quickly(request: Request, health: Health, { once, repeatable, brief }: Manner): Promise<Outcome> {
    const tries = repeatable && !health.down && !brief ? QUICK_TRIES : 1;
    let lost = false;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#unlimited(request, health, once);
      if (outcome instanceof Lost) {
        if (lost || tries === 1 || !isPassing(outcome, health)) return outcome;
        lost = true;
        continue;
      }
      if (!isUnavailable(outcome)) {
        if (outcome.status < 500 && attempt > 1) {
          if (!lost) health.recovered += 1;
          this.counts.again += 1;
        }
        return outcome;
      }
      if (attempt >= tries) return outcome;
      await this.#sleep(this.#pauseMs(outcome, backoffMs(100, attempt, 1000)));
    }
  }

  /** One request and its answer; a 429 is asked again for as long as patience lasts. */
  async #unlimited(request: Request, health: Health, once: boolean): Promise<Outcome> {
    const begun = this.#clock.now();
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#once(request, attempt).catch((error: unknown) => {
        if (error instanceof Lost) return error;
        throw error;
      });
      if (outcome instanceof Lost || outcome.status !== 429) {
        if (outcome instanceof Answer && outcome.status < 500) health.stands(outcome);
        return outcome;
      }
      const asked = retryAfterMs(outcome.header('retry-after'), this.#clock.now()) ?? 0;
      if (asked > PATIENCE.longestPauseMs)
        return new Lost('rate-limited', `429 Too Many Requests, to be asked again in ${seconds(asked)} s`);
      const patience = health.gaveUp > 0 ? PATIENCE.limitedMs / 20 : PATIENCE.limitedMs;
      const waited = this.#clock.now() - begun;
      if (once || waited >= patience) {
        health.gaveUp += 1;
        return new Lost('rate-limited', `429 Too Many Requests, ${attempt} times in ${seconds(waited)} s`);
      }
    }
  }

  /** A 5xx of a host that has nothing else to ask: what it did before tells what it is. */
  #alone(answer: Answer, { recovered, answered }: Health): Answer {
    if (isUnavailable(answer) && (recovered > 0 || answered < 3)) throw asLost(answer);
    return answer;
  }

  /** A 5xx while the host stands is the request's own, unless the host answers so now and then. */
  #own(answer: Answer, { recovered }: Health): Answer {
    if (isUnavailable(answer) && recovered > UNSTEADY) throw asLost(answer);
    return answer;
  }

  /** Whether a request that was answered before is answered now. */
  async #standsNow(sentinel: Request): Promise<boolean> {
    const outcome = await this.#unlimited(sentinel, this.#healthOf(sentinel), false);
    return outcome instanceof Answer && outcome.status < 500;
  }

  /** Waits until the host answers again, once for all who wait; false where it does not within patience. */
  #comesBack(health: Health, request: Request): Promise<boolean> {
    health.outage ??= this.#waitFor(request, health).finally(() => {
      health.outage = undefined;
    });
    return health.outage;
  }

  async #waitFor(request: Request, health: Health): Promise<boolean> {
    const begun = this.#clock.now();
    for (let attempt = 1; this.#clock.now() - begun < PATIENCE.outageMs; attempt += 1) {
      this.#pacerOf(request).pause(backoffMs(500, attempt, 10_000));
      // Something else may have been answered meanwhile, and be the better one to ask.
      if (await this.#standsNow(health.sentinelFor(request) ?? request)) return true;
    }
    return false;
  }

  /** As long as `Retry-After` asks (RFC 9110 section 10.2.3), else as long as was waited for up to now; CLI-TOK-8. */
  #pauseMs(answer: Answer, otherwise: number): number {
    const asked = retryAfterMs(answer.header('retry-after'), this.#clock.now()) ?? otherwise;
    return asked * (1 + 0.1 * (this.#options.jitter?.() ?? 0));
  }

  async #sleep(ms: number): Promise<void> {
    await this.#clock.sleep(Math.min(ms, PATIENCE.outageMs), this.#signal).catch(interrupted);
  }

  /** One request on the wire; a 429 pauses its host before anything else may leave. */
  async #once(request: Request, attempt: number): Promise<Answer> {
    const { maxRequests, transport, redactor, record } = this.#options;
    if (maxRequests !== undefined && this.counts.sent >= maxRequests - this.#reserved)
      throw new BudgetSpent(`all ${maxRequests} requests are spent`);
    this.counts.sent += 1;
    this.#exchanges += 1;
    const id = this.#exchanges;
    const waitedMs = await this.#pacerOf(request)
      .turn(this.#signal)
      .catch((error: unknown) => {
        this.counts.sent -= 1;
        throw error instanceof Lost ? error : new Lost('interrupted', 'the run was interrupted');
      });
    const begun = this.#clock.now();
    const times = () => ({ id, atMs: begun - this.#started, waitedMs, durationMs: this.#clock.now() - begun });
    try {
      const raw: RawAnswer = await transport.send(request, this.#signal);
      const answer = new Answer(request, raw.status, raw.headers, raw.body, id);
      countTrouble(this.counts, answer.status);
      if (answer.status === 429) this.#pacerOf(request).pause(this.#pauseMs(answer, backoffMs(1000, attempt, 60_000)));
      record?.(recordExchange(redactor, request, answer, times()));
      return answer;
    } catch (error) {
      if (error instanceof Lost) {
        countTrouble(this.counts, error.kind);
        record?.(recordExchange(redactor, request, error, times()));
      }
      throw error;
    } finally {
      this.#slots.free();
    }
  }

  get #signal(): AbortSignal {
    return this.#options.signal ?? never;
  }

  #pacerOf(request: Request): Pacer {
    return entry(this.#pacers, hostOf(request), () => new Pacer(this.#options.pace, this.#clock, this.#slots));
  }

  #healthOf(request: Request): Health {
    return entry(this.#health, splitUrl(request.url).origin, () => new Health());
  }
}

interface Manner {
  readonly once: boolean;
  /** Whether the request may be sent again at all. */
  readonly repeatable: boolean;
  /** Whether one try is enough. */
  readonly brief: boolean;
}

/** Losses that tell of the host rather than of the request, where it does not stand. */
const PASSING: readonly string[] = ['reset', 'refused'];

/** Outages that one request waits for. */
const OUTAGES = 2;
/** Answers after a 502, 503 or 504 above which a host answers so now and then: no such answer tells of a request. */
const UNSTEADY = 3;

/** Whether another try may have an answer: a lost connection, or silence of a host that has answered before. */
const isPassing = (lost: Lost, { answered }: Health): boolean =>
  lost.kind === 'reset' || (lost.kind === 'timeout' && answered > 0);

const never = new AbortController().signal;
setMaxListeners(0, never);

const isUnavailable = ({ status }: Answer): boolean => status === 502 || status === 503 || status === 504;

const seconds = (ms: number): number => Math.round(ms / 1000);

const told = (request: Request): string => `${methodOf(request)} ${splitUrl(request.url).path.split('?')[0]}`;

/** An outcome that tells nothing of what was asked. */
const asLost = (outcome: Outcome): Lost =>
  outcome instanceof Lost ? outcome : new Lost('unavailable', `${outcome.status}, and the host did not come back`);

function interrupted(): never {
  throw new Lost('interrupted', 'the run was interrupted');
}

/** The pace is a host's, whatever its ports, interfaces and lanes. */
const hostOf = ({ url }: Request): string => {
  const { origin } = splitUrl(url);
  return URL.canParse(origin) ? new URL(origin).hostname : origin;
};

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
