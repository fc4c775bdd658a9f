import { describe, expect, it } from 'vitest';
import { asks, judged, one, passes, type Run } from '../../tests/harness/judged.js';
import { foldLedger } from '../ledger/index.js';
import { targetFrom } from '../settings/index.js';
import type { Check } from './check.js';
import { costOf } from './cost.js';
import { inconclusive } from './finding.js';

describe('a run, once again', () => {
  it('asks once more what stayed open, and what was not learned is learned anew', async () => {
    let tries = 0;
    const learns: Run = (context) =>
      context.facts.learn('fact', async () => {
        tries += 1;
        return tries === 1 ? inconclusive('lost on the way') : 'learned';
      });
    expect((await judged([one('a', learns)])).verdicts).toEqual({ a: 'passed' });
    expect(tries).toBe(2);
  });

  it('takes back what rests on a fact that changed, and nothing else', async () => {
    const rests: Run = (context) => context.facts.learn('data', async () => 'as it was');
    const { verdicts } = await judged(
      [one('rests', rests), one('stands', passes)],
      {},
      {
        drift: async () => new Map([['data', 'the data changed']]),
      },
    );
    expect(verdicts).toEqual({ rests: 'inconclusive', stands: 'passed' });
  });

  it('goes on where it was interrupted: what is judged stands, what was open is asked', async () => {
    const asked: string[] = [];
    const noting = (id: string, run: Run): Check =>
      one(id, (context) => {
        asked.push(id);
        return run(context);
      });
    const checks = [noting('a', passes), noting('b', passes)];
    const { events } = await judged(checks);
    const cut = foldLedger(
      events.filter(
        (event) => event.type !== 'footer' && !(event.type === 'verdict' && event.check === 'b'),
      ),
    );
    asked.length = 0;
    expect((await judged(checks, { resumed: cut })).verdicts).toEqual({ a: 'passed', b: 'passed' });
    expect(asked).toEqual(['b']);
  });

  it('asks once more never what cannot be taken back', async () => {
    let tries = 0;
    const open: Run = async () => {
      tries += 1;
      return inconclusive('lost on the way');
    };
    const target = targetFrom({
      export: { baseUrl: 'http://127.0.0.1:9' },
      allow: { destructive: true },
    });
    const moves = one('a', open, { permission: 'destructive' });
    expect((await judged([moves], { allowDestructive: true }, {}, target)).verdicts).toEqual({
      a: 'inconclusive',
    });
    expect(tries).toBe(1);
    expect((await judged([one('a', open)])).verdicts).toEqual({ a: 'inconclusive' });
    expect(tries).toBe(3);
  });

  it('judges once more what rested on data that changed, where no budget forbids it', async () => {
    const rests: Run = (context) => context.facts.learn('export.data', async () => 'as it is');
    let looks = 0;
    const drift = async (): Promise<ReadonlyMap<string, string>> => {
      looks += 1;
      return new Map(looks === 1 ? [['export.data', 'the data changed']] : []);
    };
    expect((await judged([one('a', rests)], {}, { drift })).verdicts).toEqual({ a: 'passed' });
    expect(looks).toBe(2);
    looks = 0;
    const { verdicts } = await judged([one('a', rests)], { maxRequests: 5 }, { drift });
    expect(verdicts).toEqual({ a: 'inconclusive' });
    expect(looks).toBe(1);
  });

  it('carries over what stands and asks again what was open, with exchanges numbered on', async () => {
    const checks = [
      one('a', asks('a')),
      one('b', async () => inconclusive('lost')),
      one('c', asks('c'), { requests: costOf(1) }),
    ];
    const { events } = await judged(checks, { maxRequests: 1 });
    const cut = foldLedger(events.filter(({ type }) => type !== 'footer' && type !== 'finding'));
    const { ledger, verdicts } = await judged(checks, { resumed: cut });
    expect(verdicts).toEqual({ a: 'passed', b: 'inconclusive', c: 'passed' });
    expect([...ledger.exchanges.keys()]).toEqual([1, 2]);
    expect(ledger.footer?.sent).toBe(2);
  });
});
