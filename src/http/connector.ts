import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { Connection } from '../target/index.js';
import { Lost } from './lost.js';

type Proxy = NonNullable<Connection['proxy']>;

/**
 * What opens connections to a target: with its authorities and our certificate, and through its proxy where one is named.
 * `allowH2` offers HTTP/2 beside HTTP/1.1, for who only wants to know. Whatever the scheme, a proxy is asked for a tunnel (CONNECT, RFC 9110 section 9.3.6), so that requests stay as they are.
 */
export function connectorOf(
  connection: Connection,
  timeoutMs: number,
  { allowH2 = false }: { readonly allowH2?: boolean } = {},
): buildConnector.connector {
  const { proxy } = connection;
  const direct = buildConnector({ timeout: timeoutMs, allowH2, ...tlsOf(connection) });
  if (proxy === undefined) return direct;
  return (options, done) => {
    const { hostname } = options;
    const secure = options.protocol === 'https:';
    const port = options.port || (secure ? '443' : '80');
    if (!goesThrough(proxy, { secure, hostname, port })) return direct(options, done);
    tunnel(proxy, `${hostname}:${port}`, timeoutMs).then(
      (socket) => (secure ? direct({ ...options, httpSocket: socket }, done) : done(null, socket)),
      (error: Error) => done(error, null),
    );
  };
}

function tlsOf({ ca, cert, key, passphrase, insecure }: Connection) {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

interface Destination {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: string;
}

/** `HTTPS_PROXY` is for https alone; a host that is excepted, or is below one, is reached directly. */
function goesThrough({ setting, except }: Proxy, { secure, hostname, port }: Destination): boolean {
  if (setting === 'HTTPS_PROXY' && !secure) return false;
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return !except.some((entry) => {
    if (entry === '*') return true;
    const [, name = entry, only] = /^(.+?):(\d+)$/.exec(entry) ?? [];
    const bare = name.replace(/^\*?\./, '');
    return (only === undefined || only === port) && (host === bare || host.endsWith(`.${bare}`));
  });
}

/** A connection to `authority` that the proxy holds open. Rejects with a Lost that tells the proxy from the target. */
function tunnel(proxy: Proxy, authority: string, timeoutMs: number): Promise<Socket> {
  const lost = (why: string): Lost => new Lost('refused', `the proxy ${proxy.origin} (${proxy.setting}) ${why}`);
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(proxy.origin);
    const request = protocol === 'https:' ? requestHttps : requestHttp;
    const headers = {
      host: authority,
      ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
    };
    const host = hostname.replace(/^\[|\]$/g, '');
    const asked = request({
      host,
      port,
      method: 'CONNECT',
      path: authority,
      headers,
      timeout: timeoutMs,
      agent: false,
    });
    asked.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(
        lost(
          `answers ${statusCode} to CONNECT ${authority}${statusCode === 407 ? ': give it the right credentials' : ''}`,
        ),
      );
    });
    asked.once('response', ({ statusCode }) => {
      asked.destroy();
      reject(lost(`answers ${statusCode} to CONNECT ${authority}`));
    });
    asked.once('timeout', () => asked.destroy(lost('does not answer in time')));
    asked.once('error', (error) => {
      reject(error instanceof Lost ? error : lost(`cannot be reached (${'code' in error ? error.code : error.name})`));
    });
    asked.end();
  });
}
