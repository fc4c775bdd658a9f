import { Agent } from 'undici';
import type { Connection } from '../settings/index.js';
import { decode } from './codings.js';
import { connectorOf } from './connector.js';
import { asLost, Lost } from './lost.js';
import { type Header, methodOf, type Request, splitUrl } from './request.js';

/** The bytes received for one request. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /**
   * Of an answer that was recorded earlier: the number of its exchange, and when it was sent and
   * there.
   */
  readonly recorded?: {
    readonly exchange: number;
    readonly sentAt: number;
    readonly receivedAt: number;
  };
}

/** Sends one request and reads its whole answer. Rejects with a Lost where there is none. */
export interface Transport {
  readonly send: (request: Request, signal: AbortSignal) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

export interface TransportOptions {
  /** Milliseconds for the whole answer. */
  readonly timeoutMs: number;
  /** Bytes of one answer, decoded. Default 8 MiB. */
  readonly maxBytes?: number;
  readonly connections?: number;
  /** Authorities, certificate and proxy, where the target is not reached the plain way. */
  readonly connection?: Connection | undefined;
}

/** HTTP/1.1 over undici: keep-alive, no redirects, no header of its own but Host and Connection. */
export function openTransport({
  timeoutMs,
  maxBytes = 8 * 1024 * 1024,
  connections = 16,
  connection = {},
}: TransportOptions): Transport {
  const open = (pipelining: 0 | 1): Agent =>
    new Agent({
      connections,
      pipelining,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: connectorOf(connection, timeoutMs),
      maxHeaderSize: 64 * 1024,
    });
  const kept = open(1);
  /** Origins that have sent a response. */
  const answering = new Set<string>();
  // A kept connection may be closed by the other side just as it is used again. What may not be
  // sent twice then (RFC 9110 section 9.2.2) has a connection of its own.
  const single = open(0);
  // After closing no response is expected, and a connection that the pool has lost would not close
  // by itself.
  return { send, close: async () => void (await Promise.all([kept.destroy(), single.destroy()])) };

  /**
   * The deadline is enforced here, because the pool may lose a request together with its signal.
   */
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
      throw answering.has(origin) ? asLost(error) : asFirstLost(asLost(error), origin, connection);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
    }
  }

  async function exchange(request: Request, signal: AbortSignal): Promise<RawAnswer> {
    const { origin, path } = splitUrl(request.url);
    const method = methodOf(request) as 'GET';
    const answer = await (method === 'GET' ? kept : single).request({
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
    answering.add(origin);
    const headers = pairs(answer.headers as unknown as readonly (string | Buffer)[]);
    const body = await collect(answer.body, maxBytes);
    if (answer.statusCode < 100)
      throw new Lost('malformed', `the response is not valid HTTP (status ${answer.statusCode})`);
    return { status: answer.statusCode, headers, body: decode(body, headers, maxBytes) };
  }
}

/**
 * The loss of a request to a server that has not responded to any: one that closes every connection
 * after the TLS handshake is likely to miss a client certificate, of which TLS 1.3 has no error
 * that reaches a client in time.
 */
function asFirstLost(error: unknown, origin: string, { cert }: Connection): unknown {
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
 * How long a connection waits for its next request: less than servers wait, of which five seconds
 * are the fewest in use.
 */
const IDLE_MS = 2_000;

/**
 * What no HTTP message can carry is not handed to the pool: it loses a connection for good with
 * each such request.
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

/** RFC 9110 sections 5.1 and 5.5. */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function pairs(flat: readonly (string | Buffer)[]): readonly Header[] {
  const found: Header[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    found.push([String(flat[index]), Buffer.from(flat[index + 1] ?? '').toString('latin1')]);
  }
  return found;
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
