import { describe, expect, it } from 'vitest';
import { hostOf } from '../../tests/http/scripted-host.js';
import type { LostKind } from './lost.js';

describe('an answer that says that the host is in trouble', () => {
  it.each([502, 503, 504])('%i is tried again at once, with pauses that grow', async (status) => {
    const { ask, sent, now, client } = hostOf({ '/a': [status, status, status, 200] });
    expect(await ask('/a')).toBe(200);
    expect([sent.length, now(), client.counts.again]).toEqual([4, 700, 1]);
    expect(client.counts).toMatchObject({ troubles: { [status]: 3 }, limited: 0 });
  });

  it('is waited for as long as it asks', async () => {
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

  it('is an answer of its own where the host stands', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': [500] });
    await askAll('/a');
    expect(await ask('/bad')).toBe(500);
    expect(sent).toEqual(['/bad', '/a', '/bad']);
  });

  it('is asked twice more where it says that it is unavailable and the host stands', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': [503] });
    await askAll('/a');
    expect(await ask('/bad')).toBe(503);
    expect(sent).toEqual(['/bad', '/bad', '/bad', '/bad', '/a', '/bad', '/a', '/bad']);
  });

  it('counts a second round that is answered', async () => {
    const { ask, askAll, client } = hostOf({ '/bad': [500, 200] });
    await askAll('/a');
    expect(await ask('/bad')).toBe(200);
    expect(client.counts.again).toBe(1);
  });

  it('tells nothing of a request where the host answers so now and then', async () => {
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

  it('is waited for, for a minute, where nothing else is known of the host', async () => {
    const { ask, now } = hostOf({ '/a': [503] });
    expect(await ask('/a')).toBe('unavailable: 503, and the host did not recover');
    expect(now()).toBeGreaterThanOrEqual(60_000);
    expect(now()).toBeLessThan(71_000);
  });

  it('goes on when the host is back, twice and no more', async () => {
    const once = hostOf({ '/bad': [503, 503, 503, 503, 200], '/a': [200, 503, 503, 200] });
    await once.askAll('/a');
    expect(await once.ask('/bad')).toBe(200);
    expect(once.client.counts.again).toBe(1);
    const gone = hostOf({ '/bad': ['refused'], '/a': [200, 503, 200, 503, 200, 503, 200] });
    await gone.askAll('/a');
    expect(await gone.ask('/bad')).toBe('refused: on the way');
    expect(gone.sent.join(' ')).toBe('/bad /a /a /bad /a /a /bad /a');
  });

  it('is waited for in vain once, and not by whoever comes next', async () => {
    const { ask, askAll, sent, now } = hostOf({ '/bad': [503], '/a': [200, 503] });
    await askAll('/a');
    expect(await ask('/bad')).toMatch(/^unavailable/);
    expect(now()).toBeGreaterThanOrEqual(60_000);
    sent.length = 0;
    const before = now();
    expect(await ask('/bad')).toMatch(/^unavailable/);
    expect([sent, now() - before]).toEqual([['/bad'], 0]);
  });
});

describe('a request that may not be sent twice', () => {
  const post = { method: 'POST', body: '{}' };

  it('is sent once, and its 5xx stands where the host has answered thrice, or stands', async () => {
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

  it('comes to nothing where the host does not stand, whether it comes back or not', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': [500], '/a': [200, 503, 200] });
    await askAll('/a');
    expect(await ask('/bad', post)).toBe(
      'unavailable: 500, which is a problem of the host, not of this request',
    );
    expect(sent.filter((path) => path === '/bad')).toHaveLength(1);
  });

  it('is lost at once where its connection is', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': ['reset'] });
    await askAll('/a');
    expect(await ask('/bad', post)).toBe('reset: on the way');
    expect(await ask('/bad', { once: 'ever' })).toBe('reset: on the way');
    expect(sent).toEqual(['/bad', '/bad']);
  });

  it('is repeated after all where it asks for a token', async () => {
    const { ask } = hostOf({ '/token': [503, 200] });
    expect(await ask('/token', { ...post, lane: 'token' })).toBe(200);
  });
});

describe('a connection that is lost', () => {
  it('is tried once more at once', async () => {
    const { ask, sent, client } = hostOf({ '/a': ['reset', 200] });
    expect(await ask('/a')).toBe(200);
    expect([sent.length, client.counts.again, client.counts.troubles]).toEqual([
      2,
      1,
      { reset: 1 },
    ]);
    expect(await hostOf({ '/a': ['reset', 'reset', 200] }).ask('/a')).toBe('reset: on the way');
  });

  it('is the request that breaks it, where something else is answered', async () => {
    const { ask, askAll, sent } = hostOf({ '/bad': ['reset'] });
    await askAll('/a');
    expect(await ask('/bad')).toBe('reset: on the way, while GET /a responds');
    expect(sent).toEqual(['/bad', '/bad', '/a']);
  });

  it('is a host that is gone, where nothing is answered: it is waited for', async () => {
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

  it('in silence is not tried again of a host that never answered', async () => {
    const { ask, sent } = hostOf({ '/a': ['timeout'] });
    expect(await ask('/a')).toBe('timeout: on the way');
    expect(sent).toHaveLength(1);
  });
});
