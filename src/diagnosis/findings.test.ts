import { describe, expect, it } from 'vitest';
import type { VerdictEvent } from '../schema/types.js';
import { type KnownFault, readDictionary, storeDictionary } from './dictionary.js';
import { findingsOf } from './findings.js';

const verdict = (
  check: string,
  clause: string,
  came: VerdictEvent['verdict'],
  more: Partial<VerdictEvent> = {},
): VerdictEvent => ({
  type: 'verdict',
  check,
  title: check,
  interface: 'export',
  clauses: [clause],
  level: 'must',
  verdict: came,
  requests: 1,
  durationMs: 1,
  exchanges: [],
  ...more,
});

const fault = (id: string, clause: string, noticed: readonly string[], said = ''): KnownFault => ({
  id,
  interface: 'export',
  clause,
  sentence: `${id} is wrong.`,
  noticed,
  said,
});

const known: readonly KnownFault[] = [
  fault('order', 'SORT', ['sort', 'window', 'repeat']),
  fault('limit', 'LIMIT', ['window', 'defaults'], '10 records; 100'),
  fault('limit-off-by-one', 'LIMIT', ['window', 'defaults'], '10 records; 11'),
  fault('everything', 'ALL', ['sort', 'window', 'repeat', 'defaults', 'routes']),
];
const find = (...verdicts: readonly VerdictEvent[]) => findingsOf(verdicts, () => known);

describe('findings', () => {
  it('explains what complains by one fault where one is enough, by the check of its clause', () => {
    const found = find(
      verdict('window', 'LIMIT', 'failed', { exchanges: [7] }),
      verdict('sort', 'SORT', 'failed', { exchanges: [3] }),
      verdict('repeat', 'LIST', 'warning'),
      verdict('defaults', 'LIMIT', 'passed'),
      verdict('routes', 'ROUTE', 'passed'),
    );
    expect(found).toMatchObject([
      { clause: 'SORT', lead: 'sort', verdict: 'failed', checks: ['sort', 'window', 'repeat'], exchanges: [3, 7] },
    ]);
    expect(found[0]?.faults.map(({ id }) => id)).toEqual(['order']);
  });

  it('takes two faults where one does not do', () => {
    const found = find(
      verdict('sort', 'SORT', 'failed'),
      verdict('repeat', 'LIST', 'failed'),
      verdict('window', 'LIMIT', 'failed'),
      verdict('defaults', 'LIMIT', 'failed'),
      verdict('routes', 'ROUTE', 'passed'),
    );
    expect(found.map(({ clause }) => clause).sort()).toEqual(['LIMIT', 'SORT']);
  });

  it('prefers the fault whose checks said the same', () => {
    const all = [
      verdict('window', 'LIMIT', 'failed', { expected: '10 records', actual: '11' }),
      verdict('defaults', 'LIMIT', 'failed'),
    ];
    expect(find(...all)[0]?.faults[0]?.id).toBe('limit-off-by-one');
  });

  it('says of what is no known fault what the checks say, clause by clause, the gravest first', () => {
    const found = find(
      verdict('x.one', 'NEW', 'warning'),
      verdict('x.two', 'NEW', 'warning'),
      verdict('y.one', 'OTHER', 'failed'),
    );
    expect(found).toMatchObject([
      { clause: 'OTHER', checks: ['y.one'], faults: [] },
      { clause: 'NEW', verdict: 'warning', checks: ['x.one', 'x.two'], faults: [] },
    ]);
  });

  it('names no fault that passing checks speak against, and none where nothing complains', () => {
    const found = find(
      verdict('sort', 'SORT', 'failed'),
      verdict('window', 'LIMIT', 'passed'),
      verdict('repeat', 'LIST', 'passed'),
    );
    expect(found).toMatchObject([{ clause: 'SORT', faults: [] }]);
    expect(find(verdict('sort', 'SORT', 'passed'))).toEqual([]);
  });
});

it('stores what it reads', () => {
  expect(readDictionary(storeDictionary(known))).toEqual(
    known.map((fault) => ({ ...fault, noticed: [...fault.noticed] })),
  );
});
