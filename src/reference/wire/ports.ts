/** Opens the ports of the reference server. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MOUNTS, type Mount } from './call.js';
import { createServer, type ServerHooks } from './server.js';

interface PortOptions {
  /** The default is `127.0.0.1`. */
  readonly host?: string;
  /** The first port. The default is 0: the operating system chooses free ports. */
  readonly port?: number;
  readonly separatePorts?: boolean;
  readonly prefixes: Readonly<Record<Mount, string>>;
}

/**
 * Opens one port for all interfaces, or with `separatePorts` a port for each interface. Throws a
 * `RangeError` if two interfaces on one port have the same path prefix.
 */
export async function open(
  options: PortOptions,
  hooks: ServerHooks,
): Promise<{ servers: Server[]; baseUrls: Readonly<Record<Mount, string>> }> {
  const { prefixes } = options;
  const host = options.host ?? '127.0.0.1';
  const first = options.port ?? 0;
  const groups: readonly (readonly Mount[])[] =
    options.separatePorts === true ? MOUNTS.map((mount) => [mount]) : [MOUNTS];
  const baseUrls = { export: '', templates: '', auth: '', platform: '', handover: '' };
  const servers: Server[] = [];
  for (const [index, mounts] of groups.entries()) {
    const table = mounts.map((mount) => [prefixes[mount], mount] as const);
    if (new Set(table.map(([prefix]) => prefix)).size < table.length) {
      throw new RangeError('two interfaces on one port need different prefixes');
    }
    const server = createServer(table, hooks);
    servers.push(server);
    const port = await listen(server, host, first === 0 ? 0 : first + index).catch(
      async (error: unknown) => {
        await Promise.all(servers.filter(({ listening }) => listening).map(stop));
        throw error;
      },
    );
    for (const [prefix, mount] of table)
      baseUrls[mount] = `http://${host.includes(':') ? `[${host}]` : host}:${port}${prefix}`;
  }
  return { servers, baseUrls };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Stops a server and closes its connections. */
export const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
