/**
 * Opens connections to a target, through a proxy and with certificates if the settings name them.
 */

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { textOfValue } from '../schema/json-value.js';
import type { Connection } from '../settings/index.js';
import { goesThrough } from '../settings/proxy.js';
import { Lost } from './lost.js';

type Proxy = NonNullable<Connection['proxy']>;

/**
 * With `allowH2`, connections also offer HTTP/2. This is used only to find out whether the target
 * supports HTTP/2. A proxy is used only as a tunnel (CONNECT, RFC 9110 section 9.3.6), also for
 * `http:`, so that it cannot change requests.
 */
export function connectorOf(
  connection: Connection,
  timeoutMs: number,
  { allowH2 = false }: { readonly allowH2?: boolean } = {},
): buildConnector.connector {
  const direct = buildConnector({ timeout: timeoutMs, allowH2, ...tlsOf(connection) });
  if (connection.proxy === undefined) return direct;
  return (options, done) => {
    const { hostname, protocol, port } = options;
    const open = tunnelOf(connection, { protocol, hostname, port }, timeoutMs);
    if (open === undefined) return direct(options, done);
    open().then(
      (socket) =>
        protocol === 'https:'
          ? direct({ ...options, httpSocket: socket }, done)
          : done(null, socket),
      (error: Error) => done(error, null),
    );
  };
}

/**
 * Returns a function that opens a tunnel, or undefined if the address is reached without a proxy.
 * The function rejects with a `Lost` that names the proxy.
 */
export function tunnelOf(
  { proxy }: Connection,
  {
    protocol,
    hostname,
    port: givenPort,
  }: { readonly protocol: string; readonly hostname: string; readonly port: string },
  timeoutMs: number,
): (() => Promise<Socket>) | undefined {
  const secure = protocol === 'https:';
  const port = givenPort || (secure ? '443' : '80');
  if (proxy === undefined || !goesThrough(proxy, { protocol, hostname, port })) return undefined;
  const host = isIPv6(hostname) ? `[${hostname}]` : hostname;
  return () => tunnel(proxy, `${host}:${port}`, timeoutMs);
}

/** The options of TLS connections: certificates, and whether that of the server is verified. */
export function tlsOf({ ca, cert, key, passphrase, insecure }: Connection) {
  const secureOptions = {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  return {
    ...(Object.keys(secureOptions).length === 0
      ? {}
      : { secureContext: createSecureContext(secureOptions) }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

/** Opens a tunnel to `authority`, which consists of host and port. */
function tunnel(proxy: Proxy, authority: string, timeoutMs: number): Promise<Socket> {
  const lost = (why: string): Lost =>
    new Lost('refused', `the proxy ${proxy.origin} (${proxy.setting}) ${why}`);
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(proxy.origin);
    const request = protocol === 'https:' ? requestHttps : requestHttp;
    const headers = {
      host: authority,
      ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
    };
    const host = hostname.replace(/^\[|\]$/g, '');
    const proxyRequest = request({
      host,
      port,
      method: 'CONNECT',
      path: authority,
      headers,
      timeout: timeoutMs,
      agent: false,
    });
    proxyRequest.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      // The time limit was for the request to the proxy, not for the tunnel.
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(
        lost(
          `returns ${statusCode} for CONNECT ${authority}${statusCode === 407 ? ': correct its credentials' : ''}`,
        ),
      );
    });
    proxyRequest.once('response', ({ statusCode }) => {
      proxyRequest.destroy();
      reject(lost(`returns ${statusCode} for CONNECT ${authority}`));
    });
    proxyRequest.once('timeout', () => proxyRequest.destroy(lost('did not respond in time')));
    proxyRequest.once('error', (error) => {
      reject(
        error instanceof Lost
          ? error
          : lost(`cannot be reached (${textOfValue('code' in error ? error.code : error.name)})`),
      );
    });
    proxyRequest.end();
  });
}
