import { Answer } from './answer.js';
import { entry } from './entry.js';
import { Health } from './health.js';
import { Lost } from './lost.js';
import { retryAfterMs } from './pace.js';
import { backoffMs, PATIENCE, QUICK_TRIES } from './patience.js';
import { methodOf, type Once, type Request, splitUrl } from './request.js';
import type { Wire } from './wire.js';

/** The outcome of one try: a response, or why there is none. */
type Outcome = Answer | Lost;

/**
 * Errors of the host are not errors of the tested route. A 429 pauses the host and is sent again;
 * it is never a verdict. A 5xx or a lost connection is retried, and then a request that succeeded
 * before is repeated: if it succeeds, the 5xx is the response of the request; where it does not,
 * the host is waited for. Only GETs and token requests are repeated (RFC 9110 section 9.2.2).
 */
export class PatientSender {
  readonly #wire: Wire;
  readonly #health = new Map<string, Health>();

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** Tries until there is an answer that is the request's own, or patience is over. */
  async send(request: Request, once: Once | undefined): Promise<Answer> {
    const health = this.#healthOf(request);
    const repeatable =
      once === undefined && (methodOf(request) === 'GET' || request.lane === 'token');
    let outages = 0;
    for (let round = 1; ; round += 1) {
      const outcome = await this.#quickly(request, health, { once, repeatable, brief: round > 1 });
      if (outcome instanceof Answer && outcome.status < 500) {
        if (round > 1) this.#wire.counts.again += 1;
        return outcome;
      }
      const sentinel = health.sentinelFor(request);
      if (outcome instanceof Lost) {
        if (!PASSING.includes(outcome.kind) || !repeatable || health.down || sentinel === undefined)
          throw outcome;
      } else {
        if (sentinel === undefined && !(repeatable && isUnavailable(outcome)))
          return this.#alone(outcome, health);
        if (health.down) throw asLost(outcome, GONE);
        if (round > (isUnavailable(outcome) ? 2 : 1) && sentinel !== undefined)
          return this.#own(outcome, health);
      }
      if (sentinel !== undefined && (await this.#standsNow(sentinel))) {
        if (outcome instanceof Lost && (outcome.kind === 'reset' || round > 1))
          throw new Lost(
            outcome.kind,
            `${outcome.message}, while ${told(sentinel)} responds`,
            outcome.url,
            outcome.exchange,
          );
        if (outcome instanceof Answer && !repeatable) return this.#own(outcome, health);
        continue;
      }
      outages += 1;
      if (outages > OUTAGES || !(await this.#comesBack(health, request))) {
        health.down = true;
        throw asLost(outcome, GONE);
      }
      if (!repeatable) throw asLost(outcome);
    }
  }

  /** One request, 429 waited out, and a 502, 503, 504 or lost connection tried again at once. */
  async #quickly(
    request: Request,
    health: Health,
    { once, repeatable, brief }: Manner,
  ): Promise<Outcome> {
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
          this.#wire.counts.again += 1;
        }
        return outcome;
      }
      if (attempt >= tries) return outcome;
      await this.#wire.sleep(this.#wire.pauseMs(outcome, backoffMs(100, attempt, 1000)));
    }
  }

  /** One request and its answer; a 429 is retried within the patience. */
  async #unlimited(request: Request, health: Health, once?: Once): Promise<Outcome> {
    const begun = this.#wire.clock.now();
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#wire.send(request, attempt).catch((error: unknown) => {
        if (error instanceof Lost) return error;
        throw error;
      });
      if (outcome instanceof Lost || outcome.status !== 429) {
        if (outcome instanceof Answer && outcome.status < 500) health.stands(outcome);
        return outcome;
      }
      const asked = retryAfterMs(outcome.header('retry-after'), this.#wire.clock.now()) ?? 0;
      if (asked > PATIENCE.longestPauseMs)
        return new Lost('rate-limited', `429 Too Many Requests, retry after ${seconds(asked)} s`);
      const patience = health.gaveUp > 0 ? PATIENCE.limitedMs / 20 : PATIENCE.limitedMs;
      const waited = this.#wire.clock.now() - begun;
      if (once === 'ever' || waited >= patience) {
        health.gaveUp += 1;
        return new Lost(
          'rate-limited',
          `429 Too Many Requests, ${attempt} times in ${seconds(waited)} s`,
        );
      }
    }
  }

  /** A 5xx of a host without another known request: its earlier responses decide. */
  #alone(answer: Answer, { recovered, answered }: Health): Answer {
    if (isUnavailable(answer) && (recovered > 0 || answered < 3)) throw asLost(answer);
    return answer;
  }

  /**
   * A 5xx while the host responds is the response of the request, unless the host returns 5xx now
   * and then.
   */
  #own(answer: Answer, { recovered }: Health): Answer {
    if (isUnavailable(answer) && recovered > UNSTEADY) throw asLost(answer);
    return answer;
  }

  /** Whether a request that was answered before is answered now. */
  async #standsNow(sentinel: Request): Promise<boolean> {
    const outcome = await this.#unlimited(sentinel, this.#healthOf(sentinel));
    return outcome instanceof Answer && outcome.status < 500;
  }

  /**
   * Waits until the host answers again, once for all who wait; false where it does not within
   * patience.
   */
  #comesBack(health: Health, request: Request): Promise<boolean> {
    health.outage ??= this.#waitFor(request, health).finally(() => {
      health.outage = undefined;
    });
    return health.outage;
  }

  async #waitFor(request: Request, health: Health): Promise<boolean> {
    const begun = this.#wire.clock.now();
    for (let attempt = 1; this.#wire.clock.now() - begun < PATIENCE.outageMs; attempt += 1) {
      this.#wire.pacerOf(request).pause(backoffMs(500, attempt, 10_000));
      // A better request to repeat may be known by now.
      if (await this.#standsNow(health.sentinelFor(request) ?? request)) return true;
    }
    return false;
  }

  #healthOf(request: Request): Health {
    return entry(this.#health, splitUrl(request.url).origin, () => new Health());
  }
}

interface Manner {
  readonly once: Once | undefined;
  /** Whether the request may be sent again at all. */
  readonly repeatable: boolean;
  /** Whether one try is enough. */
  readonly brief: boolean;
}

/** Losses that concern the host instead of the request, if the host does not respond. */
const PASSING: readonly string[] = ['reset', 'refused'];

/** Outages that one request waits for. */
const OUTAGES = 2;
/**
 * Recoveries from 502, 503 or 504 above which a host is unsteady: such a response then says nothing
 * about a request.
 */
const UNSTEADY = 3;

/**
 * Whether another try may have an answer: a lost connection, or silence of a host that has answered
 * before.
 */
const isPassing = (lost: Lost, { answered }: Health): boolean =>
  lost.kind === 'reset' || (lost.kind === 'timeout' && answered > 0);

const isUnavailable = ({ status }: Answer): boolean =>
  status === 502 || status === 503 || status === 504;

const seconds = (ms: number): number => Math.round(ms / 1000);

const told = (request: Request): string =>
  `${methodOf(request)} ${splitUrl(request.url).path.split('?')[0]}`;

const GONE = 'and the host did not recover';

/** An outcome that says nothing about the request. */
const asLost = (
  outcome: Outcome,
  why = 'which is a problem of the host, not of this request',
): Lost =>
  outcome instanceof Lost
    ? outcome
    : new Lost('unavailable', `${outcome.status}, ${why}`, undefined, outcome.exchange);
