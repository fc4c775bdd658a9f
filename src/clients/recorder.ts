/** Runs a scripted server and records its requests. */

import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Host, Recorded } from '../../suites/clients/index.js';
import { Answer, type Header, type Request } from '../http/index.js';
import type { Call, Handler, Reply } from './call.js';
import type { CertificateAuthority } from './certificate-authority.js';

/** In bytes. No client of these APIs sends a larger body. The rest of a larger body is not kept. */
const LARGEST_BODY = 256 * 1024;

export interface RecorderOptions {
  readonly host: Host;
  /** The address to listen on. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  readonly authority?: Pick<CertificateAuthority, 'key' | 'cert'> | undefined;
  readonly handle: Handler;
  /** Returns the milliseconds since the servers of the scenario were started. */
  readonly now: () => number;
  /** Returns the number of the next exchange. */
  readonly number: () => number;
  readonly record: (recorded: Recorded) => void;
}

export interface RecordingServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startRecorder(options: RecorderOptions): Promise<RecordingServer> {
  const { bind = '127.0.0.1', authority } = options;
  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    respond(options, message, response).catch(() => response.destroy());
  };
  const server =
    authority === undefined
      ? http.createServer(onRequest)
      : https.createServer(authority, onRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, bind, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${schemeOf(options)}://${bind.includes(':') ? `[${bind}]` : bind}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  options: RecorderOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host, handle, now, number, record } = options;
  const atMs = now();
  const body = await bodyOf(message);
  const target = message.url ?? '/';
  const cut = target.indexOf('?');
  const origin = `${schemeOf(options)}://${message.headers.host ?? '127.0.0.1'}`;
  const call: Call = {
    origin,
    method: message.method ?? 'GET',
    path: cut < 0 ? target : target.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)),
    header: (name) => {
      const value = message.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body,
    atMs,
  };
  const reply = handle(call);
  const id = number();
  // The rules about paging allow a client more requests if its requests overlap.
  if (reply.delayMs !== undefined && reply.delayMs > 0)
    await (host === 'export' ? waitOnIdleMachine(reply.delayMs) : wait(reply.delayMs));
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  const headers = headersOf(reply);
  // The client may end as soon as it receives the response, so the exchange is recorded first.
  record({ ...call, host, answeredMs: now(), answer: answerOf() });
  response.writeHead(reply.status, Object.fromEntries(headers)).end(text);

  function answerOf(): Answer {
    const request: Request = {
      interface: INTERFACES[host],
      method: call.method,
      url: `${origin}${target}`,
      headers: pairs(message.rawHeaders),
      ...(body === '' ? {} : { body }),
    };
    return new Answer(
      request,
      { status: reply.status, headers, body: Buffer.from(text) },
      { exchange: id },
    );
  }
}

/** A timer that is later than this shows a busy machine, in milliseconds. */
const LATE_MS = 10;
const MAX_TURNS = 20;

/**
 * Waits, and waits again if the machine was busy. A client on a busy machine needs longer to send
 * its concurrent requests, and without the longer wait they would not overlap.
 */
async function waitOnIdleMachine(ms: number): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const begun = performance.now();
    await wait(ms);
    if (performance.now() - begun < ms + LATE_MS) return;
  }
}

const schemeOf = ({ authority }: RecorderOptions): string =>
  authority === undefined ? 'http' : 'https';

const INTERFACES: Readonly<Record<Host, string>> = {
  token: 'templates',
  templates: 'templates',
  export: 'export',
  platform: 'platform',
};

const headersOf = ({ type = 'application/json', headers = {} }: Reply): readonly Header[] => [
  ['Content-Type', type],
  ...Object.entries(headers),
];

const pairs = (flat: readonly string[]): readonly Header[] =>
  flat.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
