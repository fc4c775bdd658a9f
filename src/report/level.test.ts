import { expect, it } from 'vitest';
import { levelInWords } from './level.js';

it('says why the violation of a must clause is a warning, and nothing of other verdicts', () => {
  expect(levelInWords({ level: 'must' }, { verdict: 'warning' })).toBe(
    'must; a warning, because the document does not clearly exclude this response',
  );
  expect(levelInWords({ level: 'must' }, { verdict: 'failed' })).toBe('must');
  expect(levelInWords({ level: 'should' }, { verdict: 'warning' })).toBe('should');
});
