import { describe, expect, it } from 'vitest';
import { asks, counting, judged, one, passes, type Run } from '../../tests/harness/judged.js';
import { targetFrom } from '../settings/index.js';
import { costOf } from './cost.js';
import { deviates } from './finding.js';

describe('a run', () => {
  it('sends what the budget allows in plan order, and reports skipped checks', async () => {
    const transport = counting();
    const { verdicts } = await judged(
      ['a', 'b', 'c'].map((id) => one(id, asks(id), { requests: costOf(1) })),
      { transport, maxRequests: 2 },
    );
    expect(verdicts).toEqual({ a: 'passed', b: 'passed', c: 'skipped budget' });
    expect(transport.sent).toHaveLength(2);
  });

  it('sends equal requests once', async () => {
    const transport = counting();
    const { ledger } = await judged([one('a', asks('same')), one('b', asks('same'))], {
      transport,
    });
    expect(transport.sent).toEqual(['http://127.0.0.1:9/same']);
    expect(ledger.footer).toMatchObject({ sent: 1, shared: 1 });
  });

  it('runs the other checks after an internal error, and throws it at the end', async () => {
    const faulty: Run = async () => {
      throw new TypeError('ours');
    };
    const { verdicts, thrown } = await judged([one('a', faulty), one('b', passes)]);
    expect(verdicts).toEqual({ a: 'inconclusive', b: 'passed' });
    expect(thrown).toBeInstanceOf(TypeError);
  });

  it('ends with findings, grouped by cause', async () => {
    const broken: Run = async () => deviates({ expected: 'this', actual: 'that' });
    const { events } = await judged([one('a', broken), one('b', passes)]);
    expect(events.slice(-2)).toMatchObject([
      { type: 'finding', lead: 'a', clause: 'X-1' },
      { type: 'footer' },
    ]);
  });

  it('starts no further check after `bail` failures, and skips the remaining checks', async () => {
    const broken: Run = async () => deviates({ expected: 'this', actual: 'that' });
    const checks = ['a', 'b', 'c'].map((id) => one(id, broken));
    const target = targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' }, concurrency: 1 });
    const { verdicts } = await judged(checks, { bail: 1 }, {}, target);
    expect(verdicts).toEqual({ a: 'failed', b: 'skipped prerequisite', c: 'skipped prerequisite' });
    const accepted = ['a', 'b'].map((id) => ({ check: id, reason: 'known' }));
    expect((await judged(checks, { bail: 1, accepted }, {}, target)).verdicts).toEqual({
      a: 'failed',
      b: 'failed',
      c: 'failed',
    });
  });

  it('runs no check after a failed preflight, and names the reason', async () => {
    let ran = false;
    const run: Run = async () => {
      ran = true;
      return 'a witness';
    };
    const preflight = async (): Promise<string> => 'the address is wrong';
    const { verdicts, ledger } = await judged([one('a', run)], { preflight: true }, { preflight });
    expect(verdicts).toEqual({ a: 'skipped prerequisite' });
    expect(ledger.footer?.preflight).toEqual(['the address is wrong']);
    expect(ran).toBe(false);
    expect((await judged([one('a', run)], {}, { preflight })).verdicts).toEqual({ a: 'passed' });
  });

  it('writes a footer after an interruption, and leaves the remaining checks open', async () => {
    const stop = new AbortController();
    const stops: Run = async () => {
      stop.abort();
      return 'a witness';
    };
    const target = targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' }, concurrency: 1 });
    const { verdicts, ledger } = await judged(
      [one('a', stops), one('b', passes)],
      { signal: stop.signal },
      {},
      target,
    );
    expect(verdicts).toEqual({ a: 'passed' });
    expect(ledger.footer?.interrupted).toBe(true);
  });
});
