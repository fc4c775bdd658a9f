import { describe, expect, it } from 'vitest';
import type { Clock, Transport } from '../../src/http/index.js';
import { HttpClient, Lost, Redactor, type Request } from '../../src/http/index.js';

/**
 * A clock that moves to the next timer when nothing else is left to do: time passes as in a
 * simulation.
 */
function simulatedClock(): Clock {
  let now = 0;
  const timers: { readonly at: number; readonly wake: () => void }[] = [];
  const tick = (): void => {
    const next = timers.sort((a, b) => a.at - b.at).shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
  };
  return {
    now: () => now,
    sleep: (ms) =>
      new Promise((resolve) => {
        timers.push({ at: now + ms, wake: resolve });
        setImmediate(() => setImmediate(tick));
      }),
  };
}

interface Served {
  readonly status: number;
  readonly after?: string;
}

/**
 * A server that counts when requests arrive, each on its way for some milliseconds and answered
 * after some more.
 */
function counting(
  clock: Clock,
  latencyMs: (nth: number) => number,
  serve: (nth: number) => Served = () => ({ status: 200 }),
) {
  const arrivals: number[] = [];
  const transport: Transport = {
    async send() {
      arrivals.push(clock.now());
      const nth = arrivals.length;
      await clock.sleep(latencyMs(nth));
      const { status, after } = serve(nth);
      return {
        status,
        headers: after === undefined ? [] : [['Retry-After', after]],
        body: Buffer.from('{}'),
      };
    },
    close: async () => undefined,
  };
  return { arrivals, transport };
}

const most = (arrivals: readonly number[], windowMs: number): number =>
  Math.max(
    ...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + windowMs).length),
  );

const LANES: readonly Partial<Request>[] = [
  { interface: 'export', url: 'http://a.example:1/products' },
  { interface: 'templates', url: 'http://a.example:2/V1' },
  {
    interface: 'templates',
    url: 'http://a.example:3/token',
    lane: 'token',
    method: 'POST',
    body: 'x',
  },
  { interface: 'platform', url: 'http://a.example:1/platform' },
];
const asked = (nth: number): Request => {
  const lane = LANES[nth % LANES.length];
  return { interface: 'export', ...lane, url: `${lane?.url}?${nth}` };
};

describe('the pace of a host', () => {
  it.each<[string, { requests: number; perMs: number }, number, number]>([
    ['60/min', { requests: 60, perMs: 60_000 }, 300, 60],
    ['10/s', { requests: 10, perMs: 1000 }, 200, 10],
    ['2.5/s', { requests: 2.5, perMs: 1000 }, 40, 2],
  ])(
    '%s holds in every window, over interfaces, lanes and retries, with slow neighbours',
    async (_, pace, number, limit) => {
      const clock = simulatedClock();
      const slow = (nth: number): number => (nth % 7) * 300;
      const { arrivals, transport } = counting(clock, slow, (nth) => ({
        status: nth % 9 === 0 ? 503 : 200,
      }));
      const client = new HttpClient({
        transport,
        redactor: new Redactor([]),
        pace,
        clock,
        concurrency: 4,
      });
      await Promise.all(
        Array.from({ length: number }, (__, nth) => client.send(asked(nth)).catch(() => undefined)),
      );
      expect(arrivals.length).toBeGreaterThanOrEqual(number);
      expect(most(arrivals, pace.perMs)).toBeLessThanOrEqual(limit);
    },
  );

  it.each([
    ['-5', 1],
    ['0', 1],
    ['1.5', 2],
    ['12.7', 13],
    ['1, 1', 1],
    ['150', 150],
    ['soon', 1],
  ])('Retry-After: %s holds back every request of the host for %i s', async (after, seconds) => {
    const clock = simulatedClock();
    const { arrivals, transport } = counting(
      clock,
      () => 20,
      (nth) => (nth <= 4 ? { status: 429, after } : { status: 200 }),
    );
    const client = new HttpClient({ transport, redactor: new Redactor([]), clock, concurrency: 4 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => client.send(asked(nth))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(arrivals.slice(4).filter((at) => at < 20 + seconds * 1000)).toEqual([]);
    expect(client.counts).toMatchObject({ limited: 4, again: 0 });
  });

  it('a Retry-After of an hour is not waited for, and nothing is sent before it is over', async () => {
    const clock = simulatedClock();
    const { arrivals, transport } = counting(
      clock,
      () => 20,
      () => ({ status: 429, after: '3600' }),
    );
    const client = new HttpClient({ transport, redactor: new Redactor([]), clock, concurrency: 1 });
    const lost = await Promise.allSettled([0, 1, 2].map((nth) => client.send(asked(nth))));
    for (const one of lost)
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(Lost) });
    expect(arrivals).toHaveLength(1);
  });

  it('a 429 without Retry-After is asked again for two minutes before it is given up', async () => {
    const clock = simulatedClock();
    const { arrivals, transport } = counting(
      clock,
      () => 20,
      () => ({ status: 429 }),
    );
    const client = new HttpClient({ transport, redactor: new Redactor([]), clock });
    await expect(client.send(asked(0))).rejects.toMatchObject({ kind: 'rate-limited' });
    expect(arrivals.at(-1)).toBeGreaterThan(100_000);
    expect(arrivals.length).toBeLessThan(12);
  });
});
