import type { Exchange } from './exchange.js';

/** Fields that programs add by themselves: a response depends on none of them. */
const ADDED =
  /^(?:host|connection|keep-alive|content-length|user-agent|accept-(?:encoding|language|charset)|sec-.*|dnt|origin|referer|te|trailer|upgrade.*|proxy-.*|pragma|cache-control|priority|via|forwarded|x-forwarded-.*|x-real-ip|x-requested-with|traceparent|tracestate|baggage|x-request-id|x-correlation-id|newrelic|purpose)$/i;

/**
 * A recorded exchange with the headers that its response may depend on. A coding of the response is
 * requested by an option of curl, because curl would not decode it otherwise.
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
