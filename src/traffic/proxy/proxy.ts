import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { connectorOf } from '../../http/index.js';
import { addedHeadersAt } from '../../settings/added-headers.js';
import type { Target } from '../../settings/index.js';
import { type ForwardedExchange, forward } from './forward.js';
import { addressOf, mountsOf } from './mounts.js';

export interface ProxyOptions {
  /** 0 means any free port. */
  readonly port: number;
  /** The address to listen on. Default 127.0.0.1, because the traffic contains credentials. */
  readonly host?: string | undefined;
  /** Called with each exchange after its last byte was forwarded. */
  readonly onExchange: (exchange: ForwardedExchange) => void;
  /** Called with an internal error, which ends only one exchange. */
  readonly onError: (error: unknown) => void;
}

export interface Proxy {
  /** The addresses that replace the base URLs, by their settings. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
}

/** Idle connections to the target are closed after this time. Servers usually keep them longer. */
const IDLE_MS = 2_000;

/**
 * The recording proxy: a reverse proxy for each base URL of a target, all on one port. Rejects if
 * the port is in use.
 */
export async function startProxy(target: Target, options: ProxyOptions): Promise<Proxy> {
  const { port, host = '127.0.0.1', onExchange, onError } = options;
  const mounts = mountsOf(target);
  const agent = new Agent({
    connections: 256,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // The client decides how long it waits.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
    connect: connectorOf(target.connection ?? {}, target.timeoutMs),
  });
  const server = createServer({
    keepAliveTimeout: 60_000,
    maxHeaderSize: 64 * 1024,
    requestTimeout: 0,
  });
  server.on('request', (request, response) => {
    const url = addressOf(request.url ?? '', mounts);
    if (url === undefined) {
      const known = mounts.map(({ prefix }) => prefix).join(', ');
      response
        .writeHead(404, { 'Content-Type': 'text/plain' })
        .end(`assay proxy: paths begin with ${known}\n`);
      return;
    }
    // A request of a client without a User-Agent must not look like a request of Assay.
    const added = Object.entries(addedHeadersAt(target, url)).filter(
      ([name]) => name.toLowerCase() !== 'user-agent',
    );
    forward(request, response, { url, added }, agent).then(onExchange, onError);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const hostInUrl = host.includes(':') ? `[${host}]` : host;
  const origin = `http://${hostInUrl}:${(server.address() as AddressInfo).port}`;
  return {
    addresses: new Map(mounts.map(({ setting, prefix }) => [setting, `${origin}${prefix}`])),
    async close() {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}
