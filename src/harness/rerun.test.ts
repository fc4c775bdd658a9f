import { expect, it } from 'vitest';
import type { VerdictEvent } from '../ledger/index.js';
import type { Check } from './check.js';
import type { PlannedCheck } from './plan.js';
import { rerunInconclusive } from './run-checks.js';
import type { SuiteRun } from './run-options.js';
import type { Judgement } from './verdict.js';

type Verdict = VerdictEvent['verdict'];
const judgementOf = (
  check: string,
  verdict: Verdict,
  more: Partial<VerdictEvent> = {},
): Judgement => ({
  event: { type: 'verdict', check, verdict, ...more } as VerdictEvent,
  used: new Set(),
  answers: [],
});
const planned = (id: string, more: Partial<Check> = {}): PlannedCheck => ({
  check: { id, ...more } as Check,
  allowance: 1,
});

interface Asked {
  readonly asked: readonly string[];
  readonly recorded: readonly string[];
  readonly stands: Readonly<Record<string, Verdict>>;
}

/** Runs the open checks again. Each of them receives the next of these results. */
async function again(
  open: readonly (readonly [PlannedCheck, Judgement])[],
  answers: (id: string, nth: number) => Judgement | undefined,
  { aborted = false, reached = false } = {},
): Promise<Asked> {
  const restsOn = new Map(open);
  const asked: string[] = [];
  const recorded: string[] = [];
  const run = {
    isOver: () => aborted || reached,
    session: { target: { concurrency: 1 } },
    record: (event: VerdictEvent) => recorded.push(`${event.check} ${event.verdict}`),
  } as unknown as SuiteRun;
  await rerunInconclusive(restsOn, run, async ({ check: { id } }) => {
    asked.push(id);
    return answers(id, asked.length);
  });
  const stands = Object.fromEntries(
    [...restsOn].map(([{ check }, { event }]) => [check.id, event.verdict]),
  );
  return { asked, recorded, stands };
}
const open = (id: string, more: Partial<Check> = {}) =>
  [planned(id, more), judgementOf(id, 'inconclusive')] as const;
const many = (count: number) => Array.from({ length: count }, (_, n) => open(`c${n + 1}`));

it('runs inconclusive checks again in their order, and keeps the new verdicts', async () => {
  const fault = { ...judgementOf('faulty', 'inconclusive'), fault: undefined };
  const came = await again(
    [
      open('a'),
      [planned('b'), judgementOf('b', 'passed')],
      [planned('c'), judgementOf('c', 'failed')],
      open('moves', { permission: 'destructive' }),
      open('writes', { permission: 'unsafeMethods' }),
      [planned('faulty'), fault],
    ],
    (id) => judgementOf(id, id === 'a' ? 'passed' : 'failed'),
  );
  expect(came.asked).toEqual(['a', 'writes']);
  expect(came.recorded).toEqual(['a passed', 'writes failed']);
  expect(came.stands).toMatchObject({
    a: 'passed',
    b: 'passed',
    moves: 'inconclusive',
    writes: 'failed',
  });
});

it.each<readonly [string, Judgement | undefined, readonly string[]]>([
  ['is inconclusive again', judgementOf('a', 'inconclusive'), []],
  ['was left open by an interruption', undefined, []],
  ['has no request left', judgementOf('a', 'skipped', { cause: 'budget' }), []],
  ['is skipped for another cause', judgementOf('a', 'skipped', { cause: 'data' }), ['a skipped']],
])('keeps the first verdict if the check %s', async (_, answer, recorded) => {
  const came = await again([open('a')], () => answer);
  expect(came.asked).toEqual(['a']);
  expect(came.recorded).toEqual(recorded);
  expect(came.stands.a).toBe(recorded.length === 0 ? 'inconclusive' : 'skipped');
});

it('stops after eight checks in a row that stay inconclusive', async () => {
  expect((await again(many(10), (id) => judgementOf(id, 'inconclusive'))).asked).toHaveLength(8);
  expect((await again(many(10), () => undefined)).asked).toHaveLength(8);
});

it('starts to count again after a check with a verdict', async () => {
  const came = await again(many(30), (id, nth) =>
    judgementOf(id, nth === 8 ? 'passed' : 'inconclusive'),
  );
  expect(came.asked).toHaveLength(16);
  expect(came.recorded).toEqual(['c8 passed']);
});

it('runs no check again if the run is interrupted, or if enough checks have failed', async () => {
  for (const over of [{ aborted: true }, { reached: true }])
    expect((await again(many(2), (id) => judgementOf(id, 'passed'), over)).asked).toEqual([]);
});
