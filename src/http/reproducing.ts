/** Prepares a recorded exchange of another client to be repeated with curl. */

import type { Exchange } from './exchange.js';

/** Programs add these header fields themselves. Responses do not depend on them. */
const ADDED =
  /^(?:host|connection|keep-alive|content-length|user-agent|accept-(?:encoding|language|charset)|sec-.*|dnt|origin|referer|te|trailer|upgrade.*|proxy-.*|pragma|cache-control|priority|via|forwarded|x-forwarded-.*|x-real-ip|x-requested-with|traceparent|tracestate|baggage|x-request-id|x-correlation-id|newrelic|purpose)$/i;

/**
 * Keeps only headers on which the response may depend. `--compressed` is set for a coded response,
 * because curl would otherwise not decode it.
 */
export function reproducing(exchange: Exchange): {
  readonly exchange: Exchange;
  readonly options: readonly string[];
} {
  const { request, answer } = exchange;
  const isCoded = answer?.headers.some(([name = '']) => /^content-encoding$/i.test(name)) ?? false;
  const headers = request.headers.filter(([name = '']) => !ADDED.test(name));
  return {
    exchange: { ...exchange, request: { ...request, headers } },
    options: isCoded ? ['--compressed'] : [],
  };
}
