import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { engineNames } from './engines.js';
import { message } from './message.js';
import { openPool } from './pool.js';
import type { Outcome } from './ticket.js';

it.each(engineNames)(
  'reads responses to HEAD requests, which have no body, on one connection (%s)',
  async (engine) => {
    const asked: string[] = [];
    const connections = new Set<unknown>();
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      connections.add(request.socket);
      // The responses have a content length, are chunked, or have neither.
      if (request.url === '/length') response.setHeader('Content-Length', 4);
      if (request.url === '/none') response.removeHeader('Transfer-Encoding');
      response.end('body');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const pool = await openPool({ origin, engine, connections: 1, timeout: 5000, backlog: 10 });
    const ask = (method: string, path: string): Promise<Outcome> =>
      new Promise((resolve) => {
        const request = {
          ...{ origin, title: path, expects: 200, repeatable: true, reads: true },
          message: message({ method, url: new URL(path, origin), headers: {} }),
        };
        const times = { intended: performance.now(), sent: 0, firstByte: 0, tries: 0 };
        pool.submit({ request, ...times, keep: true, settle: (_, outcome) => resolve(outcome) });
      });
    const bodies: string[] = [];
    for (const [method, path] of [
      ['HEAD', '/length'],
      ['GET', '/length'],
      ['HEAD', '/chunked'],
      ['HEAD', '/none'],
      ['GET', '/length'],
    ] as const) {
      const outcome = await ask(method, path);
      bodies.push(
        outcome.kind === 'answered'
          ? `${outcome.answer.status} ${outcome.answer.body}`
          : outcome.kind,
      );
    }
    await pool.close('test over');
    server.close();
    server.closeAllConnections();
    expect(bodies).toEqual(['200 ', '200 body', '200 ', '200 ', '200 body']);
    expect(asked).toHaveLength(5);
    expect(connections.size).toBe(1);
  },
);
