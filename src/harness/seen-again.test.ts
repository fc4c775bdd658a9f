import { expect, it } from 'vitest';
import type { VerdictEvent } from '../ledger/index.js';
import type { Diagnosis } from './run-options.js';
import { withoutChance } from './seen-again.js';

const failed = (check: string, times: number, of: number): VerdictEvent => ({
  type: 'verdict',
  check,
  clauses: ['EXP-FILT-1'],
  interface: 'export',
  level: 'must',
  title: check,
  verdict: 'failed',
  exchanges: [1],
  durationMs: 1,
  requests: 1,
  seen: { times, of },
});

/** A mistake that explains a number of responses. */
const mistake = (answers: number, ...checks: readonly string[]): Diagnosis => ({
  checks,
  faults: [{ id: 'm', clause: 'EXP-FILT-1', sentence: 'a mistake', answers }],
});

const unstable = [failed('a', 1, 2), failed('b', 1, 2)];

it('drops a mistake that explains few responses of an unstable target', () => {
  const complaints = [...unstable, failed('c', 2, 3), failed('d', 2, 2)];
  expect(withoutChance([mistake(2, 'c', 'd')], complaints)).toEqual([mistake(2, 'd')]);
  expect(withoutChance([mistake(1, 'c')], complaints)).toEqual([]);
  expect(withoutChance([mistake(3, 'c', 'd')], complaints)).toEqual([mistake(3, 'c', 'd')]);
});

it('keeps all causes if only one failure without a known cause was not seen each time', () => {
  const causes = [mistake(1, 'c'), mistake(5, 'a', 'b')];
  expect(withoutChance(causes, [...unstable, failed('c', 1, 2)])).toEqual(causes);
});

it('keeps a feature that is not implemented', () => {
  const missing: Diagnosis = {
    checks: ['a'],
    faults: [],
    missing: { sentence: 'no filters', exchanges: new Set(), untested: [] },
  };
  expect(withoutChance([missing], [...unstable, failed('c', 1, 2)])).toEqual([missing]);
});
