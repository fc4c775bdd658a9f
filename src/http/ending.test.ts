import { describe, expect, it } from 'vitest';
import { Ending } from './ending.js';

/** A request is under way until `done` is called. */
async function opened(signal?: AbortSignal) {
  const time = { now: 1_000_000 };
  const clock = { now: () => time.now, sleep: async () => undefined };
  const ending = new Ending({ clock, noProgressMs: 100_000, signal });
  const response = new EventTarget();
  const done = (): void => void response.dispatchEvent(new Event('come'));
  const work = ending.during(
    () => new Promise((resolve) => response.addEventListener('come', resolve)),
  );
  const lost = (afterMs: number, announcedMs?: number): void => {
    time.now += afterMs;
    ending.see('timeout', 'no response in time', announcedMs);
  };
  const close = async (): Promise<void> => {
    ending.close();
    done();
    await work;
  };
  return { ending, time, lost, close, done };
}

/** Waits until the run has probed its hosts, which takes no time here. */
const probed = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a run', () => {
  it('ends if every response is lost for as long as it may make no progress', async () => {
    const { ending, lost, close } = await opened();
    lost(99_000);
    expect(ending.sending.aborted).toBe(false);
    lost(1_000);
    await probed();
    expect([ending.sending.aborted, ending.awaiting.aborted]).toEqual([true, true]);
    expect(ending.interruption).toEqual({
      cause: 'no-progress',
      reason: 'no usable response came for 100 s (last: no response in time)',
    });
    await close();
  });

  it.each<[string, number]>([
    ['a response', 200],
    ['a refusal', 403],
    ['an error of the target itself', 500],
  ])('goes on after %s', async (_, status) => {
    const { ending, lost, close } = await opened();
    lost(99_000);
    ending.see(status, String(status));
    lost(99_000);
    expect(ending.sending.aborted).toBe(false);
    await close();
  });

  it('goes on if a host responds to another request than those that are lost', async () => {
    const { ending, lost, close } = await opened();
    let probes = 0;
    ending.probe = async () => {
      probes += 1;
      if (probes === 1) ending.see(200, '200');
    };
    lost(100_000);
    lost(0);
    await probed();
    expect([probes, ending.sending.aborted]).toEqual([1, false]);
    lost(100_000);
    await probed();
    expect([probes, ending.sending.aborted]).toEqual([2, true]);
    await close();
  });

  it.each([429, 502, 503, 504])('makes no progress by responses with %i', async (status) => {
    const { ending, time, close } = await opened();
    time.now += 100_000;
    ending.see(status, String(status));
    expect(ending.interruption?.cause).toBe('no-progress');
    await close();
  });

  it('waits for the first time that the target announces, and ends if it is lost time', async () => {
    const { ending, lost, close } = await opened();
    lost(0, 200_000);
    lost(199_000, 200_000);
    expect(ending.sending.aborted).toBe(false);
    lost(1_000, 200_000);
    await probed();
    expect(ending.interruption?.cause).toBe('no-progress');
    await close();
  });

  it('is not prolonged by a short wait that the target announces', async () => {
    const { ending, lost, close } = await opened();
    for (let part = 0; part < 5; part += 1) lost(20_000, 20_000);
    await probed();
    expect(ending.interruption?.cause).toBe('no-progress');
    await close();
  });

  it('may compute for any time, because only the time of requests counts', async () => {
    const { ending, time, lost, done, close } = await opened();
    lost(50_000);
    done();
    await Promise.resolve();
    await Promise.resolve();
    time.now += 1_000_000;
    await ending.during(async () => ending.see('timeout', 'late'));
    expect(ending.sending.aborted).toBe(false);
    await close();
  });

  it('ends after the outage of a host, if no other host has responded since', async () => {
    const { ending, time, close } = await opened();
    ending.outage(time.now, 'GET /a');
    expect(ending.sending.aborted).toBe(false);
    ending.see(200, '200');
    ending.outage(time.now, 'GET /a');
    expect(ending.sending.aborted).toBe(false);
    ending.see('refused', 'connection refused');
    ending.outage(time.now + 1, 'GET /a (exchange 7)');
    expect(ending.interruption?.cause).toBe('no-progress');
    expect(ending.interruption?.reason).toMatch(
      /\(first: GET \/a \(exchange 7\); last: connection refused\)$/,
    );
    await close();
  });

  it('sends nothing after a quota, and waits for the responses that are pending', async () => {
    const { ending, close } = await opened();
    ending.quota('the host returned 429');
    expect([ending.sending.aborted, ending.awaiting.aborted]).toEqual([true, false]);
    expect(ending.interruption).toEqual({ cause: 'quota', reason: 'the host returned 429' });
    await close();
  });

  it('has no cause of its own if the user has interrupted it', async () => {
    const stop = new AbortController();
    const { ending, lost, close } = await opened(stop.signal);
    stop.abort();
    lost(100_000);
    expect([ending.sending.aborted, ending.awaiting.aborted]).toEqual([true, true]);
    expect(ending.interruption).toBeUndefined();
    await close();
  });
});
