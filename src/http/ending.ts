/** Ends a run before all of its requests are sent. */

import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.js';
import type { LostKind } from './lost.js';
import { PATIENCE } from './patience.js';

/** Why a run ended early although nobody interrupted it. It can be resumed. */
export interface Interruption {
  /** `quota`: the target requires a longer wait than the run allows. */
  readonly cause: 'quota' | 'no-progress';
  /** A sentence without its full stop. */
  readonly reason: string;
}

interface EndingOptions {
  readonly clock: Clock;
  /** The longest time in milliseconds in which every response is lost. */
  readonly noProgressMs: number;
  /** Aborts when the user interrupts the run. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Whether a response is evidence that the target works. A 429 and the 5xx of a gateway say nothing
 * about a request, and neither does a request without a response.
 */
export const isProgress = (what: number | LostKind): boolean =>
  typeof what === 'number' && what !== 429 && what !== 502 && what !== 503 && what !== 504;

/**
 * Observes the responses of a run. The run makes no progress while requests are under way and every
 * response is lost. It does not end during the first wait that the target announces by
 * `Retry-After`, because the target may work after it.
 */
export class Ending {
  /** Aborts when no further request may be sent. */
  readonly sending: AbortSignal;
  /** Aborts when the run does not wait for pending responses either. */
  readonly awaiting: AbortSignal;
  interruption: Interruption | undefined;
  /**
   * Sends requests that succeeded before, to find out whether only the latest requests are lost. It
   * is called before a run ends without progress. Default: it does nothing.
   */
  probe: () => Promise<unknown> = async () => undefined;
  readonly #stopSending = new AbortController();
  readonly #stopAwaiting = new AbortController();
  readonly #clock: Clock;
  readonly #noProgressMs: number;
  readonly #begun: number;
  /** When the time without progress began. Times that do not count are added to it. */
  #since: number;
  #idleSince: number;
  #underWay = 0;
  /** The time of the last progress; undefined if there was none. */
  #respondedAt: number | undefined;
  /** The end of the first wait that the target has announced since the last progress. */
  #announcedUntil: number | undefined;
  /** The time of the last lost response. */
  #lostAt = 0;
  #isClosed = false;
  /** Describes the last lost response since the last progress. */
  #lost: string | undefined;
  /** Whether the last response was lost without a status. Then other requests may succeed. */
  #mayProbe = false;
  #isProbing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ clock, noProgressMs, signal }: EndingOptions) {
    const user = signal === undefined ? [] : [signal];
    this.sending = AbortSignal.any([...user, this.#stopSending.signal]);
    this.awaiting = AbortSignal.any([...user, this.#stopAwaiting.signal]);
    // Every pending request adds a listener, so Node must not warn about a leak.
    setMaxListeners(0, this.sending, this.awaiting);
    this.#clock = clock;
    this.#noProgressMs = noProgressMs;
    this.#begun = clock.now();
    this.#since = this.#begun;
    this.#idleSince = this.#begun;
  }

  /**
   * Does work that waits for responses. Time without progress counts only during this work, because
   * a run may also compute for a long time.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay === 0) this.#since += this.#clock.now() - this.#idleSince;
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idleSince = this.#clock.now();
    }
  }

  /**
   * Called with the status of each response, or the kind of its loss. `announcedMs` is the wait
   * that the response requires by `Retry-After`.
   */
  see(what: number | LostKind, message: string, announcedMs?: number): void {
    if (isProgress(what)) {
      this.#restart();
      return;
    }
    if (this.#isClosed) return;
    this.#lost = message;
    this.#lostAt = this.#clock.now();
    this.#mayProbe = typeof what === 'string';
    if (announcedMs !== undefined)
      this.#announcedUntil ??= this.#lostAt + Math.min(announcedMs, PATIENCE.longestPauseMs);
    this.#check();
  }

  /**
   * Called after a host did not recover from an outage that began at this time. Ends the run if no
   * other host has responded since then. A target that has never responded does not end the run,
   * because the preflight reports it. `request` describes the first request that was lost.
   */
  outage(begun: number, request: string): void {
    if (this.#respondedAt !== undefined && this.#respondedAt < begun) this.#noProgress(request);
  }

  /** No further request is sent. Pending requests may still receive their responses. */
  quota(reason: string): void {
    this.#end({ cause: 'quota', reason });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #restart(): void {
    this.#since = this.#clock.now();
    this.#respondedAt = this.#since;
    this.#announcedUntil = undefined;
    this.#lost = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    if (this.#isProbing || this.#isClosed) return;
    const left = this.#leftMs();
    if (left <= 0 && this.#underWay > 0) {
      if (this.#mayProbe) this.#endUnlessHostResponds();
      else this.#noProgress();
      return;
    }
    // A timer checks again, because the next response may come only after a long pause.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), Math.max(left, MIN_TIMER_MS)).unref();
  }

  #leftMs(): number {
    const now = this.#clock.now();
    const left = this.#since + this.#noProgressMs - now;
    const announced = this.#announcedUntil ?? 0;
    // Until a response is lost after the announced wait, the time counts from the end of this wait.
    if (this.#lostAt >= announced || announced <= now + left) return left;
    return announced + this.#noProgressMs - now;
  }

  /** A host may respond although all requests to one of its routes are lost. */
  #endUnlessHostResponds(): void {
    this.#isProbing = true;
    const ended = (): void => {
      this.#isProbing = false;
      if (this.#leftMs() <= 0) this.#noProgress();
      else if (this.#lost !== undefined) this.#check();
    };
    this.probe().then(ended, ended);
  }

  #noProgress(first?: string): void {
    const waited = this.#clock.now() - (this.#respondedAt ?? this.#begun);
    const details = [
      ...(first === undefined ? [] : [`first: ${first}`]),
      ...(this.#lost === undefined ? [] : [`last: ${this.#lost}`]),
    ];
    const why = details.length === 0 ? '' : ` (${details.join('; ')})`;
    const reason = `no usable response came for ${Math.round(waited / 1000)} s${why}`;
    this.#end({ cause: 'no-progress', reason });
    this.#stopAwaiting.abort();
  }

  #end(interruption: Interruption): void {
    this.close();
    if (this.sending.aborted) return;
    this.interruption = interruption;
    this.#stopSending.abort();
  }
}

/** The shortest time of the timer, for a clock that does not advance by itself. */
const MIN_TIMER_MS = 100;
