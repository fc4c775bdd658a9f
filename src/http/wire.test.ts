import { describe, expect, it } from 'vitest';
import { answering, answerOf, get } from '../../tests/http/scripted-host.js';
import { HttpClient } from './client.js';
import { BudgetSpent, Lost } from './lost.js';
import { Redactor } from './redact.js';
import type { RawAnswer } from './transport.js';

describe('the budget', () => {
  it('is what may be sent, and what is reserved is kept back', async () => {
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
  it('leaves the room of the pace between requests to one host, whatever its port', async () => {
    const { client, sent } = answering([200], { pace: { requests: 10, perMs: 10_000 } });
    for (const origin of ['http://h.test', 'http://h.test:8080', 'http://other.test'])
      await client.send({ interface: 'export', url: `${origin}/a` });
    expect(sent.map(({ at }) => at)).toEqual([0, 1010, 1010]);
  });

  it('has so many requests under way at once', async () => {
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

  it('records each request with its number, and when it left and was answered', async () => {
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

  it('records what was lost, and counts by what', async () => {
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

  it('counts no interruption on the way as trouble, and asks for no answer again that it cut off', async () => {
    const { ask, client } = answering([new Lost('interrupted', 'the run was interrupted'), 200]);
    await expect(ask()).rejects.toMatchObject({ kind: 'interrupted' });
    expect(client.counts.troubles).toEqual({});
    await ask();
    expect(client.counts.again).toBe(0);
  });

  it('hands on what is an internal error, and is free for the next', async () => {
    const ours = Promise.reject(new TypeError('ours'));
    const { ask, recorded } = answering([ours, 200], { concurrency: 1 });
    await expect(ask()).rejects.toThrow(TypeError);
    expect(recorded).toEqual([]);
    expect((await ask()).status).toBe(200);
  });
});
