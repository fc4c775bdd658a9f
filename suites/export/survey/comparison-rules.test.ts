import { expect, it } from 'vitest';
import { EXACT } from '../model/oracle/equality.js';
import { describeEquality } from './comparison-rules.js';

it('says which traits are ignored, and about which nothing was learned', () => {
  expect(describeEquality(EXACT)).toBe('exact');
  expect(describeEquality({ ...EXACT, case: 'folded', blanks: 'folded' })).toBe(
    'case, blanks ignored',
  );
  expect(describeEquality({ ...EXACT, accents: 'unknown' })).toBe('accents unknown');
  expect(describeEquality({ ...EXACT, case: 'folded', accents: 'unknown' })).toBe(
    'case ignored; accents unknown',
  );
});
