import { describe, expect, it } from 'vitest';
import { hostOf } from '../../tests/http/scripted-host.js';
import type { LostKind } from './lost.js';

describe('a response of a failing host', () => {
  it.each([502, 503, 504])('%i is tried again at once, with pauses that grow', async (status) => {
    const { ask, sent, now, client } = hostOf({ '/a': [status, status, status, 200] });
    expect(await ask('/a')).toBe(200);
    expect([sent.length, now(), client.counts.again]).toEqual([4, 700, 1]);
    expect(client.counts).toMatchObject({ troubles: { [status]: 3 }, limited: 0 });
  });

  it('is retried after its Retry-After', async () => {
    const { ask, now } = hostOf({ '/a': [[503, '3'], 200] }, { jitter: () => 0.5 });
    expect(await ask('/a')).toBe(200);
    expect(now()).toBe(3150);
  });

  it.each([500, 501, 505])(
    '%i of a host that has nothing else to ask is an answer',
    async (status) => {
      const { ask, sent, client } = hostOf({ '/a': [status, 200] });
      expect(await ask('/a')).toBe(status);
      expect(client.counts.troubles).toEqual({ [status]: 1 });
      expect(sent).toEqual(['/a']);
    },
  );

  it('is final if the host responds to another request', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': [500] });
    await askAll('/a');
    expect(await ask('/bad')).toBe(500);
    expect(sent).toEqual(['/bad', '/a', '/bad']);
  });

  it('is retried twice if the service is unavailable and the host responds', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': [503] });
    await askAll('/a');
    expect(await ask('/bad')).toBe(503);
    expect(sent).toEqual(['/bad', '/bad', '/bad', '/bad', '/a', '/bad', '/a', '/bad']);
  });

  it('counts a response of the second round', async () => {
    const { ask, askAll, client } = hostOf({ '/bad': [500, 200] });
    await askAll('/a');
    expect(await ask('/bad')).toBe(200);
    expect(client.counts.again).toBe(1);
  });

  it('counts as lost if the host often fails and recovers', async () => {
    const flaky = ['/1', '/2', '/3', '/4'];
    for (const [count, came] of [
      [3, 503] as const,
      [4, 'unavailable: 503, which is a problem of the host, not of this request'] as const,
    ]) {
      const script = Object.fromEntries(flaky.slice(0, count).map((path) => [path, [503, 200]]));
      const { ask, askAll } = hostOf({ ...script, '/bad': [503] });
      await askAll('/a', ...flaky);
      expect(await ask('/bad'), `${count}`).toBe(came);
    }
  });

  it('is retried for a minute if no other request to the host succeeded before', async () => {
    const { ask, now } = hostOf({ '/a': [503] });
    expect(await ask('/a')).toBe('unavailable: 503, and the host did not recover');
    expect(now()).toBeGreaterThanOrEqual(60_000);
    expect(now()).toBeLessThan(71_000);
  });

  it('is retried after at most two outages', async () => {
    const once = hostOf({ '/bad': [503, 503, 503, 503, 200], '/a': [200, 503, 503, 200] });
    await once.askAll('/a');
    expect(await once.ask('/bad')).toBe(200);
    expect(once.client.counts.again).toBe(1);
    const gone = hostOf({ '/bad': ['refused'], '/a': [200, 503, 200, 503, 200, 503, 200] });
    await gone.askAll('/a');
    expect(await gone.ask('/bad')).toBe(
      'refused: on the way; 3 times the host then did not respond to other requests for a while',
    );
    expect(gone.sent.join(' ')).toBe('/bad /a /a /bad /a /a /bad /a /a');
    // The next request does not find the host down.
    expect(await gone.ask('/a')).toBe(200);
  });

  it('makes only one request wait in vain, and no later request', async () => {
    const { ask, askAll, sent, now } = hostOf({ '/bad': [503], '/a': [200, 503] });
    await askAll('/a');
    expect(await ask('/bad')).toMatch(/^unavailable/);
    expect(now()).toBeGreaterThanOrEqual(60_000);
    sent.length = 0;
    const before = now();
    expect(await ask('/bad')).toMatch(/^unavailable/);
    expect([sent, now() - before]).toEqual([['/bad'], 0]);
  });

  it('waits for a shorter time after a wait in vain', async () => {
    const { ask, askAll, now } = hostOf({ '/bad': [503], '/a': [200, 503] });
    await askAll('/a');
    expect(await ask('/bad')).toMatch(/^unavailable/);
    const before = now();
    await askAll('/other');
    expect(await ask('/bad')).toMatch(/^unavailable/);
    expect(now() - before).toBeGreaterThanOrEqual(6000);
    expect(now() - before).toBeLessThan(17_000);
  });
});

describe('a request that may be sent only once', () => {
  const post = { method: 'POST', body: '{}' };

  it('is sent once, and its 5xx is final if the host has responded before', async () => {
    const early = hostOf({ '/bad': [503] });
    expect(await early.ask('/bad', post)).toBe(
      'unavailable: 503, which is a problem of the host, not of this request',
    );
    expect(early.sent).toEqual(['/bad']);
    const known = hostOf({ '/bad': [503] });
    for (const path of ['/1', '/2', '/3']) await known.ask(path, post);
    expect(await known.ask('/bad', post)).toBe(503);
    const standing = hostOf({ '/bad': [500] });
    await standing.askAll('/a');
    expect(await standing.ask('/bad', post)).toBe(500);
    expect(standing.sent).toEqual(['/bad', '/a']);
  });

  it('is lost if the host is down, whether the host recovers or not', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': [500], '/a': [200, 503, 200] });
    await askAll('/a');
    expect(await ask('/bad', post)).toBe(
      'unavailable: 500, which is a problem of the host, not of this request',
    );
    expect(sent.filter((path) => path === '/bad')).toHaveLength(1);
  });

  it('is lost at once with its connection', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': ['reset'] });
    await askAll('/a');
    expect(await ask('/bad', post)).toBe('reset: on the way');
    expect(await ask('/bad', { once: 'ever' })).toBe('reset: on the way');
    expect(sent).toEqual(['/bad', '/bad']);
  });

  it('is repeated if it is a token request', async () => {
    const { ask } = hostOf({ '/token': [503, 200] });
    expect(await ask('/token', { ...post, lane: 'token' })).toBe(200);
  });
});

describe('a connection that is lost', () => {
  it('is retried once at once', async () => {
    const { ask, sent, client } = hostOf({ '/a': ['reset', 200] });
    expect(await ask('/a')).toBe(200);
    expect([sent.length, client.counts.again, client.counts.troubles]).toEqual([
      2,
      1,
      { reset: 1 },
    ]);
    expect(await hostOf({ '/a': ['reset', 'reset', 200] }).ask('/a')).toBe('reset: on the way');
  });

  it('is due to the request if the host responds to another request', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': ['reset'] });
    await askAll('/a');
    expect(await ask('/bad')).toBe('reset: on the way, while GET /a responds');
    expect(sent).toEqual(['/bad', '/bad', '/a']);
  });

  it('is due to the host if no request is answered, and the sender waits', async () => {
    const { ask, askAll } = hostOf({
      '/bad': ['refused', 200],
      '/a': [200, 'refused', 'refused', 200],
    });
    await askAll('/a');
    expect(await ask('/bad')).toBe(200);
    const refused = hostOf({ '/bad': ['refused'] });
    await refused.askAll('/a');
    expect(await refused.ask('/bad')).toBe('refused: on the way, while GET /a responds');
    expect(refused.sent).toEqual(['/bad', '/a', '/bad', '/a']);
  });

  it.each<readonly [LostKind, number]>([
    ['dns', 1],
    ['tls', 1],
    ['malformed', 1],
    ['too-large', 1],
    ['timeout', 2],
  ])('by %s is sent %i times, and nothing else is asked', async (kind, times) => {
    const { ask, askAll, sent } = hostOf({ '/bad': [kind] });
    await askAll('/a');
    expect(await ask('/bad')).toBe(`${kind}: on the way`);
    expect(sent).toEqual(Array.from({ length: times }, () => '/bad'));
  });

  it('after a timeout is not retried if the host never responded', async () => {
    const { ask, sent } = hostOf({ '/a': ['timeout'] });
    expect(await ask('/a')).toBe('timeout: on the way');
    expect(sent).toHaveLength(1);
  });
});
