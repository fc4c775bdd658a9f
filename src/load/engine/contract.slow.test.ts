import { afterEach, describe, expect, it } from 'vitest';
import { ask, closeAll, closeLast, poolOf, serve, speak } from '../../../tests/load/pool-rig.js';
import { engineNames } from './engines.js';
import type { PoolOptions } from './pool.js';
import type { Outcome, Ticket } from './ticket.js';
import type { Opening } from './wire.js';

afterEach(closeAll);

const text = (outcome: Outcome): string =>
  outcome.kind === 'answered' ? outcome.answer.body.toString() : outcome.kind;

/** The behaviour that every engine (HTTP client) must have. */
describe.each(engineNames)('connections of the engine %s', (engine) => {
  const pool = (origin: string, options: Partial<PoolOptions> = {}) =>
    poolOf(origin, { engine, ...options });

  it('assigns responses to their requests, even if connections are closed', async () => {
    let requests = 0;
    const origin = await serve((request, response) => {
      requests += 1;
      if (requests % 5 === 0) request.socket.destroy();
      else response.end(request.url);
    });
    const connections = await pool(origin);
    const paths = Array.from({ length: 200 }, (_, index) => `/${index}`);
    const answers = await Promise.all(paths.map((path) => ask(connections, origin, path)));
    expect(answers.map(({ outcome }) => text(outcome))).toEqual(paths);
    expect(connections.counts.resent).toBeGreaterThan(0);
  });

  it('sends no request again if the server announces the end of the connection', async () => {
    let requests = 0;
    const origin = await serve((request, response) => {
      requests += 1;
      if (requests % 5 === 0) response.setHeader('Connection', 'close');
      response.end(request.url);
    });
    const connections = await pool(origin);
    const paths = Array.from({ length: 200 }, (_, index) => `/${index}`);
    const answers = await Promise.all(paths.map((path) => ask(connections, origin, path)));
    expect(answers.map(({ outcome }) => text(outcome))).toEqual(paths);
    expect(connections.counts.resent).toBe(0);
  });

  it('does not send a request again if it is not repeatable', async () => {
    let requests = 0;
    const origin = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const { outcome } = await ask(await pool(origin), origin, '/', { repeatable: false });
    expect(outcome.kind).toBe('failed');
    expect(requests).toBe(1);
  });

  it('gives up after three attempts', async () => {
    let requests = 0;
    const origin = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const { outcome, ticket } = await ask(await pool(origin), origin, '/');
    expect(outcome.kind).toBe('failed');
    expect(requests).toBe(3);
    expect(ticket.tries).toBe(3);
  });

  it('reads a body whose parts end within a character', async () => {
    const origin = await serve((_, response) => {
      const body = Buffer.from('Käse für 3 € – 日本');
      response.writeHead(200, { 'Content-Length': body.length });
      let at = 0;
      const next = (): void => {
        if (at === body.length) response.end();
        else response.write(body.subarray(at, ++at), () => setImmediate(next));
      };
      next();
    });
    const { outcome } = await ask(await pool(origin), origin, '/');
    expect(text(outcome)).toBe('Käse für 3 € – 日本');
  });

  it('keeps nothing of a body that is too long, but counts its bytes', async () => {
    const origin = await serve((_, answer) => {
      for (let megabyte = 0; megabyte < 9; megabyte += 1) answer.write(Buffer.alloc(1024 * 1024));
      answer.end();
    });
    const { outcome } = await ask(await pool(origin), origin, '/');
    expect(text(outcome)).toBe('');
    expect(outcome).toMatchObject({ answer: { cut: true } });
    expect(outcome.kind === 'answered' && outcome.answer.size).toBeGreaterThan(9 * 1024 * 1024);
  });

  it('does not keep a body that is not needed, but counts its bytes', async () => {
    const origin = await serve((_, response) => response.end('x'.repeat(1000)));
    const { outcome } = await ask(await pool(origin), origin, '/', { keep: false });
    expect(text(outcome)).toBe('');
    expect(outcome.kind === 'answered' && outcome.answer.size).toBeGreaterThan(1000);
  });

  it('reads a body that ends when the connection closes', async () => {
    const origin = await speak((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end'),
    );
    const { outcome } = await ask(await pool(origin), origin, '/');
    expect(text(outcome)).toBe('to the end');
  });

  it('ignores an interim response', async () => {
    const origin = await serve((request, response) => {
      response.writeProcessing();
      response.end(request.url);
    });
    const connections = await pool(origin, { connections: 1 });
    const answers = await Promise.all(
      ['/a', '/b', '/c'].map((path) => ask(connections, origin, path)),
    );
    expect(answers.map(({ outcome }) => text(outcome))).toEqual(['/a', '/b', '/c']);
  });

  it('reports a failed request if the response is not HTTP', async () => {
    const origin = await speak((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    const { outcome } = await ask(await pool(origin), origin, '/', { repeatable: false });
    expect(outcome).toEqual({ kind: 'failed', reason: 'unreadable answer' });
  });

  it('sends the next request on another connection after a timeout', async () => {
    const timeout = 60_000;
    // The clock of the pool is moved, so that the test does not wait, and `/next` has much time.
    let ahead = 0;
    const origin = await serve((request, response) => {
      if (request.url === '/never') ahead = timeout;
      else response.end(request.url);
    });
    const now = (): number => performance.now() + ahead;
    const connections = await pool(origin, { connections: 1, timeout, now });
    const never = ask(connections, origin, '/never');
    expect((await never).outcome.kind).toBe('timed-out');
    ahead = 0;
    expect(text((await ask(connections, origin, '/next')).outcome)).toBe('/next');
  });

  it('waits between attempts to connect to a closed port', async () => {
    const origin = await serve(() => {});
    await closeLast();
    const connections = await pool(origin, { connections: 4, timeout: 300 });
    const { outcome } = await ask(connections, origin, '/');
    expect(outcome).toEqual({ kind: 'dropped', reason: 'no connection was free in time' });
    expect(connections.counts.connectFailures).toBeLessThan(40);
  });

  it.each([1, 3])(
    'opens another connection after %i requests, and reports each opening',
    async (requestsPerConnection) => {
      const sockets = new Set<unknown>();
      const origin = await serve((request, response) => {
        sockets.add(request.socket);
        response.end(request.url);
      });
      const openings: Opening[] = [];
      const opened = (opening: Opening): void => void openings.push(opening);
      const connections = await pool(origin, { connections: 1, requestsPerConnection, opened });
      const paths = Array.from({ length: 6 }, (_, index) => `/${index}`);
      const answers = await Promise.all(paths.map((path) => ask(connections, origin, path)));
      expect(answers.map(({ outcome }) => text(outcome))).toEqual(paths);
      expect(sockets.size).toBe(6 / requestsPerConnection);
      expect(openings).toHaveLength(sockets.size);
      expect(openings.every(({ connectMs, tlsMs }) => connectMs > 0 && tlsMs === undefined)).toBe(
        true,
      );
    },
  );

  it('records the time of the first byte and of the last byte', async () => {
    let time = 1;
    let asked: Ticket | undefined;
    const origin = await serve((_, response) => {
      response.write('first');
      const end = (): void => {
        if (!asked?.firstByte) return void setImmediate(end);
        time = 1000;
        response.end('last');
      };
      end();
    });
    const asking = (ticket: Ticket): void => {
      asked = ticket;
    };
    const { ticket, at } = await ask(await pool(origin, { now: () => time }), origin, '/', {
      asking,
    });
    expect([ticket.firstByte, at]).toEqual([1, 1000]);
  });

  it('drops a request if the backlog is full', async () => {
    const origin = await serve(() => {});
    const connections = await pool(origin, { connections: 1, backlog: 1 });
    const first = ask(connections, origin, '/1');
    const second = ask(connections, origin, '/2');
    expect((await ask(connections, origin, '/3')).outcome).toEqual({
      kind: 'dropped',
      reason: 'the backlog was full',
    });
    await connections.close('interrupted');
    expect((await first).outcome).toEqual({ kind: 'failed', reason: 'interrupted' });
    expect((await second).outcome).toEqual({ kind: 'dropped', reason: 'interrupted' });
  });
});
