import { expect, it } from 'vitest';
import { titleOf } from './cause.js';

const LEAD = {
  title: 'prev on pages',
  level: 'must',
  reason: null,
  expected: 'prev 0 on the first page',
  actual: '1',
} as const;
const MISTAKE = { id: 'prev-is-1', clause: 'PLT-PAGE-8', sentence: '`prev` is 1' };

it('a finding is named by its mistake and what the document requires', () => {
  const faults = [{ ...MISTAKE, requires: 'it must be 0 on the first page' }];
  expect(titleOf({ faults }, LEAD)).toBe('`prev` is 1; it must be 0 on the first page');
  expect(titleOf({ faults: [MISTAKE] }, LEAD)).toBe('`prev` is 1');
});

it('a finding without a known mistake is named by its violation', () => {
  expect(titleOf({ faults: [] }, LEAD)).toBe('prev is 1; it must be 0 on the first page');
  expect(titleOf({ faults: [] }, { ...LEAD, level: 'should' })).toBe(
    'prev is 1; it should be 0 on the first page',
  );
});
