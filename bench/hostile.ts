import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HttpClient, openTransport, Redactor } from '../src/http/index.js';
import type { Row } from './row.js';

const SIZE = 8 * 1024 * 1024 - 1024;

/** Bodies of 8 MB that cost far more than they weigh where they are read without care. */
const BODIES: Readonly<Record<string, () => string>> = {
  numbers: () => `[${'1,'.repeat(SIZE / 2 - 2)}1]`,
  'empty objects': () => `[${'{},'.repeat(SIZE / 3 - 2)}{}]`,
  escapes: () => `[{"a":"${'\\u0041'.repeat(SIZE / 6 - 4)}"}]`,
};

interface Cost {
  readonly ms: number;
  readonly megabytes: number;
}

/** One answer asked for, read, searched for secrets and stored as a check would have it. */
async function take(body: string): Promise<Cost> {
  const server = createServer((_, to) =>
    to.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = openTransport({ timeoutMs: 60_000, connections: 1 });
  const redactor = new Redactor([{ name: 'EXPORT_TOKEN', value: 'token-of-main_1', weak: false }]);
  let stored = 0;
  const client = new HttpClient({
    transport,
    redactor,
    record: ({ answer }) => {
      stored += answer?.body.length ?? 0;
    },
  });
  const [before, begun] = [process.resourceUsage().maxRSS, performance.now()];
  try {
    const answer = await client.send({
      interface: 'export',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    });
    void answer.json;
    const ms = performance.now() - begun;
    if (stored === 0) throw new Error('nothing was stored');
    return { ms, megabytes: (process.resourceUsage().maxRSS - before) / 1024 };
  } finally {
    await transport.close();
    server.closeAllConnections();
    server.close();
  }
}

/** In a process of its own, whose memory nothing else has grown. */
async function costOf(name: string): Promise<Cost> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(import.meta.url),
    name,
  ]);
  return JSON.parse(stdout);
}

const [, script, chosen = ''] = process.argv;
const body = BODIES[chosen];
if (script === fileURLToPath(import.meta.url) && body !== undefined)
  console.log(JSON.stringify(await take(body())));

/** What an answer may cost, whatever is in it: two seconds and 300 MB. */
export const rows: readonly Row[] = Object.keys(BODIES).flatMap((name): readonly Row[] => [
  {
    title: `an answer of 8 MB of ${name}: time`,
    unit: 'ms',
    limit: '≤ 2000 ms',
    holds: (figure) => figure <= 2000,
    measure: async () => (await costOf(name)).ms,
  },
  {
    title: `an answer of 8 MB of ${name}: memory beyond what was there`,
    unit: 'MB',
    limit: '≤ 300 MB',
    holds: (figure) => figure <= 300,
    measure: async () => (await costOf(name)).megabytes,
  },
]);
