/** Retries failed requests, and separates errors of a host from errors of the tested route. */

import { Answer } from './answer.js';
import { getOrCreate } from './get-or-create.js';
import { Health } from './health.js';
import { Lost, type LostKind } from './lost.js';
import { backoffMs, PATIENCE, QUICK_TRIES } from './patience.js';
import { methodOf, type Once, type Request, splitUrl } from './request.js';
import type { Wire } from './wire.js';

type Outcome = Answer | Lost;

/**
 * A request that receives a 429 is sent again after a pause. A 502, 503, 504 or a lost connection
 * is retried. If the error remains, the sender tests the host by a sentinel: another request, whose
 * earlier response had a status below 500. If the sentinel succeeds, a request whose connection was
 * reset counts as lost. Any other request is sent once more, or twice after a 502, 503 or 504. Then
 * a 5xx is the final response. If the sentinel fails, the sender waits for the host. Except after a
 * 429, only GETs and token requests are repeated (RFC 9110 section 9.2.2).
 */
export class PatientSender {
  readonly #wire: Wire;
  readonly #health = new Map<string, Health>();

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** Throws `Lost` if no response says anything about the request. */
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
      const attempt: Attempt = { request, outcome, health, sentinel, repeatable, round };
      const final = this.#decided(attempt) ?? (await this.#afterSentinel(attempt));
      if (final instanceof Answer) return final;
      if (final === 'host responds') continue;
      outages += 1;
      await this.#waitOut(attempt, outages);
    }
  }

  /** Sends to each host a request to which it has responded before. */
  async probe(): Promise<void> {
    const sentinels = [...this.#health.values()].flatMap((health) => health.anySentinel() ?? []);
    await Promise.allSettled(sentinels.map((sentinel) => this.#wire.send(sentinel, 1)));
  }

  /** Sends the sentinel to test the host. */
  async #afterSentinel(attempt: Attempt): Promise<Answer | 'host responds' | 'host is down'> {
    const { sentinel } = attempt;
    if (sentinel === undefined || !(await this.#succeedsNow(sentinel))) return 'host is down';
    return this.#judgedWithSentinel(attempt, sentinel) ?? 'host responds';
  }

  /**
   * Waits for the host. Throws `Lost` if the host does not recover, if the request must not be
   * repeated, or if it has met too many outages. If its connection was lost, the request may cause
   * the outages. Then the host is waited for before the request is given up, so that later requests
   * do not meet the outage.
   */
  async #waitOut(attempt: Attempt, outages: number) {
    const { outcome, health, repeatable } = attempt;
    const isTooOften = outages > MAX_OUTAGES;
    if ((isTooOften && outcome instanceof Answer) || !(await this.#comesBack(attempt))) {
      health.down = true;
      throw lostFrom(outcome, GONE);
    }
    if (!repeatable) throw lostFrom(outcome);
    if (isTooOften) throw withOutages(outcome, outages);
  }

  /**
   * Decides without a test of the host. Returns a final response, or undefined if the host must be
   * tested. Throws `Lost` if the request must not be sent again.
   */
  #decided({ outcome, health, sentinel, repeatable, round }: Attempt): Answer | undefined {
    if (outcome instanceof Lost) {
      const mayTestHost = HOST_PROBLEMS.includes(outcome.kind) && repeatable;
      if (!mayTestHost || health.down || sentinel === undefined) throw outcome;
      return undefined;
    }
    if (sentinel === undefined && !(repeatable && isUnavailable(outcome)))
      return this.#withoutSentinel(outcome, health);
    if (health.down) throw lostFrom(outcome, GONE);
    const maxRounds = isUnavailable(outcome) ? 2 : 1;
    const isTestedEnough = round > maxRounds && sentinel !== undefined;
    return isTestedEnough ? this.#answerOfWorkingHost(outcome, health) : undefined;
  }

  /**
   * Called if the sentinel succeeded. Returns a final response, or undefined if the request may be
   * sent again. Throws `Lost` if the connection was reset or was lost in a later round.
   */
  #judgedWithSentinel(
    { outcome, health, repeatable, round }: Attempt,
    sentinel: Request,
  ): Answer | undefined {
    if (outcome instanceof Answer)
      return repeatable ? undefined : this.#answerOfWorkingHost(outcome, health);
    if (outcome.kind !== 'reset' && round === 1) return undefined;
    const message = `${outcome.message}, while ${described(sentinel)} responds`;
    throw new Lost(outcome.kind, message, outcome.url, outcome.exchange);
  }

  /** Sends a request, with a few quick retries after a 502, 503, 504 or a lost connection. */
  async #quickly(
    request: Request,
    health: Health,
    { once, repeatable, brief }: SendingRules,
  ): Promise<Outcome> {
    const tries = repeatable && !health.down && !brief ? QUICK_TRIES : 1;
    let lost = false;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#sendDespiteRateLimit(request, health, once);
      if (outcome instanceof Lost) {
        if (lost || tries === 1 || !mayRetryAtOnce(outcome, health)) return outcome;
        lost = true;
        continue;
      }
      if (attempt > 1) this.#countRecovery(outcome, health, lost);
      if (!isUnavailable(outcome) || attempt >= tries) return outcome;
      await this.#wire.sleep(this.#wire.pauseMs(outcome, backoffMs(100, attempt, 1000)));
    }
  }

  /** `lost` means that the earlier error was a lost connection. */
  #countRecovery({ status }: Answer, health: Health, lost: boolean): void {
    if (status >= 500) return;
    if (!lost) health.recovered += 1;
    this.#wire.counts.again += 1;
  }

  /** Sends a request. After a 429 it is sent again until the waiting time is over. */
  async #sendDespiteRateLimit(request: Request, health: Health, once?: Once): Promise<Outcome> {
    const begun = this.#wire.clock.now();
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#sendOnce(request, attempt);
      if (outcome instanceof Lost) return outcome;
      if (outcome.status < 500 && outcome.status !== 429) health.recordWorking(outcome);
      if (outcome.status !== 429) return outcome;
      const requiredWait = this.#wire.requiredWaitMs(outcome) ?? 0;
      if (requiredWait > PATIENCE.longestPauseMs) {
        const message = `429 Too Many Requests, retry after ${seconds(requiredWait)} s`;
        this.#wire.ending?.quota(`${splitUrl(request.url).origin} returned ${message}`);
        return new Lost('rate-limited', message);
      }
      const waited = this.#wire.clock.now() - begun;
      if (once !== 'ever' && waited < patienceOf(health)) continue;
      health.gaveUp += 1;
      const times = `${attempt} times in ${seconds(waited)} s`;
      return new Lost('rate-limited', `429 Too Many Requests, ${times}`);
    }
  }

  #sendOnce(request: Request, attempt: number): Promise<Outcome> {
    return this.#wire.send(request, attempt).catch((error: unknown) => {
      if (error instanceof Lost) return error;
      throw error;
    });
  }

  /**
   * Called if no other request can test the host. A 502, 503 or 504 counts as lost if the host has
   * recovered from one before, or has returned fewer than three responses other than 5xx and 429.
   */
  #withoutSentinel(answer: Answer, { recovered, answered }: Health): Answer {
    if (isUnavailable(answer) && (recovered > 0 || answered < 3)) throw lostFrom(answer);
    return answer;
  }

  /**
   * If the host works, a 5xx is the final response. But a 502, 503 or 504 counts as lost if the
   * host has often failed and recovered.
   */
  #answerOfWorkingHost(answer: Answer, { recovered }: Health): Answer {
    if (isUnavailable(answer) && recovered > MAX_RECOVERIES) throw lostFrom(answer);
    return answer;
  }

  async #succeedsNow(sentinel: Request): Promise<boolean> {
    const outcome = await this.#sendDespiteRateLimit(sentinel, this.#healthOf(sentinel));
    return outcome instanceof Answer && outcome.status < 500;
  }

  /** All waiting requests share one wait. Returns false if the host does not recover in time. */
  #comesBack(attempt: Attempt): Promise<boolean> {
    const { health } = attempt;
    health.outage ??= this.#waitFor(attempt).finally(() => {
      health.outage = undefined;
    });
    return health.outage;
  }

  async #waitFor({ request, outcome, health }: Attempt): Promise<boolean> {
    const begun = this.#wire.clock.now();
    const longestMs = health.waitsInVain > 0 ? PATIENCE.outageMs / 10 : PATIENCE.outageMs;
    for (let attempt = 1; this.#wire.clock.now() - begun < longestMs; attempt += 1) {
      this.#wire.pacerOf(request).pause(backoffMs(500, attempt, 10_000));
      // A better sentinel may have become known while waiting.
      if (await this.#succeedsNow(health.sentinelFor(request) ?? request)) return true;
      if (this.#wire.signal.aborted) return false;
    }
    health.waitsInVain += 1;
    const { exchange } = outcome;
    const number = exchange === undefined ? '' : ` (exchange ${exchange})`;
    this.#wire.ending?.outage(begun, `${described(request)}${number}`);
    return false;
  }

  #healthOf(request: Request): Health {
    return getOrCreate(this.#health, splitUrl(request.url).origin, () => new Health());
  }
}

/**
 * The time for which a request that receives 429 is repeated. It is shorter if an earlier request
 * to the host received 429 until its time was over.
 */
const patienceOf = ({ gaveUp }: Health): number =>
  gaveUp > 0 ? PATIENCE.limitedMs / 20 : PATIENCE.limitedMs;

/** One round of sending a request whose connection was lost or whose response was a 5xx. */
interface Attempt {
  readonly request: Request;
  readonly outcome: Outcome;
  readonly health: Health;
  readonly sentinel: Request | undefined;
  readonly repeatable: boolean;
  /** The number of the round, starting at 1. */
  readonly round: number;
}

interface SendingRules {
  readonly once: Once | undefined;
  readonly repeatable: boolean;
  /** Whether a single try is enough. */
  readonly brief: boolean;
}

/** These kinds of loss may be a problem of the host and not of the request. */
const HOST_PROBLEMS: readonly LostKind[] = ['reset', 'refused'];

/** How often one request waits for the host to recover. */
const MAX_OUTAGES = 2;
/**
 * A host that recovered from a 502, 503 or 504 more often than this is unstable. Then these
 * statuses say nothing about a request.
 */
const MAX_RECOVERIES = 3;

/**
 * Another try may succeed after a lost connection, or after a timeout of a host that has responded
 * before.
 */
const mayRetryAtOnce = (lost: Lost, { answered }: Health): boolean =>
  lost.kind === 'reset' || (lost.kind === 'timeout' && answered > 0);

const isUnavailable = ({ status }: Answer): boolean =>
  status === 502 || status === 503 || status === 504;

const seconds = (ms: number): number => Math.round(ms / 1000);

const described = (request: Request): string =>
  `${methodOf(request)} ${splitUrl(request.url).path.split('?')[0]}`;

const GONE = 'and the host did not recover';

/** The host recovered each time, so its outages may be caused by the request. */
function withOutages(outcome: Outcome, times: number): Lost {
  const { kind, message } = lostFrom(outcome);
  const text = `${message}; ${times} times the host then did not respond to other requests for a while`;
  return new Lost(kind, text, undefined, outcome.exchange);
}

/** Converts an outcome that says nothing about the request to `Lost`. */
const lostFrom = (
  outcome: Outcome,
  why = 'which is a problem of the host, not of this request',
): Lost =>
  outcome instanceof Lost
    ? outcome
    : new Lost('unavailable', `${outcome.status}, ${why}`, undefined, outcome.exchange);
