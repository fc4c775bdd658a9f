import { expect, it } from 'vitest';
import type { VerdictEvent } from '../ledger/index.js';
import type { Check } from './check.js';
import { isJudged, unlessAlone } from './unless-alone.js';

const check = (id: string, clauses: readonly string[], more: Partial<Check> = {}): Check =>
  ({ id, clauses, ...more }) as Check;
const event = (verdict: VerdictEvent['verdict'], ...clauses: string[]): VerdictEvent =>
  ({ type: 'verdict', check: 'last', verdict, clauses, witness: 'a witness' }) as VerdictEvent;

const by = (id: string, verdict: VerdictEvent['verdict'], more: Partial<VerdictEvent> = {}): VerdictEvent => ({
  ...event(verdict, 'X-1'),
  check: id,
  ...more,
});

const checks = [
  check('a', ['X-1', 'X-3']),
  check('b', ['X-2']),
  check('c', ['X-1']),
  check('last', ['X-1'], { last: true }),
];

it.each<readonly [string, VerdictEvent, readonly string[], string]>([
  ['stands beside one that judged a clause of its own', event('passed', 'X-1', 'X-2'), ['a'], 'passed'],
  ['stands beside one of several', event('passed', 'X-1'), ['c', 'd'], 'passed'],
  ['proves nothing where none of them judged', event('passed', 'X-1', 'X-2'), ['d', 'last'], 'skipped'],
  ['stands where no other asks for its clause', event('passed', 'X-4'), [], 'passed'],
  ['is a failure all the same', event('failed', 'X-1'), [], 'failed'],
])('what holds in every answer %s', (_, last, judged, verdict) => {
  const came = unlessAlone(
    last,
    checks,
    judged.map((id) => by(id, 'passed')),
  );
  expect(came.verdict).toBe(verdict);
  if (verdict !== 'skipped') expect(came).toBe(last);
});

it('says of which clauses no other check could judge', () => {
  expect(unlessAlone(event('passed', 'X-1', 'X-2'), checks, [])).toEqual({
    type: 'verdict',
    check: 'last',
    clauses: ['X-1', 'X-2'],
    verdict: 'skipped',
    cause: 'prerequisite',
    reason: 'nothing speaks against it, but no other check could judge X-1, X-2',
  });
});

it('lacks the data that all the others lack, and says so in the words of the first', () => {
  const lack = { cause: 'data', reason: 'needs two records' } as const;
  const last = event('passed', 'X-1', 'X-2');
  expect(unlessAlone(last, checks, [by('a', 'skipped', lack), by('b', 'skipped', lack)])).toMatchObject({
    verdict: 'skipped',
    ...lack,
  });
  for (const other of [by('b', 'inconclusive'), by('b', 'skipped', { cause: 'prerequisite' })])
    expect(unlessAlone(last, checks, [by('a', 'skipped', lack), other])).toMatchObject({ cause: 'prerequisite' });
});

it('has judged what passed, failed or warned', () => {
  const verdicts = ['passed', 'failed', 'warning', 'observed', 'skipped', 'inconclusive'] as const;
  expect(verdicts.filter((verdict) => isJudged(event(verdict)))).toEqual(['passed', 'failed', 'warning']);
});
