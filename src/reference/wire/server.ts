/** The HTTP server of the reference implementation, which passes requests to the interfaces. */

import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, json, Refused } from './answer.js';
import { BodyTooLarge, type Call, type Mount, readBody } from './call.js';
import type { Deliver, Response } from './deliver.js';

/** Handles a request to one interface. */
export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The interface for each prefix of the path. */
export type Mounts = readonly (readonly [prefix: string, mount: Mount])[];

/**
 * The functions with which the HTTP server handles requests, writes responses and reports errors.
 */
export interface ServerHooks {
  readonly handle: Handler;
  /** Makes the content of `/openapi.json`, which is not part of any interface. */
  readonly openApi: () => unknown;
  readonly deliver: Deliver;
  /** Called with every error of a handler. The client receives a 500 without details. */
  readonly onFault: (fault: unknown) => void;
}

// The limit is large enough for a filter of many criteria. For a longer head Node returns 431.
const LONGEST_HEAD = 64 * 1024;
const JSON_FIELDS = { 'Content-Type': 'application/json' } as const;

/**
 * Makes an HTTP server that passes each request to the interface whose prefix the path of the
 * request has.
 */
export function createServer(mounts: Mounts, hooks: ServerHooks): http.Server {
  const longestFirst = [...mounts].sort(([a], [b]) => b.length - a.length);
  const options = { maxHeaderSize: LONGEST_HEAD, keepAliveTimeout: 60_000 };
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
  // A proxy may send the absolute form (RFC 9112 section 3.2.2).
  const written = message.url ?? '/';
  const target = written.startsWith('/') ? written : written.replace(/^https?:\/\/[^/?#]*/i, '');
  const cut = target.indexOf('?');
  const full = cut < 0 ? target : target.slice(0, cut);
  const found = mounts.find(
    ([prefix]) =>
      full.startsWith(prefix) && (full.length === prefix.length || full[prefix.length] === '/'),
  );
  if (found === undefined) return undefined;
  const [prefix, mount] = found;
  return {
    mount,
    method: message.method ?? 'GET',
    path: full.slice(prefix.length),
    search: cut < 0 ? '' : target.slice(cut + 1),
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    body: () => readBody(message),
  };
}

/** Handles one request and writes the response. An internal error returns 500 without details. */
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
 * Responds to a message that Node's parser could not read: its head is too long, its request line
 * is invalid, or the client disconnected.
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
