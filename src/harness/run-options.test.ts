import { expect, it } from 'vitest';
import type { VerdictEvent } from '../ledger/index.js';
import { bailAfter, type RunOptions } from './run-options.js';

/** The number of these verdicts after which enough checks have failed; undefined if never. */
function enoughAt(
  options: Partial<RunOptions>,
  ...verdicts: readonly (readonly [string, string])[]
): number | undefined {
  const bail = bailAfter(options as RunOptions);
  if (bail.reached()) return 0;
  for (const [index, [check, verdict]] of verdicts.entries()) {
    bail.see({ check, verdict } as VerdictEvent);
    if (bail.reached()) return index + 1;
  }
  return undefined;
}
const failures = [
  ['a', 'failed'],
  ['b', 'failed'],
  ['c', 'failed'],
] as const;

it('ends the run after `bail` failed checks, and never without `bail`', () => {
  expect(enoughAt({ bail: 1 }, ...failures)).toBe(1);
  expect(enoughAt({ bail: 2 }, ...failures)).toBe(2);
  expect(enoughAt({ bail: 4 }, ...failures)).toBeUndefined();
  expect(enoughAt({}, ...failures)).toBeUndefined();
});

it('counts each check once, and only failures', () => {
  const others = ['passed', 'warning', 'observed', 'skipped', 'inconclusive'].map(
    (verdict) => [verdict, verdict] as const,
  );
  expect(enoughAt({ bail: 1 }, ...others)).toBeUndefined();
  expect(enoughAt({ bail: 2 }, ['a', 'failed'], ['a', 'failed'], ['b', 'failed'])).toBe(3);
});

it('counts warnings with `strict`, and no failure that the baseline accepts', () => {
  expect(enoughAt({ bail: 1, strict: true }, ['a', 'warning'])).toBe(1);
  expect(enoughAt({ bail: 1, strict: true }, ['a', 'observed'])).toBeUndefined();
  const accepted = [{ check: 'a', reason: 'known' }];
  expect(
    enoughAt(
      { bail: 1, strict: true, accepted },
      ['a', 'failed'],
      ['a', 'warning'],
      ['b', 'warning'],
    ),
  ).toBe(3);
});

it('names the number of failed checks in skipped checks', () => {
  const bail = bailAfter({ bail: 1 } as RunOptions);
  const told = ['a', 'b'].map((check) => {
    bail.see({ check, verdict: 'failed' } as VerdictEvent);
    return bail.finding();
  });
  expect(told).toEqual(
    ['1 failed check', '2 failed checks'].map((count) => ({
      kind: 'skipped',
      cause: 'prerequisite',
      reason: `not run: the run ended after ${count} (--bail 1)`,
    })),
  );
});
