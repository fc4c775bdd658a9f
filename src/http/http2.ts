/** Finds out which hosts support HTTP/2. */

import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Connection } from '../settings/index.js';
import { connectorOf } from './connector.js';

/** How a target is reached, to find out which protocols it supports. */
interface Reaching {
  readonly connection?: Connection | undefined;
  /** The maximum number of milliseconds for one connection. */
  readonly timeoutMs: number;
}

/**
 * The https addresses whose server chooses HTTP/2 if it is offered (ALPN, RFC 7301). Opens one
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
