/** Tracks whether a host is working, judged by its responses. */

import type { Answer } from './answer.js';
import { keyOf, methodOf, type Request, splitUrl } from './request.js';

/** The state of a server: whether it is working, and the request with which this can be tested. */
export class Health {
  /** The number of responses that were neither 5xx nor 429. */
  answered = 0;
  /**
   * The number of responses that followed a 502, 503 or 504 to the same request within its quick
   * tries.
   */
  recovered = 0;
  /** Set after waiting for the server in vain. No request waits again until the server responds. */
  down = false;
  /**
   * The number of requests that received 429 for the whole waiting time. Later requests wait for a
   * shorter time.
   */
  gaveUp = 0;
  /** Pending while a request waits for the server to recover; resolves to true if it did. */
  outage: Promise<boolean> | undefined;
  readonly #good = new Map<string, { readonly request: Request; readonly data: boolean }>();

  /** Records a response that shows that the server is working. */
  recordWorking(answer: Answer): void {
    this.answered += 1;
    this.down = false;
    const { request } = answer;
    const key = pathOf(request);
    if (methodOf(request) !== 'GET' || this.#good.has(key) || this.#good.size >= MOST) return;
    this.#good.set(key, { request, data: answer.ok && answer.mediaType.includes('json') });
  }

  /**
   * A request that succeeded before and can test the server: preferably a request with the same
   * path, because a welcome page may work while other pages do not; otherwise a request that
   * returned data; otherwise any request. It is never the given request itself.
   */
  sentinelFor(request: Request): Request | undefined {
    const others = [...this.#good.values()].filter(
      (known) => keyOf(known.request) !== keyOf(request),
    );
    const found =
      others.find((known) => pathOf(known.request) === pathOf(request)) ??
      others.find(({ data }) => data) ??
      others[0];
    return found?.request;
  }
}

/** The maximum number of paths for which a request is stored. */
const MOST = 16;

const pathOf = ({ url }: Request): string => splitUrl(url).path.split('?')[0] ?? '';
