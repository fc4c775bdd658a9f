import { expect, it } from 'vitest';
import { trial } from '../src/selftest/trial.js';

it('warns of a target that sorts downwards, and fails it nowhere (EXP-SORT-1)', async () => {
  const verdicts = await trial(
    { defects: ['export.arrange.sorted-downwards'] },
    { wanted: (check) => check.interface === 'export', maxRequests: 145 },
  );
  const told = (verdict: string): readonly string[] =>
    verdicts.filter((event) => event.verdict === verdict).map(({ check }) => check);
  expect(told('failed')).toEqual([]);
  expect(told('warning')).toContain('export.sort.order');
});
