/** The reference server with hostile responses, on a port of this machine. */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomFrom } from '../../src/random.js';
import { defaultRecords, openReference, type Reference } from '../../src/reference/index.js';
import { bytesOf, MUTATIONS, type Served } from './mutations.js';

type Interface = 'export' | 'templates' | 'platform' | 'handover';

/** Which responses a seed changes, and how. */
export interface MutationPlan {
  readonly seed: number;
  readonly mutation: string;
  readonly interface: Interface;
  /** The share of the responses that are changed. */
  readonly share: number;
}

/** Goes through all mutations and interfaces, with one response in one, two or five. */
export function planOf(seed: number): MutationPlan {
  const names = Object.keys(MUTATIONS);
  const interfaces = ['export', 'export', 'templates', 'platform', 'handover'] as const;
  return {
    seed,
    mutation: names[seed % names.length] ?? '',
    interface: interfaces[Math.floor(seed / names.length) % interfaces.length] ?? 'export',
    share: [1, 0.5, 0.2][seed % 3] ?? 1,
  };
}

const PREFIXES = {
  export: '/export-api',
  templates: '/etm',
  auth: '/auth',
  platform: '/core',
  handover: '/cde',
};

export interface MutatingServer {
  readonly target: Reference['target'];
  readonly close: () => void;
}

/** Each request is passed to the reference server, whose response is changed. */
export async function startMutating(
  { seed, mutation, share }: MutationPlan,
  clock: () => number,
): Promise<MutatingServer> {
  const random = randomFrom(seed);
  const mutate = MUTATIONS[mutation];
  if (mutate === undefined) throw new Error(`no mutation ${mutation}`);
  const change = (served: Served): Served => (random() < share ? mutate(served, random) : served);
  const server = createServer(async (asked, to) => {
    const body = await textOf(asked);
    const served = await reference.call({
      method: asked.method ?? 'GET',
      url: `${origin}${asked.url}`,
      headers: pairsOf(asked.rawHeaders),
      body,
    });
    const own = served.headers.filter(([name]) => !/^(content-length|connection)$/i.test(name));
    to.socket?.end(bytesOf(change({ ...served, headers: own })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrls = {
    export: origin + PREFIXES.export,
    templates: origin + PREFIXES.templates,
    auth: origin + PREFIXES.auth,
    platform: origin + PREFIXES.platform,
    handover: origin + PREFIXES.handover,
  };
  const reference = openReference({ clock, records: defaultRecords().slice(0, 40) }, baseUrls);
  return {
    target: reference.target,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

const pairsOf = (flat: readonly string[]): readonly (readonly [string, string])[] =>
  flat.flatMap((name, at) =>
    at % 2 === 0 && !/^(host|connection)$/i.test(name) ? [[name, flat[at + 1] ?? ''] as const] : [],
  );
