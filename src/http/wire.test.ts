import { describe, expect, it } from 'vitest';
import { answering, answerOf, get } from '../../tests/http/scripted-host.js';
import { HttpClient } from './client.js';
import { BudgetSpent, Lost } from './lost.js';
import { Redactor } from './redact.js';
import type { RawAnswer } from './transport.js';

describe('the budget', () => {
  it('limits the requests, and keeps reserved requests back', async () => {
    const { ask, client, sent } = answering([200], { maxRequests: 3 });
    client.reserve(2);
    await ask('/1');
    await expect(ask('/2')).rejects.toBeInstanceOf(BudgetSpent);
    client.reserve(0);
    await ask('/2');
    await ask('/3');
    await expect(ask('/4')).rejects.toThrow('all 3 requests are used');
    expect([sent.length, client.counts.sent]).toEqual([3, 3]);
  });
});

describe('the wire', () => {
  it('applies the pace to a host with all its ports', async () => {
    const { client, sent } = answering([200], { pace: { requests: 10, perMs: 10_000 } });
    for (const origin of ['http://h.test', 'http://h.test:8080', 'http://other.test'])
      await client.send({ interface: 'export', url: `${origin}/a` });
    expect(sent.map(({ at }) => at)).toEqual([0, 1010, 1010]);
  });

  it('compares the date of Retry-After with the Date of the response, not with its own clock', async () => {
    const limited = {
      status: 429,
      headers: [
        ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
        ['Retry-After', 'Thu, 01 Jan 2026 00:00:03 GMT'],
      ] as const,
      body: Buffer.from(''),
    };
    const { ask, sent } = answering([Promise.resolve(limited), 200]);
    expect((await ask()).status).toBe(200);
    expect(sent.map(({ at }) => at)).toEqual([0, 3_000]);
  });

  it('reports each request before it is sent', async () => {
    const events: string[] = [];
    const client = new HttpClient({
      transport: {
        send: async ({ url }) => {
          events.push(url);
          return answerOf(200);
        },
        close: async () => undefined,
      },
      redactor: new Redactor([]),
      firstExchange: 5,
      sending: (exchange) => void events.push(`sending ${exchange}`),
    });
    await client.send(get('/a'));
    expect(events).toEqual(['sending 5', 'http://h.test/a']);
  });

  it('limits the number of concurrent requests', async () => {
    const open = new Map<string, (answer: RawAnswer) => void>();
    const client = new HttpClient({
      transport: {
        send: ({ url }) => new Promise((resolve) => open.set(new URL(url).pathname, resolve)),
        close: async () => undefined,
      },
      redactor: new Redactor([]),
      concurrency: 2,
    });
    const all = ['/1', '/2', '/3'].map((path) => client.send(get(path)));
    while (open.size < 2) await Promise.resolve();
    expect([...open.keys()]).toEqual(['/1', '/2']);
    open.get('/1')?.(answerOf(200));
    while (open.size < 3) await Promise.resolve();
    open.get('/2')?.(answerOf(200));
    open.get('/3')?.(answerOf(200));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('records each request with its number and times', async () => {
    const { ask, recorded, time } = answering([200, 404], { firstExchange: 8 });
    const answer = await ask('/1');
    time.now += 40;
    await ask('/2', { method: 'POST', body: '{}' }).catch(() => undefined);
    expect(answer.exchange).toBe(8);
    expect(recorded).toMatchObject([
      {
        id: 8,
        atMs: 0,
        waitedMs: 0,
        durationMs: 0,
        request: { method: 'GET', url: 'http://h.test/1' },
      },
      {
        id: 9,
        atMs: 40,
        request: { method: 'POST', body: '{}' },
        answer: { status: 404, body: '[]', bytes: 2 },
      },
    ]);
  });

  it('records lost requests, and counts them by kind', async () => {
    const { ask, recorded, client } = answering([new Lost('dns', 'nobody there')]);
    await expect(ask()).rejects.toThrow('nobody there');
    expect(recorded).toMatchObject([{ id: 1, lost: { kind: 'dns', message: 'nobody there' } }]);
    expect(client.counts.troubles).toEqual({ dns: 1 });
  });

  it('sends nothing more, and counts nothing, when the run is interrupted', async () => {
    const stop = new AbortController();
    const { ask, sent, client } = answering([[429, '2'], 200], { signal: stop.signal });
    stop.abort();
    await expect(ask()).rejects.toMatchObject({
      kind: 'interrupted',
      message: 'the run was interrupted',
    });
    expect([sent.length, client.counts.sent, client.counts.troubles]).toEqual([0, 0, {}]);
  });

  it('counts no interruption as an error, and does not retry an interrupted request', async () => {
    const { ask, client } = answering([new Lost('interrupted', 'the run was interrupted'), 200]);
    await expect(ask()).rejects.toMatchObject({ kind: 'interrupted' });
    expect(client.counts.troubles).toEqual({});
    await ask();
    expect(client.counts.again).toBe(0);
  });

  it('throws an internal error, and continues with the next request', async () => {
    const ours = Promise.reject(new TypeError('ours'));
    const { ask, recorded } = answering([ours, 200], { concurrency: 1 });
    await expect(ask()).rejects.toThrow(TypeError);
    expect(recorded).toEqual([]);
    expect((await ask()).status).toBe(200);
  });
});
