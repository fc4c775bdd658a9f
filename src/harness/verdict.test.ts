import { describe, expect, it } from 'vitest';
import { BudgetSpent, Lost, type Transport } from '../http/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import { targetFrom } from '../settings/index.js';
import { type Check, checkOf } from './check.js';
import { type Amount, costOf } from './cost.js';
import { deviates, inconclusive, observed, skip, warns } from './finding.js';
import { openSession } from './session.js';
import { type JudgeOptions, judgeIn } from './verdict.js';

const clauses = {
  'X-1': { level: 'must', text: 'one' },
  'X-2': { level: 'should', text: 'two' },
  'X-3': { level: 'open', text: 'three' },
} as const;
const baseUrl = 'http://127.0.0.1:9';
const TOKEN = 'a-secret-token-of-many-letters';
const target = targetFrom({ export: { baseUrl, destination: { id: 1, token: TOKEN } } });

/** Returns the token that it was sent. */
const echoes: Transport = {
  send: async () => ({ status: 200, headers: [], body: Buffer.from(TOKEN) }),
  close: async () => undefined,
};
const check = (
  run: Check['run'],
  clause: keyof typeof clauses = 'X-1',
  more: Partial<Check> = {},
): Check => ({
  ...checkOf('export', clauses, {
    id: 'x.y.z',
    clauses: [clause],
    title: 'it holds',
    requests: 2,
    run,
  }),
  ...more,
});
const judgement = (one: Check, options: JudgeOptions = {}) =>
  judgeIn(openSession(target, { transport: echoes, seed: 7 }), one, options);
const verdictOf = async (one: Check, options: JudgeOptions = {}): Promise<VerdictEvent> =>
  (await judgement(one, options)).event;

describe('the verdict of a check', () => {
  it.each<[string, Check['run'], Partial<VerdictEvent>]>([
    [
      'a witness is passed',
      async () => 'kept 7 of 40',
      { verdict: 'passed', witness: 'kept 7 of 40' },
    ],
    [
      'a skip keeps its cause',
      async () => skip('data', 'no record'),
      { verdict: 'skipped', cause: 'data', reason: 'no record' },
    ],
    [
      'a check that could not be completed is inconclusive',
      async () => inconclusive('changed'),
      { verdict: 'inconclusive', reason: 'changed' },
    ],
    [
      'a lost answer is inconclusive',
      async () => {
        throw new Lost('timeout', 'no answer in 10 s');
      },
      { verdict: 'inconclusive', reason: 'timeout: no answer in 10 s' },
    ],
    [
      'a budget that is spent is skipped',
      async () => {
        throw new BudgetSpent('80 requests are sent');
      },
      { verdict: 'skipped', cause: 'budget' },
    ],
    [
      'an observation is observed',
      async () => observed('by name'),
      { verdict: 'observed', reason: 'by name' },
    ],
    [
      'an observation of a 5xx warns',
      async () => observed('by name', [], 'it answers 500'),
      { verdict: 'warning', reason: 'it answers 500' },
    ],
  ])('%s', async (_, run, wanted) => {
    expect(await verdictOf(check(run))).toMatchObject(wanted);
  });

  it.each([
    ['X-1', 'failed'],
    ['X-2', 'warning'],
    ['X-3', 'observed'],
  ] as const)('a deviation is, by the level of %s, %s', async (clause, verdict) => {
    const event = await verdictOf(
      check(async () => deviates({ expected: 'this', actual: 'that' }), clause),
    );
    expect(event).toMatchObject({
      verdict,
      expected: 'this',
      actual: 'that',
      reason: 'it holds: expected this, got that',
    });
  });

  it('is at most a warning if the catalogue requires it', async () => {
    const run = async (): Promise<never> => warns({ expected: 'this', actual: 'that' });
    expect((await verdictOf(check(run))).verdict).toBe('warning');
    expect((await verdictOf(check(run, 'X-3'))).verdict).toBe('observed');
  });

  it('shows the response that a warning is about, and not the last one', async () => {
    const event = await verdictOf(
      check(async (context) => {
        const first = await context.ask({ interface: 'export', url: `${baseUrl}/first` });
        const second = await context.ask({ interface: 'export', url: `${baseUrl}/second` });
        return observed('by name', [], `${first.exchange} before ${second.exchange}`, [first]);
      }, 'X-3'),
    );
    const [first] = event.reason?.split(' before ') ?? [];
    expect(event).toMatchObject({ requests: 2, exchanges: [Number(first)] });
  });

  it('an internal error is inconclusive and is reported separately', async () => {
    const thrown = new TypeError('ours');
    const { event, fault } = await judgement(
      check(async () => {
        throw thrown;
      }),
    );
    expect(fault).toBe(thrown);
    expect(event).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/internal error of Assay.*TypeError: ours/),
    });
    expect(await judgement(check(async () => 'a witness'))).not.toHaveProperty('fault');
  });
});

describe('the content of a verdict', () => {
  const asks: Check['run'] = async (context) => {
    const answer = await context.ask({ interface: 'export', url: `${baseUrl}/a` });
    const sentence = `the answer is ${answer.text}; it must be another`;
    return deviates({ expected: 'another answer', actual: answer.text, sentence }, answer);
  };

  it('contains the command that repeats the check: seed, target and counterexample', async () => {
    expect(
      (await verdictOf(check(async () => deviates({ expected: 'this', actual: 'that' })))).replay,
    ).toBe('run --check x.y.z --seed 7');
    expect(
      (
        await verdictOf(
          check(async () => deviates({ expected: 'this', actual: 'that' })),
          { naming: '--target t.json' },
        )
      ).replay,
    ).toBe('run --target t.json --check x.y.z --seed 7');
  });

  it('contains the exchanges that show it, and no secret that the target sent', async () => {
    const event = await verdictOf(check(asks));
    expect(event).toMatchObject({
      exchanges: [1],
      requests: 2,
      seen: { times: 2, of: 2 },
      sentence: 'the answer is ${EXPORT_TOKEN}; it must be another',
    });
    expect(JSON.stringify(event)).not.toContain(TOKEN);
    const told = await verdictOf(
      check(async () => observed(`said ${TOKEN}`, [{ question: TOKEN, answer: TOKEN }])),
    );
    expect(JSON.stringify(told)).not.toContain(TOKEN);
  });
});

describe('a check that does not apply to the target', () => {
  it.each([
    ['configuration', { needs: ['export.fixture'] }],
    ['safety', { permission: 'unsafeMethods' }],
    ['safety', { permission: 'destructive' }],
  ] as const)('is skipped for %s and does not run', async (cause, more) => {
    let ran = false;
    const run = async (): Promise<string> => {
      ran = true;
      return 'a witness';
    };
    expect(await verdictOf(check(run, 'X-1', more as Partial<Check>))).toMatchObject({
      verdict: 'skipped',
      cause,
    });
    expect(ran).toBe(false);
  });
});

it('gives a check the planned number of requests, or its maximum', async () => {
  const spends = (requests: Amount): Check =>
    check(async ({ budget }) => String(budget.requests), 'X-1', { requests: costOf(requests) });
  expect((await verdictOf(spends(3))).witness).toBe('3');
  expect((await verdictOf(spends({ least: 1, most: 9 }))).witness).toBe('9');
  expect((await verdictOf(spends({ least: 1, most: 9 }), { allowance: 4 })).witness).toBe('4');
});
