/** Rate limits and delays of the reference server. */

import { randomFrom } from '../../random.js';
import { type Answer, json } from './answer.js';
import type { Call, Mount } from './call.js';
import type { Handler } from './server.js';

/** Each interface accepts this number of requests in each period of `perMs` milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** The time in milliseconds before each response. It is constant, or random within a range. */
export type Latency =
  | number
  | { readonly min: number; readonly max: number; readonly seed?: number };

/**
 * Returns 429 beyond the limit (RFC 6585 section 4). The first request of an interface starts a
 * period, and so does the first request after the end of a period. `Retry-After` contains the
 * seconds until the period ends.
 */
export function limitRate(
  handle: Handler,
  limit: RateLimit,
  clock: () => number,
  refuse: (call: Call) => Answer,
): Handler {
  const windows = new Map<Mount, { readonly since: number; count: number }>();
  return (call) => {
    const now = clock();
    let window = windows.get(call.mount);
    if (window === undefined || now - window.since >= limit.perMs) {
      window = { since: now, count: 0 };
      windows.set(call.mount, window);
    }
    window.count += 1;
    if (window.count <= limit.requests) return handle(call);
    const refusal = refuse(call);
    const waitSeconds = Math.ceil((window.since + limit.perMs - now) / 1000);
    return { ...refusal, headers: { ...refusal.headers, 'Retry-After': String(waitSeconds) } };
  };
}

export const tooManyRequests = (): Answer =>
  json(429, { error: 'Too many requests', message: 'Too many requests' });

export function delayResponses(handle: Handler, latency: Latency): Handler {
  const pause = pausesOf(latency);
  return async (call) => {
    const answer = await handle(call);
    await new Promise((resolve) => setTimeout(resolve, pause()));
    return answer;
  };
}

/** Returns a function that returns the next delay in milliseconds. */
export function pausesOf(latency: Latency): () => number {
  if (typeof latency === 'number') return () => latency;
  const random = randomFrom(latency.seed ?? 1);
  return () => latency.min + random() * (latency.max - latency.min);
}
