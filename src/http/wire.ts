/**
 * Sends single requests, and records every exchange. The budget limits the number of requests, and
 * the pace limits the rate of requests to one host.
 */

import { setMaxListeners } from 'node:events';
import type { Pace } from '../settings/index.js';
import type { Credential } from '../settings/resolved-file.js';
import { Answer } from './answer.js';
import { BodyStore } from './body.js';
import { type Clock, systemClock } from './clock.js';
import { Credentials } from './credentials.js';
import { type Ending, isProgress } from './ending.js';
import { type Exchange, recordExchange } from './exchange.js';
import { ifWhole } from './gaps.js';
import { getOrCreate } from './get-or-create.js';
import { BudgetSpent, Lost } from './lost.js';
import { Pacer, retryAfterMs } from './pace.js';
import { backoffMs, PATIENCE } from './patience.js';
import type { Redactor } from './redact.js';
import { type Header, methodOf, type Request, splitUrl } from './request.js';
import { Slots } from './slots.js';
import type { RawAnswer, Transport } from './transport.js';
import { type Counts, countTrouble, noCounts } from './troubles.js';

export interface WireOptions {
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly pace?: Pace | undefined;
  /** The maximum number of concurrent requests. Default: no limit. */
  readonly concurrency?: number;
  readonly clock?: Clock;
  /** The budget: the maximum number of requests, with repetitions. Default: no limit. */
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal;
  /** Ends the run at a quota or without progress. Its signals replace `signal`. Default: none. */
  readonly ending?: Ending | undefined;
  /** The number of the first exchange. Default 1. */
  readonly firstExchange?: number;
  /** The start of the run, if it began before. In milliseconds since the epoch. Default: now. */
  readonly startedAt?: number | undefined;
  /** Called with every exchange, in the order in which they end. */
  readonly record?: (exchange: Exchange) => void;
  /** Called with the number of each exchange just before its request is sent. */
  readonly sending?: (exchange: number) => void;
  /** Headers from the settings. Default: none. */
  readonly added?: (request: Request) => readonly Header[];
  /** Tokens that are obtained when they are needed. Default: none. */
  readonly credentials?: readonly Credential[] | undefined;
  /** Returns a random number from 0 to 1, by which a pause is varied. Default: always 0. */
  readonly jitter?: () => number;
}

interface ExchangeOptions {
  readonly attempt: number;
  /**
   * Called with the response before it is recorded. Only set for a request with a refresh token.
   */
  readonly learn?: (answer: Answer) => void;
}

interface Exchanged {
  readonly answer: Answer;
  /** `before` has token placeholders, and `after` is the request as it was sent. */
  readonly sent: { readonly before: Request; readonly after: Request };
}

export class Wire {
  readonly counts: Counts = noCounts();
  readonly clock: Clock;
  /** The number of requests of the budget that are reserved for the end of a run. */
  reserved = 0;
  /** Whether the run is over, so that nothing is sent any more. */
  isOver = false;
  readonly #options: WireOptions;
  readonly #pacers = new Map<string, Pacer>();
  readonly #started: number;
  readonly #slots: Slots;
  readonly #bodies = new BodyStore();
  readonly #credentials: Credentials;
  #exchanges: number;

  constructor(options: WireOptions) {
    this.#options = options;
    this.clock = options.clock ?? systemClock;
    this.#started = options.startedAt ?? this.clock.now();
    this.#exchanges = (options.firstExchange ?? 1) - 1;
    // Every pending request adds a listener to the signal, so Node must not warn about a leak.
    if (options.signal !== undefined) setMaxListeners(0, options.signal);
    this.#slots = new Slots(options.concurrency ?? Number.POSITIVE_INFINITY);
    this.#credentials = new Credentials(options.credentials ?? [], {
      clock: this.clock,
      redactor: options.redactor,
      send: (request, learn) =>
        this.#exchange(request, { attempt: 1, learn }).then(({ answer }) => answer),
    });
  }

  /**
   * After a 429, all requests to the host wait. A GET that returns 401 is sent once more if its
   * token could be renewed. Any other request is sent only once, because it might change something.
   */
  async send(request: Request, attempt: number): Promise<Answer> {
    const { answer, sent } = await this.#exchange(request, { attempt });
    if (answer.status !== 401 || !(await this.#credentials.renew(sent.before, sent.after)))
      return answer;
    return methodOf(request) === 'GET'
      ? (await this.#exchange(request, { attempt })).answer
      : answer;
  }

  #exchange(request: Request, options: ExchangeOptions): Promise<Exchanged> {
    if (this.isOver) return Promise.reject(new BudgetSpent('the run is over'));
    const work = (): Promise<Exchanged> => this.#exchangeNow(request, options);
    return this.ending?.during(work) ?? work();
  }

  async #exchangeNow(request: Request, { attempt, learn }: ExchangeOptions): Promise<Exchanged> {
    const isRefreshRequest = learn !== undefined;
    const added = this.#withAdded(request);
    const before = isRefreshRequest ? this.#credentials.withoutRefreshed(added) : added;
    // Obtaining a token may need a request, so tokens are filled in before the wait for the pace.
    const sent = await this.#credentials.fill(before);
    const { maxRequests, transport, redactor, record, sending } = this.#options;
    if (maxRequests !== undefined && this.counts.sent >= maxRequests - this.reserved)
      throw new BudgetSpent(`all ${maxRequests} requests are used`);
    this.counts.sent += 1;
    this.#exchanges += 1;
    const id = this.#exchanges;
    const waitedMs = await this.pacerOf(request)
      .turn(this.signal)
      .catch((error: unknown) => {
        this.counts.sent -= 1;
        throw error instanceof Lost ? error : new Lost('interrupted', 'the run was interrupted');
      });
    const begun = this.clock.now();
    const times = () => ({
      id,
      atMs: begun - this.#started,
      waitedMs,
      durationMs: this.clock.now() - begun,
    });
    try {
      sending?.(id);
      const awaiting = this.ending?.awaiting ?? this.signal;
      const raw: RawAnswer = await transport.send(sent, awaiting);
      const { status, headers, body, recorded } = raw;
      const { exchange, sentAt, receivedAt } = recorded ?? {
        exchange: id,
        sentAt: begun,
        receivedAt: this.clock.now(),
      };
      const answer = new Answer(
        request,
        { status, headers, body: this.#bodies.keep(body) },
        { exchange, sentAt, receivedAt },
      );
      countTrouble(this.counts, answer.status);
      this.#seeAnswer(answer);
      if (answer.status === 429)
        this.pacerOf(request).pause(this.pauseMs(answer, backoffMs(1000, attempt, 60_000)));
      learn?.(answer);
      if (recorded === undefined) record?.(recordExchange(redactor, sent, answer, times()));
      return { answer, sent: { before, after: sent } };
    } catch (error) {
      if (error instanceof Lost && error.kind !== 'not-recorded') {
        error.exchange = id;
        countTrouble(this.counts, error.kind);
        if (error.kind !== 'interrupted')
          this.ending?.see(error.kind, describe(error.message, request));
        record?.(recordExchange(redactor, sent, error, times()));
      }
      throw error;
    } finally {
      this.#slots.free();
    }
  }

  /** Adds the headers of the settings, except those that the request sets itself. */
  #withAdded(request: Request): Request {
    const own = new Set((request.headers ?? []).map(([name]) => name.toLowerCase()));
    const added = (this.#options.added?.(request) ?? []).filter(
      ([name]) => !own.has(name.toLowerCase()),
    );
    return added.length === 0 ? request : { ...request, added };
  }

  #seeAnswer(answer: Answer): void {
    const { status, request } = answer;
    if (this.ending === undefined) return;
    const announcedMs = isProgress(status) ? undefined : this.requiredWaitMs(answer);
    this.ending.see(status, describe(status, request), announcedMs);
  }

  /** The wait that `Retry-After` requires; undefined if the response has no readable value. */
  requiredWaitMs(answer: Answer): number | undefined {
    const sentAt = ifWhole(() => answer.header('date'));
    return retryAfterMs(answer.header('retry-after'), this.clock.now(), sentAt);
  }

  /**
   * Returns the pause that `Retry-After` requires (RFC 9110 section 10.2.3), or `fallbackMs`. The
   * pause is lengthened by a random part of at most 10 percent.
   */
  pauseMs(answer: Answer, fallbackMs: number): number {
    const requiredWait = this.requiredWaitMs(answer) ?? fallbackMs;
    return requiredWait * (1 + 0.1 * (this.#options.jitter?.() ?? 0));
  }

  /** Waits for at most `PATIENCE.outageMs`. Rejects with `Lost` if the run is interrupted. */
  async sleep(ms: number): Promise<void> {
    const work = (): Promise<void> =>
      this.clock.sleep(Math.min(ms, PATIENCE.outageMs), this.signal).catch(interrupted);
    await (this.ending?.during(work) ?? work());
  }

  /** Returns the current tokens of the settings. The key is the placeholder of the token. */
  tokens(): Promise<ReadonlyMap<string, string>> {
    return this.#credentials.current();
  }

  pacerOf(request: Request): Pacer {
    return getOrCreate(
      this.#pacers,
      hostOf(request),
      () => new Pacer(this.#options.pace, this.clock, this.#slots),
    );
  }

  get ending(): Ending | undefined {
    return this.#options.ending;
  }

  /** Aborts when no further request may be sent. */
  get signal(): AbortSignal {
    return this.ending?.sending ?? this.#options.signal ?? neverAborted;
  }
}

const neverAborted = new AbortController().signal;
setMaxListeners(0, neverAborted);

const describe = (what: number | string, { url }: Request): string =>
  `${what}, from ${splitUrl(url).origin}`;

function interrupted(): never {
  throw new Lost('interrupted', 'the run was interrupted');
}

/** One pace applies to all requests to a host, whatever their port and interface. */
const hostOf = ({ url }: Request): string => {
  const { origin } = splitUrl(url);
  return URL.canParse(origin) ? new URL(origin).hostname : origin;
};
