/** Opens connections for all engines, with the certificates and the proxy of the target file. */

import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { Lost, tlsOf, tunnelOf } from '../../http/index.js';
import { textOfValue } from '../../schema/json-value.js';
import type { Opening, WireOptions } from './wire.js';

/** Receives the connection, or an error text for reports. */
export interface DialOwner {
  connected(socket: Socket, opening: Opening): void;
  failed(reason: string): void;
}

/**
 * Opens a connection. The returned function cancels the attempt, and the owner then receives
 * nothing.
 */
export type Dial = (owner: DialOwner) => () => void;

/**
 * Uses the certificate authorities, client certificate and proxy of the target file. Certificates
 * are verified unless the target file switches this off.
 */
export function dialFor({ origin, connection = {}, http2 = false, timeout }: WireOptions): Dial {
  const { host, hostname: urlHostname, protocol, port } = new URL(origin);
  const at = { host, hostname: urlHostname.replace(/^\[|\]$/g, ''), protocol, port };
  // Connecting has no timeout, because the pool ends requests that wait too long for a connection.
  const connect = buildConnector({ allowH2: http2, timeout: 0, ...tlsOf(connection) });
  const tunnel = tunnelOf(connection, at, timeout);
  return (owner) => {
    let cancelled = false;
    const beganAt = performance.now();
    /** The time at which the TCP connection or the tunnel was open. */
    let reachedAt = beganAt;
    let socket: Socket | undefined;
    const fail = (error: Error): void => {
      if (!cancelled) owner.failed(reasonOf(error));
    };
    const open = (httpSocket?: Socket): void => {
      if (httpSocket) reachedAt = performance.now();
      const dialled: unknown = connect(httpSocket ? { ...at, httpSocket } : at, (error, ready) => {
        if (error) return fail(error);
        if (cancelled) return void ready.destroy();
        // From here on the owner closes the connection.
        socket = undefined;
        const now = performance.now();
        const secure = ready instanceof TLSSocket;
        owner.connected(ready, {
          connectMs: (secure ? reachedAt : now) - beganAt,
          ...(secure && { tlsMs: now - reachedAt }),
        });
      });
      // The connector returns its socket, although its type does not say so.
      if (dialled instanceof Socket) socket = dialled;
      if (socket instanceof TLSSocket && !httpSocket) {
        socket.once('connect', () => {
          reachedAt = performance.now();
        });
      }
    };
    const useTunnel = (opened: Socket): void => {
      if (cancelled) opened.destroy();
      else if (protocol === 'https:') open(opened);
      else owner.connected(opened, { connectMs: performance.now() - beganAt });
    };
    if (tunnel) tunnel().then(useTunnel, fail);
    else open();
    return () => {
      cancelled = true;
      socket?.destroy();
    };
  };
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

/** The text of a connection error. It is the same for every engine. */
export function reasonOf(error: Error & { readonly code?: unknown }): string {
  if (error instanceof Lost) return error.message;
  const code = textOfValue(error.code ?? '');
  if (error.name === 'HTTPParserError') return 'unreadable answer';
  if (CERTIFICATE.test(code)) return 'certificate not trusted';
  return code === '' || code.startsWith('UND_ERR') ? 'connection closed' : code;
}
