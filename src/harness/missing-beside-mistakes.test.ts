import { expect, it } from 'vitest';
import type { Explained } from './explain-complaints.js';
import { missingBesideMistakes } from './missing-beside-mistakes.js';
import type { Diagnosis } from './run-options.js';

const missing = (...checks: readonly string[]): Diagnosis => ({
  checks,
  faults: [],
  missing: { sentence: 'operator != is ignored', exchanges: new Set(), untested: [] },
});
const explained = (checks: readonly string[], isFact?: true): Explained => ({
  checks,
  readings: [
    {
      id: 'cut',
      clause: 'X-1',
      sentence: 'a value is cut at an apostrophe',
      ...(isFact && { isFact }),
    },
  ],
  exchanges: 3,
});

it('leaves out a feature if a mistake explains its complaints and others', () => {
  expect(missingBesideMistakes([missing('a')], [explained(['a', 'b'])])).toEqual([]);
});

it('keeps a feature that explains as much as a mistake, or more', () => {
  expect(missingBesideMistakes([missing('a')], [explained(['a'])])).toEqual([missing('a')]);
  expect(missingBesideMistakes([missing('a')], [explained(['b'])])).toEqual([missing('a')]);
});

it('adds the complaints of a mistake that explains only some of those of a feature', () => {
  expect(missingBesideMistakes([missing('a', 'b')], [explained(['b', 'c'])])).toEqual([
    missing('a', 'b', 'c'),
  ]);
});

it('gives no complaint to two features', () => {
  const found = missingBesideMistakes(
    [missing('a', 'b'), missing('c', 'd')],
    [explained(['a', 'e']), explained(['c', 'e'])],
  );
  expect(found.map(({ checks }) => checks)).toEqual([
    ['a', 'b', 'e'],
    ['c', 'd'],
  ]);
});

it('does not count what several responses have in common', () => {
  expect(missingBesideMistakes([missing('a')], [explained(['a', 'b'], true)])).toEqual([
    missing('a'),
  ]);
});
