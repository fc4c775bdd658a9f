import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import type { Row } from './row.js';

/** Half of them go through the proxy. */
const PER_SECOND = 1000;
const REQUESTS = 10_000;
const RECORDS = Array.from({ length: 20 }, (_, id) => ({ id, name: `Lamp ${id}`, price: id / 2 }));
const PAGE = JSON.stringify({ data: RECORDS, meta: { total: 20, limit: 100, offset: 0 } });
const MAIN = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));

/**
 * Milliseconds of each request, sent at a rate whatever the answers take, direct and through a
 * proxy in turn.
 */
async function times(
  bases: readonly string[],
  requests: number,
): Promise<readonly (readonly number[])[]> {
  const agent = new Agent({ connections: 64 });
  const taken: number[][] = bases.map(() => []);
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const due = begun + (sent * 1000) / PER_SECOND;
    while (performance.now() < due)
      await new Promise((next) => setTimeout(next, Math.max(0, due - performance.now())));
    const turn = sent % bases.length;
    under.push(
      (async () => {
        const at = performance.now();
        const { statusCode, body } = await agent.request({
          origin: new URL(bases[turn] ?? '').origin,
          path: `${new URL(bases[turn] ?? '').pathname}/sites/1/channels/2/destinations/3/products?offset=${sent}`,
          method: 'GET',
          headers: {
            Accept: 'application/vnd.api+json',
            'X-EA-Auth-Token': 'a-token-of-the-bench',
          },
        });
        const text = await body.text();
        if (statusCode !== 200 || text !== PAGE)
          throw new Error(`${statusCode} ${text.slice(0, 80)}`);
        taken[turn]?.push(performance.now() - at);
      })(),
    );
  }
  await Promise.all(under);
  await agent.close();
  return taken;
}

const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

/** Megabytes that a process holds. */
const cellValue = (id: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024;

interface Figures {
  readonly addedMs: number;
  readonly grownMb: number;
}

async function measure(): Promise<Figures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-proxy-'));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/vnd.api+json' }).end(PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const direct = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  writeFileSync(path.join(folder, 'target.json'), JSON.stringify({ export: { baseUrl: direct } }));
  const proxy = spawn(
    process.execPath,
    [MAIN, 'proxy', '--target', 'target.json', '--out', 'out'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    const [line] = (await once(proxy.stdout, 'data')) as [Buffer];
    const through = /EXPORT_BASE_URL=(\S+)/.exec(line.toString())?.[1] ?? '';
    await times([direct, through], 2 * PER_SECOND);
    const before = cellValue(proxy.pid ?? 0);
    const [plain = [], passed = []] = await times([direct, through], 2 * REQUESTS);
    return { addedMs: median(passed) - median(plain), grownMb: cellValue(proxy.pid ?? 0) - before };
  } finally {
    proxy.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
}

let measured: Promise<Figures> | undefined;
const shared = (): Promise<Figures> => {
  measured ??= measure();
  return measured;
};

/** What the proxy costs at 500 requests a second through it, beside as many that go directly. */
export const rows: readonly Row[] = [
  {
    title: 'the proxy: time added to a request, the median of 10,000',
    unit: 'ms',
    limit: '≤ 1 ms',
    holds: (figure) => figure <= 1,
    measure: async () => (await shared()).addedMs,
  },
  {
    title: 'the proxy: memory grown over 10,000 requests',
    unit: 'MB',
    limit: '≤ 150 MB',
    holds: (figure) => figure <= 150,
    measure: async () => (await shared()).grownMb,
  },
];
