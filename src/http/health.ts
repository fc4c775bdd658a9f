/** Tracks whether a host is working, judged by its responses. */

import type { Answer } from './answer.js';
import { keyOf, methodOf, type Request, splitUrl } from './request.js';

export class Health {
  /** Responses that were neither 5xx nor 429. */
  answered = 0;
  /**
   * Requests that received 502, 503 or 504, were repeated after a short pause, and then received a
   * response below 500.
   */
  recovered = 0;
  /**
   * Set after waiting in vain. No request waits again until the host responds, or, if it has
   * returned data before, until it returns data again. A refusal does not show that data works.
   */
  down = false;
  /** Waits for the host that were in vain. Later waits are shorter. */
  waitsInVain = 0;
  /**
   * Requests that received 429 for the whole waiting time. Later requests wait for a shorter time.
   */
  gaveUp = 0;
  /**
   * Pending while a request waits for the host to recover. Resolves to true if the host recovered.
   */
  outage: Promise<boolean> | undefined;
  /** Requests that can test the host, by path. */
  readonly #good = new Map<string, { readonly request: Request; readonly hasData: boolean }>();

  recordWorking(answer: Answer): void {
    this.answered += 1;
    const { request } = answer;
    const hasData = answer.ok && answer.mediaType.includes('json');
    if (hasData || ![...this.#good.values()].some((known) => known.hasData)) this.down = false;
    const key = pathOf(request);
    if (methodOf(request) !== 'GET' || this.#good.has(key) || this.#good.size >= MAX_PATHS) return;
    this.#good.set(key, { request, hasData });
  }

  /** A request that can test the host (a sentinel). A request that returned data is best. */
  anySentinel(): Request | undefined {
    const all = [...this.#good.values()];
    return (all.find(({ hasData }) => hasData) ?? all[0])?.request;
  }

  /**
   * A request that can test the host, because its response was neither 429 nor 5xx. A request with
   * the same path is best, because a welcome page may work while other pages do not. Otherwise a
   * request that returned data is best.
   */
  sentinelFor(request: Request): Request | undefined {
    const others = [...this.#good.values()].filter(
      (known) => keyOf(known.request) !== keyOf(request),
    );
    const found =
      others.find((known) => pathOf(known.request) === pathOf(request)) ??
      others.find(({ hasData }) => hasData) ??
      others[0];
    return found?.request;
  }
}

/** The maximum number of paths for which a request is stored. */
const MAX_PATHS = 16;

const pathOf = ({ url }: Request): string => splitUrl(url).path.split('?')[0] ?? '';
