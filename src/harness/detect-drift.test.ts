import { expect, it } from 'vitest';
import type { Transport } from '../http/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import { targetFrom } from '../settings/index.js';
import type { Check, Suite } from './check.js';
import type { Judgement } from './judge.js';
import { detectDrift } from './judge-all.js';
import type { PlannedCheck } from './plan.js';
import { openSession } from './session.js';
import type { SuiteRun } from './suite-run.js';

const baseUrl = 'http://127.0.0.1:9';
const transport: Transport = {
  send: async () => ({ status: 200, headers: [], body: Buffer.from('[]') }),
  close: async () => undefined,
};

const rests = (check: string, verdict: VerdictEvent['verdict'], ...facts: readonly string[]) =>
  [
    { check: { id: check } as Check, allowance: 1 } satisfies PlannedCheck,
    {
      event: {
        type: 'verdict',
        check,
        verdict,
        witness: 'w',
        expected: 'e',
        actual: 'a',
        reason: 'r',
      } as VerdictEvent,
      used: new Set(facts),
      answers: [],
    } satisfies Judgement,
  ] as const;

async function looked(
  restsOn: readonly (readonly [PlannedCheck, Judgement])[],
  drift: Suite['drift'] | undefined,
  signal?: AbortSignal,
) {
  const session = openSession(targetFrom({ export: { baseUrl } }), { transport, maxRequests: 4 });
  session.client.reserve(4);
  const recorded: VerdictEvent[] = [];
  const run = {
    session,
    signal,
    record: (event: VerdictEvent) => recorded.push(event),
  } as unknown as SuiteRun;
  const suite = { interface: 'export', ...(drift === undefined ? {} : { drift }) } as Suite;
  const open = await detectDrift(suite, new Map(restsOn), run);
  return { recorded, open: open.map(({ check }) => check.id), session };
}
const changed = async () =>
  new Map([
    ['export.data', 'the data changed'],
    ['export.key', 'the key is another'],
  ]);

it('withdraws verdicts that used a fact which has changed, and names the fact', async () => {
  const { recorded, open } = await looked(
    [
      rests('passed', 'passed', 'export.other', 'export.data'),
      rests('failed', 'failed', 'export.key', 'export.data'),
      rests('warned', 'warning', 'export.data'),
      rests('skipped', 'skipped', 'export.data'),
      rests('observed', 'observed', 'export.data'),
      rests('open', 'inconclusive', 'export.data'),
      rests('stands', 'passed', 'export.other'),
      rests('alone', 'passed'),
    ],
    changed,
  );
  expect(open).toEqual(['passed', 'failed', 'warned']);
  expect(recorded).toEqual(
    [
      ['passed', 'the data changed'],
      ['failed', 'the key is another'],
      ['warned', 'the data changed'],
    ].map(([check, reason]) => ({ type: 'verdict', check, verdict: 'inconclusive', reason })),
  );
});

it('uses the reserved requests, and sends them under its own name', async () => {
  const { session } = await looked([rests('a', 'passed', 'export.data')], async (context) => {
    await context.ask({ interface: 'export', url: `${baseUrl}/a` });
    return new Map();
  });
  expect(session.client.counts.sent).toBe(1);
  expect(session.seen('export')).toHaveLength(1);
});

it('sends nothing without used facts, without `drift`, or after an interruption', async () => {
  let looks = 0;
  const drift = async () => {
    looks += 1;
    return changed();
  };
  const one = [rests('a', 'passed', 'export.data')];
  for (const { open, recorded } of [
    await looked([], drift),
    await looked(one, undefined),
    await looked(one, drift, AbortSignal.abort()),
  ])
    expect([open, recorded]).toEqual([[], []]);
  expect(looks).toBe(0);
  expect((await looked(one, drift, new AbortController().signal)).open).toEqual(['a']);
});
