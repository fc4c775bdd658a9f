import { execFile } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EngineName, engineNames } from '../src/load/engine/engines.js';
import { message } from '../src/load/engine/message.js';
import { openPool } from '../src/load/engine/pool.js';
import type { Row } from './row.js';

const HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
/** An answer without an end, in chunks of one byte. */
const CHUNKS = Buffer.from('1\r\nx\r\n'.repeat(10_000));
const CONNECTIONS = 20;
const TIMEOUT_MS = 5000;

/**
 * Megabytes that a generator takes for endless answers on all its connections, until they time out.
 */
async function take(origin: string, engine: EngineName): Promise<number> {
  const before = process.resourceUsage().maxRSS;
  const pool = await openPool({
    origin,
    engine,
    connections: CONNECTIONS,
    timeout: TIMEOUT_MS,
    backlog: 1000,
  });
  const sent = message({ method: 'GET', url: new URL(origin), headers: {} });
  const request = {
    origin,
    title: 'endless',
    message: sent,
    expects: 200,
    repeatable: true,
    reads: true,
  };
  const times = { intended: performance.now(), sent: 0, firstByte: 0, tries: 0, keep: true };
  const asked = Array.from(
    { length: CONNECTIONS },
    () =>
      new Promise<string>((resolve) =>
        pool.submit({ request, ...times, settle: (_, outcome) => resolve(outcome.kind) }),
      ),
  );
  const ends = await Promise.all(asked);
  await pool.close('done');
  if (ends.some((kind) => kind === 'answered')) throw new Error('an endless answer ended');
  return (process.resourceUsage().maxRSS - before) / 1024;
}

/** The generator in a process of its own, whose memory nothing else has grown. */
async function measured(engine: EngineName): Promise<number> {
  const server = createServer((socket) => {
    const write = (): void => {
      while (!socket.destroyed && socket.write(CHUNKS));
    };
    socket.on('error', () => {}).on('drain', write);
    socket.once('data', () => {
      socket.write(HEAD);
      write();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      fileURLToPath(import.meta.url),
      origin,
      engine,
    ]);
    return Number(stdout);
  } finally {
    server.close();
  }
}

const [, script, origin = '', chosen] = process.argv;
const engine = engineNames.find((name) => name === chosen);
if (script === fileURLToPath(import.meta.url) && engine) console.log(await take(origin, engine));

export const rows: readonly Row[] = engineNames.map((name) => ({
  title: `load: memory for endless answers in chunks of one byte, ${name}`,
  unit: 'MB',
  limit: '≤ 300 MB',
  holds: (figure) => figure <= 300,
  measure: () => measured(name),
}));
