import { describe, expect, it } from 'vitest';
import { asks, counting, judged, one } from '../../tests/harness/judged.js';
import type { Transport } from '../http/index.js';
import { gateOf, runReport } from '../report/index.js';
import { virtualClock } from '../selftest/virtual-clock.js';
import { targetFrom } from '../settings/index.js';
import { costOf } from './cost.js';
import { deviates } from './finding.js';

type Answered = Awaited<ReturnType<Transport['send']>>;

const limited = (after: string): Answered => ({
  status: 429,
  headers: [['Retry-After', after]],
  body: Buffer.from(''),
});
const found: Answered = {
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from('[]'),
};

/** Responds to this number of requests as it should, and then with `instead`. */
function responding(usable: number, instead: Answered): ReturnType<typeof counting> {
  const sent: string[] = [];
  return {
    sent,
    send: async ({ url }) => {
      sent.push(new URL(url).pathname);
      return sent.length <= usable ? found : instead;
    },
    close: async () => undefined,
  };
}

const baseUrl = 'http://127.0.0.1:9';
const target = targetFrom({ export: { baseUrl }, concurrency: 1 });
const checks = ['a', 'b', 'c'].map((id) => one(id, asks(id)));

describe('a quota', () => {
  it('ends a run, which goes on when it is resumed', async () => {
    const first = await judged(checks, { transport: responding(2, limited('36000')) }, {}, target);
    expect(first.verdicts).toEqual({ a: 'passed', b: 'passed' });
    expect(first.ledger.footer).toMatchObject({
      interrupted: true,
      interruption: { cause: 'quota', reason: expect.stringContaining('retry after 36000 s') },
    });
    expect(gateOf(runReport(first.ledger))).toMatchObject({ outcome: 'unjudged' });
    const transport = responding(9, found);
    const second = await judged(checks, { transport, resumed: first.ledger }, {}, target);
    expect(second.verdicts).toEqual({ a: 'passed', b: 'passed', c: 'passed' });
    expect(transport.sent).toEqual(['/c']);
    expect(second.ledger.footer).toMatchObject({ interrupted: false, sent: 4 });
    expect(second.ledger.header.startedAt).toBe(first.ledger.header.startedAt);
  });

  it('does not hide a failure', async () => {
    const failing = [
      one('broken', async () => deviates({ expected: 'this', actual: 'that' })),
      ...checks,
    ];
    const { ledger } = await judged(failing, { transport: responding(1, limited('36000')) });
    const gate = gateOf(runReport(ledger));
    expect(gate.outcome).toBe('broken');
    expect(gate.messages.join('\n')).toMatch(/1 check failed[\s\S]*quota of the target/);
  });

  it('is not why a run ends if the host always demands a short wait', async () => {
    const transport = responding(2, limited('5'));
    const clock = virtualClock();
    const { ledger } = await judged(checks, { transport, clock }, {}, target);
    expect(ledger.footer?.interruption?.cause).toBe('no-progress');
    expect(transport.sent.length).toBeGreaterThan(10);
  });
});

describe('a resumed run', () => {
  it('uses earlier responses instead of sending their requests again', async () => {
    const twice = one('twice', async (context) => {
      for (const path of ['x', 'y']) await context.ask({ interface: 'export', url: at(path) });
      return 'both';
    });
    const at = (path: string): string => `${baseUrl}/${path}`;
    const first = await judged([twice], { transport: responding(1, limited('36000')) });
    const transport = responding(9, found);
    const second = await judged([twice], { transport, resumed: first.ledger });
    expect(transport.sent).toEqual(['/y']);
    expect(second.verdicts).toEqual({ twice: 'passed' });
    expect(second.ledger.verdicts[0]?.exchanges).toEqual([1, 3]);
  });

  it('counts requests whose responses were lost when the run was killed', async () => {
    const options = { maxRequests: 2 };
    const costly = ['a', 'b', 'c'].map((id) => one(id, asks(id), { requests: costOf(1) }));
    const { ledger, events } = await judged(costly, options, {}, target);
    expect(events.filter(({ type }) => type === 'sent')).toHaveLength(2);
    const { footer: _, ...killed } = ledger;
    const kept = new Map([...killed.exchanges].slice(0, 1));
    const verdicts = killed.verdicts.filter(({ check }) => check === 'a');
    const transport = counting();
    const resumed = {
      ...killed,
      exchanges: kept,
      verdicts,
      unrecorded: new Set([2]),
      footer: undefined,
    };
    await judged(costly, { ...options, resumed, transport }, {}, target);
    expect(transport.sent).toEqual([]);
  });

  it('keeps the numbers of its earlier parts', async () => {
    const first = await judged(checks, { transport: responding(1, limited('36000')) });
    const second = await judged(checks, { resumed: first.ledger });
    expect(first.ledger.footer?.limited).toBeGreaterThan(0);
    expect(second.ledger.footer?.limited).toBe(first.ledger.footer?.limited);
    expect(second.ledger.footer?.troubles).toEqual(first.ledger.footer?.troubles);
  });
});
