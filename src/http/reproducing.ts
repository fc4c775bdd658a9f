/** Prepares a recorded exchange of another client to be repeated with curl. */

import type { Exchange } from './exchange.js';

/** Header fields that programs add themselves. Responses do not depend on them. */
const ADDED =
  /^(?:host|connection|keep-alive|content-length|user-agent|accept-(?:encoding|language|charset)|sec-.*|dnt|origin|referer|te|trailer|upgrade.*|proxy-.*|pragma|cache-control|priority|via|forwarded|x-forwarded-.*|x-real-ip|x-requested-with|traceparent|tracestate|baggage|x-request-id|x-correlation-id|newrelic|purpose)$/i;

/**
 * A recorded exchange with only the headers on which its response may depend. A curl option
 * requests the coding of the response, because curl would otherwise not decode it.
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
