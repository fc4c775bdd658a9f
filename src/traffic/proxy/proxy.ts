import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { connectorOf } from '../../http/index.js';
import { addedHeadersAt } from '../../settings/added-headers.js';
import type { Target } from '../../settings/index.js';
import { forward, type Passed } from './forward.js';
import { addressOf, mountsOf } from './mounts.js';

export interface ProxyOptions {
  /** 0 is any free one. */
  readonly port: number;
  /** Default 127.0.0.1: what passes has credentials in it. */
  readonly host?: string | undefined;
  /** Called with each exchange after its last byte was passed on. */
  readonly passed: (exchange: Passed) => void;
  /** Called with an internal error, which ends one exchange and no other. */
  readonly fault: (error: unknown) => void;
}

export interface Proxy {
  /** Addresses to be used in the place of the base URLs, by the settings that name them. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

/** How long a kept connection waits for its next request: less than servers wait. */
const IDLE_MS = 2_000;

/**
 * A reverse proxy for each base URL of a target, all on one port. Nothing is kept back: what a
 * target sends is passed on as it comes. Rejects where the port is taken.
 */
export async function startProxy(target: Target, options: ProxyOptions): Promise<Proxy> {
  const { port, host = '127.0.0.1', passed, fault } = options;
  const mounts = mountsOf(target);
  const agent = new Agent({
    connections: 256,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
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
    const added = Object.entries(addedHeadersAt(target, url)).filter(
      ([name]) => name !== 'User-Agent',
    );
    forward(request, response, { url, added }, agent).then(passed, fault);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    addresses: new Map(mounts.map(({ setting, prefix }) => [setting, `${origin}${prefix}`])),
    async close() {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}
