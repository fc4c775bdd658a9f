import { expect, it } from 'vitest';
import { acceptRangesIn } from './accept-ranges.js';

it('reads ranges, weights and parameters', () => {
  expect(acceptRangesIn('Text/HTML;Q=0.5, application/json; charset=utf-8 ;q=0,*/*')).toEqual([
    { range: 'Text/HTML', hasParameters: false, weight: 0.5 },
    { range: 'application/json', hasParameters: true, weight: 0 },
    { range: '*/*', hasParameters: false, weight: 1 },
  ]);
});

it('reads separators in quoted strings as text', () => {
  expect(acceptRangesIn('a/b;c="x,\\";y";q=0.2, */*;q=0')).toEqual([
    { range: 'a/b', hasParameters: true, weight: 0.2 },
    { range: '*/*', hasParameters: false, weight: 0 },
  ]);
});
