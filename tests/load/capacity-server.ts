import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The counts of the server itself. */
interface Seen {
  readonly arrived: number;
  readonly served: number;
  readonly refused: number;
  /** The time of each response with 200, in milliseconds since 1970. */
  readonly servedAt: readonly number[];
}

export interface CapacityServer {
  readonly origin: string;
  seen(): Promise<Seen>;
  close(): void;
}

/**
 * The program of the server. It serves one request after the other at a fixed rate. If `refuses` is
 * set, each request that cannot be served at once is refused with 429 instead of waiting.
 */
const PROGRAM = `
const { createServer } = require('node:http');
const [capacity, refuses] = JSON.parse(process.argv[1]);
const seen = { arrived: 0, served: 0, refused: 0, servedAt: [] };
let freeAt = 0;
const server = createServer((request, response) => {
  if (request.url === '/seen') return response.end(JSON.stringify(seen));
  seen.arrived += 1;
  const now = performance.now();
  if (refuses && freeAt > now) {
    seen.refused += 1;
    return response.writeHead(429, { 'Retry-After': '0' }).end();
  }
  freeAt = Math.max(freeAt, now) + 1000 / capacity;
  const serve = () => {
    if (response.destroyed) return;
    seen.served += 1;
    seen.servedAt.push(Date.now());
    response.end('{}');
  };
  // Without a wait, a server that refuses requests serves one at once.
  if (refuses) serve();
  else setTimeout(serve, freeAt - now);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Starts the server as a process of its own, so that it does not slow the load generator. */
export async function startCapacityServer(
  capacity: number,
  refuses = false,
): Promise<CapacityServer> {
  const child = spawn(process.execPath, ['-e', PROGRAM, JSON.stringify([capacity, refuses])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  const origin = `http://127.0.0.1:${String(port).trim()}`;
  return {
    origin,
    seen: async () => (await (await fetch(`${origin}/seen`)).json()) as Seen,
    close: () => void child.kill('SIGKILL'),
  };
}
