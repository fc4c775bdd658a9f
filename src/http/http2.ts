import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Connection } from '../settings/index.js';
import { connectorOf } from './connector.js';

/** How a target is reached, to find out which protocols it supports. */
interface Reaching {
  readonly connection?: Connection | undefined;
  /** Milliseconds that one look may take. */
  readonly timeoutMs: number;
}

/**
 * Of these addresses, the https ones whose server chooses HTTP/2 where it may (ALPN, RFC 7301). One
 * connection each, and nothing is sent; one that cannot be reached offers nothing.
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
