import { describe, expect, it } from 'vitest';
import { asks, judged, one, passes, type Run } from '../../tests/harness/judged.js';
import { foldLedger } from '../ledger/index.js';
import { targetFrom } from '../settings/index.js';
import type { Check } from './check.js';
import { costOf } from './cost.js';
import { inconclusive } from './finding.js';

describe('a run that repeats checks', () => {
  it('runs inconclusive checks again, and learns missing facts again', async () => {
    let tries = 0;
    const learns: Run = (context) =>
      context.facts.learn('fact', async () => {
        tries += 1;
        return tries === 1 ? inconclusive('lost on the way') : 'learned';
      });
    expect((await judged([one('a', learns)])).verdicts).toEqual({ a: 'passed' });
    expect(tries).toBe(2);
  });

  it('resumes an interrupted run: keeps its verdicts and runs the open checks', async () => {
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

  it('never repeats a check with irreversible requests', async () => {
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

  it('keeps verdicts, runs open checks again, and continues the exchange numbers', async () => {
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
