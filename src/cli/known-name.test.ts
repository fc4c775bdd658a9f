import { expect, it } from 'vitest';
import { knownNames } from './known-name.js';

const NAMES = ['export.filter.like', 'export.filter.in', 'EXP-FILT-3'];

it('returns the names as they are written, in any letter case or by their beginning', () => {
  expect(knownNames('check', 'EXPORT.FILTER.LIKE', NAMES)).toEqual(['export.filter.like']);
  expect(knownNames('clause', 'exp-filt-3', NAMES)).toEqual(['EXP-FILT-3']);
  expect(knownNames('check', 'export.*', NAMES)).toEqual([
    'export.filter.like',
    'export.filter.in',
  ]);
});

it('refuses a name that is not known, and names the nearest', () => {
  expect(() => knownNames('check', 'export.filter.lik', NAMES)).toThrow(
    'There is no check "export.filter.lik". The nearest is "export.filter.like".',
  );
});
