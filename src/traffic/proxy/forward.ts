/** Forwards one request of the recording proxy. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { asLost, type Header, headersFrom, Lost, splitUrl } from '../../http/index.js';

/** Larger bodies are forwarded without being tested. */
const MAX_BYTES = 1024 * 1024;

/** Copies what passes through it, up to `MAX_BYTES`. */
class Copy extends Transform {
  #chunks: Buffer[] = [];
  #size = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, passed: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size <= MAX_BYTES) this.#chunks.push(chunk);
    else this.#chunks = [];
    passed(null, chunk);
  }

  /** The forwarded bytes; undefined if there are more than `MAX_BYTES`. */
  whole(): Buffer | undefined {
    return this.#size <= MAX_BYTES ? Buffer.concat(this.#chunks) : undefined;
  }
}

export interface ForwardedExchange {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
  /** The time of the request in milliseconds since the epoch. */
  readonly at: number;
  /** The time from the request to the last byte of the response. */
  readonly durationMs: number;
  readonly outcome: ForwardedAnswer | Lost;
}

interface ForwardedAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  /** The body in its content coding, such as gzip; undefined if it was too large to keep. */
  readonly body: Buffer | undefined;
}

export interface Upstream {
  readonly url: string;
  /**
   * Headers that the settings of the target add if the client does not send them. They are not
   * recorded.
   */
  readonly added: readonly Header[];
}

/** Fields of a single connection (RFC 9110 section 7.6.1) and Host are not forwarded. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-connection|proxy-authenticate|proxy-authorization|te|trailer|transfer-encoding|upgrade|expect|host)$/i;

/**
 * Forwards bytes as they arrive. If the target does not respond, the client receives 502. If the
 * target stops within its response, the connection ends, as it would without the proxy.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { url, added }: Upstream,
  agent: Dispatcher,
): Promise<ForwardedExchange> {
  const { method = 'GET' } = request;
  const headers = headersFrom(request.rawHeaders).filter(([name]) => !OF_CONNECTION.test(name));
  const sentNames = new Set(headers.map(([name]) => name.toLowerCase()));
  const at = Date.now();
  const begun = performance.now();
  const missing = added.filter(([name]) => !sentNames.has(name.toLowerCase()));
  const hasBody =
    request.headers['content-length'] !== undefined ||
    request.headers['transfer-encoding'] !== undefined;
  const sent = new Copy();
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Lost('interrupted', 'the client went away'));
  });
  const forwarded = (outcome: ForwardedAnswer | Lost): ForwardedExchange => ({
    method,
    url,
    headers,
    body: hasBody ? sent.whole() : undefined,
    at,
    durationMs: performance.now() - begun,
    outcome,
  });
  try {
    const { origin, path } = splitUrl(url);
    const answer = await agent.request({
      origin,
      path,
      method: method as 'GET',
      headers: [...headers, ...missing].flat(),
      body: hasBody ? request.pipe(sent) : null,
      signal: gone.signal,
      responseHeaders: 'raw',
    });
    const fields = headersFrom(answer.headers);
    // The client gets the `Date` of the target, or none.
    response.sendDate = false;
    response.writeHead(
      answer.statusCode,
      fields.filter(([name]) => !OF_CONNECTION.test(name)).flat(),
    );
    response.flushHeaders();
    const copy = new Copy();
    await pipeline(answer.body, copy, response);
    return forwarded({ status: answer.statusCode, headers: fields, body: copy.whole() });
  } catch (error) {
    const lost = gone.signal.aborted ? gone.signal.reason : asLost(error);
    if (response.headersSent) response.destroy();
    else if (!response.destroyed)
      response
        .writeHead(502, { 'Content-Type': 'text/plain' })
        .end(`assay proxy: no response from the target\n`);
    if (lost instanceof Lost) return forwarded(lost);
    throw lost;
  }
}
