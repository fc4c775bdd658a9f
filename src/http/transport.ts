/** Sends one HTTP/1.1 request and reads its response, using undici. */

import { Agent } from 'undici';
import type { Connection } from '../settings/index.js';
import { decode } from './codings.js';
import { connectorOf } from './connector.js';
import { asLost, Lost } from './lost.js';
import { type NodeResponse, needsNode, sendByNode } from './node-request.js';
import { headersFrom } from './raw-headers.js';
import { type Header, methodOf, type Request, splitUrl } from './request.js';

/** A response whose body has been decoded from its content codings. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** Set for a recorded response. Times are in milliseconds since the epoch. */
  readonly recorded?: {
    readonly exchange: number;
    readonly sentAt: number;
    readonly receivedAt: number;
  };
}

export interface Transport {
  /** Reads the whole response. Rejects with `Lost` if there is no usable response. */
  readonly send: (request: Request, signal: AbortSignal) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

export interface TransportOptions {
  /** The time limit from the start of a request to the end of its response. */
  readonly timeoutMs: number;
  /** The largest decoded response in bytes. Default 8 MiB. */
  readonly maxBytes?: number;
  readonly connections?: number;
  readonly connection?: Connection | undefined;
}

/**
 * Reuses the connections of GETs and follows no redirects. Adds no header except Host, Connection
 * and, if there is a body, Content-Length.
 */
export function openTransport({
  timeoutMs,
  maxBytes = 8 * 1024 * 1024,
  connections = 16,
  connection = {},
}: TransportOptions): Transport {
  const connect = connectorOf(connection, timeoutMs);
  const open = (pipelining: 0 | 1): Agent =>
    new Agent({
      connections,
      pipelining,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect,
      maxHeaderSize: 64 * 1024,
    });
  const pooled = open(1);
  /** Origins that have sent a response. */
  const responded = new Set<string>();
  // If the server closes an idle connection just when it is used again, the request may be sent
  // twice. Only GET allows this (RFC 9110 section 9.2.2), so other methods use a new connection.
  const single = open(0);
  // `close` of a pool would wait for connections that may never end, so `destroy` is called.
  const close = async () => void (await Promise.all([pooled.destroy(), single.destroy()]));
  return { send, close };

  /** The pool may ignore the signal of a request, so the time limit is enforced here. */
  async function send(request: Request, signal: AbortSignal): Promise<RawAnswer> {
    refuseUnsendable(request);
    const ended = new AbortController();
    const gaveUp = new Promise<never>((_, reject) => {
      ended.signal.addEventListener('abort', () => reject(ended.signal.reason), { once: true });
    });
    const interrupt = (): void => ended.abort(new Lost('interrupted', 'the run was interrupted'));
    const timer = setTimeout(
      () => ended.abort(new Lost('timeout', `no complete response within ${timeoutMs} ms`)),
      timeoutMs,
    );
    signal.addEventListener('abort', interrupt, { once: true });
    if (signal.aborted) interrupt();
    try {
      return await Promise.race([gaveUp, exchange(request, ended.signal)]);
    } catch (error) {
      if (signal.aborted) throw new Lost('interrupted', 'the run was interrupted');
      const { origin } = splitUrl(request.url);
      throw responded.has(origin)
        ? asLost(error)
        : asLostFromStart(asLost(error), origin, connection);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
    }
  }

  async function exchange(request: Request, signal: AbortSignal): Promise<RawAnswer> {
    if (needsNode(request)) {
      return received(await sendByNode(request, connect, signal), maxBytes);
    }
    const { origin, path } = splitUrl(request.url);
    const method = methodOf(request) as 'GET';
    const answer = await (method === 'GET' ? pooled : single).request({
      origin,
      path,
      method,
      headers: [...(request.headers ?? []), ...(request.added ?? [])].flat(),
      body: request.body ?? null,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      responseHeaders: 'raw',
    });
    responded.add(origin);
    const { statusCode: status, headers: rawHeaders, body } = answer;
    return received({ status, rawHeaders, body }, maxBytes);
  }
}

/**
 * Explains the error of a server that has not responded to any request. A server that closes every
 * connection after the TLS handshake probably requires a client certificate. In TLS 1.3, the server
 * refuses a missing certificate only after the client has completed the handshake.
 */
function asLostFromStart(error: unknown, origin: string, { cert }: Connection): unknown {
  if (
    !(error instanceof Lost) ||
    error.kind !== 'reset' ||
    !/^https:/i.test(origin) ||
    cert !== undefined
  )
    return error;
  return new Lost(
    'tls',
    'the server closes the connection after the TLS handshake; it may require a client certificate: name it with ' +
      `tls.cert and tls.key (ASSAY_CERT, ASSAY_KEY) (${error.message})`,
  );
}

/**
 * An idle connection is closed after this time in milliseconds. The time is shorter than five
 * seconds, because most servers keep idle connections for at least five seconds.
 */
const IDLE_MS = 2_000;

/**
 * Refuses requests that HTTP cannot transfer. Each of them would make a connection of the pool
 * unusable.
 */
function refuseUnsendable({ url, headers = [] }: Request): void {
  if (!URL.canParse(url)) throw new Lost('malformed', `${url} is not a URL`);
  const wrong = headers.find(([name, value]) => !FIELD_NAME.test(name) || !FIELD_VALUE.test(value));
  if (wrong !== undefined)
    throw new Lost(
      'malformed',
      `the header ${wrong[0]} has characters that no HTTP header can carry`,
    );
}

/** The syntax of header names and values (RFC 9110 sections 5.1 and 5.5). */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reads and decodes the body of a response. */
async function received(
  { status, rawHeaders, body }: NodeResponse,
  maxBytes: number,
): Promise<RawAnswer> {
  const headers = headersFrom(rawHeaders);
  const bytes = await collect(body, maxBytes);
  if (status < 100)
    throw new Lost('malformed', `the response is not valid HTTP (status ${status})`);
  return { status, headers, body: decode(bytes, headers, maxBytes) };
}

async function collect(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes)
      throw new Lost('too-large', `the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
