/**
 * The HTTP server of the reference implementation. Each interface, such as the export API, is
 * mounted at a path prefix.
 */

import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, json, Refused } from './answer.js';
import { BodyTooLarge, type Call, type Mount, readBody } from './call.js';
import type { Deliver, Response } from './deliver.js';

export type Handler = (call: Call) => Answer | Promise<Answer>;

export type Mounts = readonly (readonly [prefix: string, mount: Mount])[];

export interface ServerHooks {
  readonly handle: Handler;
  /** The content of `/openapi.json`, which belongs to no interface. */
  readonly openApi: () => unknown;
  readonly deliver: Deliver;
  /** Receives every unexpected error of `handle`. */
  readonly onFault: (fault: unknown) => void;
}

// The limit is large enough for a filter of many criteria. Node returns 431 for a longer head.
const MAX_HEAD_BYTES = 64 * 1024;
const JSON_FIELDS = { 'Content-Type': 'application/json' } as const;

export function createServer(mounts: Mounts, hooks: ServerHooks): http.Server {
  const longestFirst = [...mounts].sort(([a], [b]) => b.length - a.length);
  // With Node's default of 5 seconds, a slow client would often have to reconnect.
  const options = { maxHeaderSize: MAX_HEAD_BYTES, keepAliveTimeout: 60_000 };
  const server = http.createServer(options, (message, response) => {
    const openApi = message.url === '/openapi.json' ? hooks.openApi() : undefined;
    if (openApi !== undefined) {
      response.writeHead(200, JSON_FIELDS).end(JSON.stringify(openApi));
      return;
    }
    const call = toCall(message, longestFirst);
    if (call === undefined) {
      response.writeHead(404, JSON_FIELDS).end('{"error":"Nothing is mounted here"}');
      return;
    }
    respond(hooks, call, response);
  });
  server.on('clientError', refuseUnreadable);
  return server;
}

function toCall(message: IncomingMessage, mounts: Mounts): Call | undefined {
  // A proxy may send the absolute form of the address (RFC 9112 section 3.2.2).
  const written = message.url ?? '/';
  const target = written.startsWith('/') ? written : written.replace(/^https?:\/\/[^/?#]*/i, '');
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const found = mounts.find(
    ([prefix]) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
  if (found === undefined) return undefined;
  const [prefix, mount] = found;
  // A stream can be read once, and a defect may look at the body after the handler did.
  let body: Promise<Buffer> | undefined;
  return {
    mount,
    method: message.method ?? 'GET',
    path: path.slice(prefix.length),
    search: queryAt < 0 ? '' : target.slice(queryAt + 1),
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    body: () => (body ??= readBody(message)),
  };
}

/**
 * Passes a call to the handler and sends its response. After an unexpected error the response is
 * 500 without details.
 */
export function respond(hooks: ServerHooks, call: Call, response: Response): void {
  const send = (answer: Answer): void => {
    if (!response.destroyed && !response.headersSent) hooks.deliver(answer, response, call);
  };
  const fail = (fault: unknown): void => {
    if (fault instanceof Refused) send(fault.answer);
    else if (fault instanceof BodyTooLarge)
      send(json(413, { error: fault.message }, { Connection: 'close' }));
    else if (!response.destroyed) {
      hooks.onFault(fault);
      send(json(500, { error: 'Internal server error' }));
    }
  };
  try {
    const result = hooks.handle(call);
    if (result instanceof Promise) result.then(send).catch(fail);
    else send(result);
  } catch (fault) {
    fail(fault);
  }
}

/**
 * Handles a request that Node could not parse, because its head is too long or invalid, or because
 * the client disconnected.
 */
function refuseUnreadable(fault: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || fault.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const line =
    fault.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  const body = '{"error":"The request could not be read"}';
  const fields = [
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(`HTTP/1.1 ${line}\r\n${fields.join('\r\n')}\r\n\r\n${body}`);
}
