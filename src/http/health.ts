import type { Answer } from './answer.js';
import { keyOf, methodOf, type Request, splitUrl } from './request.js';

/**
 * What is known of a server from its responses: whether it is up, and which request shows whether
 * it still is.
 */
export class Health {
  /** Number of responses that were neither 5xx nor 429. */
  answered = 0;
  /**
   * Number of responses that came after a 502, 503 or 504 to the same request, within its quick
   * tries.
   */
  recovered = 0;
  /** The server was waited for in vain: nothing is waited for until it answers again. */
  down = false;
  /**
   * Requests that were answered 429 for as long as is waited; the next are not waited for as long.
   */
  gaveUp = 0;
  /** Pending while a request waits for the server to recover; true if it did. */
  outage: Promise<boolean> | undefined;
  readonly #good = new Map<string, { readonly request: Request; readonly data: boolean }>();

  /** Records a response that shows that the server is up. */
  stands(answer: Answer): void {
    this.answered += 1;
    this.down = false;
    const { request } = answer;
    const key = pathOf(request);
    if (methodOf(request) !== 'GET' || this.#good.has(key) || this.#good.size >= MOST) return;
    this.#good.set(key, { request, data: answer.ok && answer.mediaType.includes('json') });
  }

  /**
   * A request that was answered before: of the same path where there is one, for a greeting may
   * stand while what is behind it does not; else one that gave data; else any. Never the request
   * itself.
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

/** Paths that are kept as sentinels. */
const MOST = 16;

const pathOf = ({ url }: Request): string => splitUrl(url).path.split('?')[0] ?? '';
