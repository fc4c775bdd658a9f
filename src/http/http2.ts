/** Finds out which hosts support HTTP/2. */

import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Connection } from '../settings/index.js';
import { connectorOf } from './connector.js';

interface Reaching {
  readonly connection?: Connection | undefined;
  /** For one connection. */
  readonly timeoutMs: number;
}

/**
 * An https server supports HTTP/2 if it chooses HTTP/2 when offered (ALPN, RFC 7301). Opens one
 * connection to each address and sends nothing. An unreachable address counts as not supporting
 * HTTP/2.
 */
export async function offeringHttp2(
  addresses: Iterable<string>,
  reaching: Reaching,
): Promise<readonly string[]> {
  const origins = [...new Set([...addresses].map((address) => new URL(address).origin))];
  const secure = origins.filter((origin) => origin.startsWith('https:'));
  const chosen = await Promise.all(secure.map((origin) => chooses(new URL(origin), reaching)));
  return secure.filter((_, index) => chosen[index]);
}

function chooses(
  { hostname, host, port, protocol }: URL,
  { connection = {}, timeoutMs }: Reaching,
): Promise<boolean> {
  const connect = connectorOf(connection, timeoutMs, { allowH2: true });
  return new Promise((resolve) => {
    connect({ hostname, host, port, protocol }, (_: Error | null, socket: Socket | null) => {
      resolve(socket instanceof TLSSocket && socket.alpnProtocol === 'h2');
      socket?.on('error', () => undefined).destroy();
    });
  });
}
