/**
 * Sends a request with header fields that undici does not send, such as `Expect` and `Upgrade`,
 * using Node's own client. Each request has a connection of its own.
 */

import { type IncomingMessage, request as requestHttp } from 'node:http';
import type { Duplex } from 'node:stream';
import type { buildConnector } from 'undici';
import { Lost } from './lost.js';
import { methodOf, type Request, splitUrl } from './request.js';

/** Fields that undici refuses, or whose values it restricts. */
const REFUSED_BY_UNDICI = /^(?:connection|upgrade|expect|keep-alive|transfer-encoding)$/i;

/** Whether the request has a field that undici does not send. */
export const needsNode = ({ headers = [] }: Request): boolean =>
  headers.some(([name]) => REFUSED_BY_UNDICI.test(name));

/**
 * A client waits for `100 Continue` only for a short time, because a server need not send it (RFC
 * 9110 section 10.1.1).
 */
const CONTINUE_MS = 500;

export interface NodeResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly rawHeaders: unknown;
  readonly body: AsyncIterable<Buffer>;
}

export function sendByNode(
  request: Request,
  connect: buildConnector.connector,
  signal: AbortSignal,
): Promise<NodeResponse> {
  const { origin, path } = splitUrl(request.url);
  const { hostname, host, protocol, port } = new URL(origin);
  const { headers = [], added = [], body } = request;
  const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  return new Promise((resolve, reject) => {
    const sent = requestHttp({
      method: methodOf(request),
      path,
      headers: ['Host', host, ...[...headers, ...added].flat(), ...length],
      setHost: false,
      signal,
      createConnection: (_, done) => {
        connect({ hostname, host, protocol, port }, (error, socket) => {
          if (error === null) done(null, socket as Duplex);
          else done(error, undefined as never);
        });
        return undefined;
      },
    });
    const end = (): void => void (sent.writableEnded || sent.end(body));
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      // The server may respond before it has read the body.
      end();
      const { statusCode = 0, rawHeaders } = response;
      resolve({ status: statusCode, rawHeaders, body: response });
    });
    // The server may accept an offer of h2c. A check then continues without this request
    // (`isLeftOut`).
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Lost('in-front', 'the server switched to HTTP/2, as the request allows'));
    });
    if (headers.every(([name]) => name.toLowerCase() !== 'expect')) return end();
    sent.flushHeaders();
    const timer = setTimeout(end, CONTINUE_MS);
    sent.once('continue', end);
    sent.once('close', () => clearTimeout(timer));
  });
}
