import { createServer, request as pass } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startReference } from '../../src/reference/index.js';
import { loadInFolder, profile } from './load-command.js';

const { load, report, write } = loadInFolder();

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A target that answers the survey, and then 429 to everything. */
async function throttling(retryAfter: string) {
  const reference = await startReference();
  const upstream = new URL(reference.target.export?.baseUrl ?? '');
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    if (arrived > 4) return void response.writeHead(429, { 'Retry-After': retryAfter }).end();
    const { method, url: path, headers } = request;
    pass({ host: upstream.hostname, port: upstream.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
    reference.close,
  );
  const { port } = server.address() as AddressInfo;
  return {
    export: { ...reference.target.export, baseUrl: `http://127.0.0.1:${port}${upstream.pathname}` },
  };
}

it.each(['-5', '0', '1.5', '0x10'])(
  'judges nothing where every answer is 429 with Retry-After %s',
  async (value) => {
    await write('target.json', await throttling(value));
    const stages = [{ duration: '300ms', rate: 30 }];
    const { code, out } = await load(
      { ...profile, stages },
      { options: { target: 'target.json' } },
    );
    expect(code).toBe(3);
    expect(out).toContain('nearly every response was 429');
    const { totals } = await report();
    // Three tries of each start, and a pause of a second or more between them: no start becomes a
    // storm.
    expect(totals.throttled).toBe(totals.answered);
    expect(totals.throttled).toBeLessThanOrEqual(27);
  },
);
