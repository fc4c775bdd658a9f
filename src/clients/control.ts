/**
 * The control server. A test program in any language begins and ends scenarios with HTTP requests
 * to it.
 */

import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentDecoded } from '../percent-decoded.js';
import { jsonValue, messageOf } from '../schema/json-value.js';
import { UsageError } from '../settings/index.js';
import type { ClientEnd, ClientSession } from './session.js';

export interface ControlOptions {
  readonly session: ClientSession;
  /** The address to listen on. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  /** Returned by `GET /`. */
  readonly scenarios: readonly { readonly id: string; readonly task: string }[];
  /** The result so far, returned by `GET /verdict` and `POST /close`. */
  readonly verdict: () => object;
  /** Called after `POST /close`. */
  readonly closed: () => void;
}

export interface Control {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The largest body of `POST /end/ID`, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

/**
 * `GET /` lists scenarios, `POST /begin/ID` starts one scenario and returns its environment, `POST
 * /end/ID` takes `{code, stdout, stderr}` and returns the verdict, `GET /verdict` returns the
 * result so far, and `POST /close` ends the session.
 */
export async function serveControl(options: ControlOptions): Promise<Control> {
  const { bind = '127.0.0.1' } = options;
  const server = http.createServer((message, response) => {
    answer(options, message).then(
      ([status, body]) => {
        response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(`${JSON.stringify(body)}\n`);
      },
      (error: unknown) => {
        const status = error instanceof UsageError ? 400 : 500;
        const text = messageOf(error);
        response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(`${JSON.stringify({ error: text })}\n`);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, bind, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${bind.includes(':') ? `[${bind}]` : bind}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answer(
  { session, scenarios, verdict, closed }: ControlOptions,
  message: IncomingMessage,
): Promise<readonly [number, unknown]> {
  const [, action = '', id = ''] = (message.url ?? '/').split('/').map(percentDecoded);
  const route = `${message.method} /${action}`;
  switch (route) {
    case 'GET /':
      return [200, { scenarios, underWay: session.underWay }];
    case 'POST /begin':
      return [200, await session.begin(id)];
    case 'POST /end':
      return [200, await session.end(id, endIn(await bodyOf(message)))];
    case 'GET /verdict':
      return [200, verdict()];
    case 'POST /close':
      // The response is sent before the session ends.
      setImmediate(closed);
      return [200, verdict()];
    default:
      return [
        404,
        {
          error: `There is no ${route}. Known: GET /, POST /begin/ID, POST /end/ID, GET /verdict, POST /close.`,
        },
      ];
  }
}

/** An empty body means that the client did its task and printed nothing. */
function endIn(text: string): ClientEnd {
  if (text.trim() === '') return {};
  const wrong =
    'The body of POST /end/ID must be JSON such as {"code": 0, "stdout": "", "stderr": ""}';
  const value = jsonValue(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${wrong}.`);
  const types: Readonly<Record<string, string>> = {
    code: 'number',
    stdout: 'string',
    stderr: 'string',
  };
  for (const [name, member] of Object.entries(value))
    if (typeof member !== types[name])
      throw new UsageError(`${wrong}; the member "${name}" is unknown or has another type.`);
  return value;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY)
      throw new UsageError(
        `The body of POST /end/ID is larger than ${MAX_BODY} bytes: shorten the output of the client.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
