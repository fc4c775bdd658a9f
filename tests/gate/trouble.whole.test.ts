import { describe, expect, it } from 'vitest';
import { gateOf } from '../../src/report/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { type Change, judgeChanged, only } from './changed.js';

const unavailable = { status: 503, headers: {}, body: 'try later' };

/** An outage by the clock of the test, in milliseconds, from the arrival of a request on. */
function outage(
  clock: { now: () => number },
  from: number,
  ms: number,
  instead: ReturnType<Change> = unavailable,
): Change {
  let arrived = 0;
  let begun: number | undefined;
  return () => {
    arrived += 1;
    if (arrived >= from) begun ??= clock.now();
    return begun !== undefined && clock.now() - begun < ms ? instead : undefined;
  };
}

describe('trouble is not guilt', () => {
  it.each<[string, number, number, ReturnType<Change>]>([
    ['answers 503 for its first two seconds', 1, 2_000, unavailable],
    ['answers 503 for twenty seconds of a deploy', 60, 20_000, unavailable],
    ['resets connections for five seconds', 60, 5_000, 'reset'],
    [
      'answers 429 without Retry-After for a minute',
      60,
      60_000,
      { status: 429, headers: {}, body: '' },
    ],
  ])('a target that %s ends well, and it is told', async (_, from, ms, instead) => {
    const clock = virtualClock();
    const { failed, report, gate } = await judgeChanged(outage(clock, from, ms, instead), {
      clock,
      recordExchanges: false,
      maxRequests: 300,
      // Waiting adds up on this clock, so that tokens would end early.
      wanted: only('export', 'platform'),
    });
    expect(failed).toEqual([]);
    expect(gate.messages).toEqual([]);
    expect(Object.keys(report.requests.troubles)).toContain(
      instead === 'reset' ? 'reset' : String((instead as { status: number }).status),
    );
  });

  it('one in twenty answers 503: nothing fails, but the target is unstable, which --strict fails', async () => {
    let count = 0;
    const { failed, report } = await judgeChanged(
      () => (++count % 20 === 0 ? unavailable : undefined),
      {
        wanted: only('export'),
        recordExchanges: false,
        maxRequests: 300,
      },
    );
    expect(failed).toEqual([]);
    expect(report.unstable).toBe(true);
    expect(report.requests.again).toBeGreaterThan(5);
    expect(gateOf(report).outcome).toBe('holds');
    const strict = gateOf({ ...report, strict: true, checks: [] });
    expect(strict).toMatchObject({
      outcome: 'broken',
      messages: [expect.stringContaining('unstable')],
    });
  });

  it.each([2, 6])('%i resets of the request that reads the data end well', async (resets) => {
    let left = resets;
    const change: Change = ({ url }) =>
      /[?&]limit=1000(&|$)/.test(url) && left-- > 0 ? 'reset' : undefined;
    const { failed, gate, report } = await judgeChanged(change, {
      wanted: only('export'),
      recordExchanges: false,
      maxRequests: 300,
    });
    expect(failed).toEqual([]);
    expect(gate.messages).toEqual([]);
    expect(report.unstable).toBe(true);
  });

  it.each([500, 503])(
    'a route that always answers %i while others stand is a failure',
    async (status) => {
      const change: Change = ({ url }) =>
        /\/123\/456(\?|$)/.test(url) ? { status, body: '{}' } : undefined;
      const { failed } = await judgeChanged(change, {
        wanted: only('export'),
        recordExchanges: false,
        maxRequests: 300,
      });
      expect(failed).toContain('export.route.legacy');
    },
  );

  it('a token endpoint that always answers 503 while others stand is no pass, and one that does so for a while is no failure', async () => {
    const clock = virtualClock();
    let begun: number | undefined;
    const change: Change = ({ url, method }) => {
      if (method !== 'POST' || !url.endsWith('/token')) return undefined;
      begun ??= clock.now();
      return clock.now() - begun < 20_000 ? unavailable : undefined;
    };
    const { failed, gate } = await judgeChanged(change, {
      clock,
      wanted: only('templates'),
      recordExchanges: false,
      maxRequests: 300,
    });
    expect(failed).toEqual([]);
    expect(gate.messages).toEqual([]);
  });
});
