import { describe, expect, it } from 'vitest';
import { answering } from '../../tests/http/scripted-host.js';
import { Lost } from './lost.js';

describe('429', () => {
  it('is retried after its Retry-After, and does not count as a retry', async () => {
    const { ask, sent, client } = answering([[429, '2'], 200], { jitter: () => 1 });
    expect((await ask()).status).toBe(200);
    expect(sent.map(({ at }) => at)).toEqual([0, 2200]);
    expect(client.counts).toMatchObject({ sent: 2, limited: 1, again: 0, troubles: { 429: 1 } });
  });

  it('is retried after one second without Retry-After, then after two', async () => {
    const { ask, sent } = answering([429, 429, 429, 200]);
    await ask();
    expect(sent.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000]);
  });

  it('ends the waiting after two minutes, and sooner the next time', async () => {
    const { ask, sent, time } = answering([429]);
    await expect(ask()).rejects.toMatchObject({
      kind: 'rate-limited',
      message: expect.stringMatching(/^429 Too Many Requests, \d+ times in/),
    });
    expect(sent.at(-1)?.at).toBeGreaterThanOrEqual(120_000);
    const begun = time.now;
    await expect(ask()).rejects.toThrow('429 Too Many Requests');
    expect(time.now - begun).toBeLessThan(100_000);
  });

  it('is not retried if Retry-After is too long or the request is sent only once', async () => {
    const long = answering([[429, '331']]);
    await expect(long.ask()).rejects.toThrow('429 Too Many Requests, retry after 331 s');
    expect(long.sent).toHaveLength(1);
    const most = answering([[429, '330'], 200]);
    expect((await most.ask()).status).toBe(200);
    const once = answering([[429, '1']]);
    await expect(once.ask('/a', {}, { once: 'ever' })).rejects.toThrow(
      '429 Too Many Requests, 1 times in 0 s',
    );
    expect(once.sent).toHaveLength(1);
  });

  it('is retried if the request may be repeated only after a 429', async () => {
    const limited = answering([[429, '1'], 200]);
    expect((await limited.ask('/a', { method: 'POST' }, { once: 'unless-limited' })).status).toBe(
      200,
    );
    expect(limited.sent).toHaveLength(2);
    const broken = answering([503, 200]);
    await expect(broken.ask('/a', { method: 'POST' }, { once: 'unless-limited' })).rejects.toThrow(
      '503',
    );
    expect(broken.sent).toHaveLength(1);
  });

  it('delays later requests to the host', async () => {
    const { ask, sent } = answering([[429, '400'], 200]);
    await expect(ask()).rejects.toThrow('429');
    await expect(ask('/b')).rejects.toThrow('the host requires a wait of another 400 s');
    expect(sent).toHaveLength(1);
  });
});

describe('a GET', () => {
  it('that is sent again shares a response that was received or is pending', async () => {
    const { ask, sent, client } = answering();
    const [one, same] = await Promise.all([ask(), ask()]);
    expect(same).toBe(one);
    expect(await ask()).toBe(one);
    expect([sent.length, client.counts.shared]).toEqual([1, 2]);
  });

  it('is sent again if it differs, must be fresh, was lost or was forgotten', async () => {
    const { ask, sent, client } = answering([new Lost('dns', 'nobody'), 200]);
    await expect(ask()).rejects.toThrow('nobody');
    await ask();
    await ask('/a', {}, { fresh: true });
    await ask('/a', { headers: [['Accept', 'text/plain']] });
    await ask('/a', { method: 'POST' });
    await ask('/a', { method: 'POST' });
    expect([sent.length, client.counts.shared]).toEqual([6, 0]);
    client.forget();
    await ask();
    expect(sent).toHaveLength(7);
  });

  it('is still shared if an older request, sent before `forget`, is lost', async () => {
    let lose = (_: Error): void => undefined;
    const pending = new Promise<never>((_, reject) => {
      lose = reject;
    });
    const { ask, sent, client } = answering([pending, 200]);
    const older = ask();
    await Promise.resolve();
    client.forget();
    const newer = ask();
    lose(new Lost('dns', 'nobody'));
    await expect(older).rejects.toThrow('nobody');
    expect(await ask()).toBe(await newer);
    expect(sent).toHaveLength(2);
  });

  it('counts as a retry if the request before was lost, but not if it was refused with 429', async () => {
    const lost = answering([new Lost('dns', 'nobody'), 200]);
    await lost.ask().catch(() => undefined);
    await lost.ask();
    await lost.ask('/a', {}, { fresh: true });
    expect(lost.client.counts.again).toBe(1);
    const limited = answering([[429, '400'], 200]);
    await limited.ask().catch(() => undefined);
    limited.time.now += 400_000;
    await limited.ask();
    expect(limited.client.counts.again).toBe(0);
  });
});
