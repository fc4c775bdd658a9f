import { describe, expect, it } from 'vitest';
import type { ExchangeEvent, VerdictEvent } from '../schema/types.js';
import { findingsOf } from './findings.js';

const verdict = (
  check: string,
  clause: string,
  more: Partial<VerdictEvent> = {},
): VerdictEvent => ({
  type: 'verdict',
  check,
  title: check,
  interface: 'export',
  clauses: [clause],
  level: 'must',
  verdict: 'failed',
  requests: 1,
  durationMs: 1,
  exchanges: [],
  ...more,
});

const exchange = (id: number, search: string, status = 200): [number, ExchangeEvent] => [
  id,
  {
    type: 'exchange',
    id,
    interface: 'export',
    atMs: id,
    waitedMs: 0,
    durationMs: 1,
    request: { method: 'GET', url: `http://host/sites/1/products${search}`, headers: [] },
    answer: { status, headers: [], body: '[]', bytes: 2 },
  },
];
const exchanges = new Map([
  exchange(1, '?limit=5'),
  exchange(2, '?limit=7&offset=2'),
  exchange(3, '?orderBy=name'),
  exchange(4, '?limit=9', 500),
]);
const window = { expected: 'at most 5 records, for limit 5', actual: '100' };
const find = (...verdicts: readonly VerdictEvent[]) => findingsOf(verdicts, exchanges);

describe('findings', () => {
  it('are one for one clause and symptom, led by the shortest request', () => {
    const [one, ...others] = find(
      verdict('paged', 'LIST', {
        expected: 'at most 7 records, for limit 7',
        actual: '99',
        exchanges: [2],
      }),
      verdict('window', 'LIST', { ...window, exchanges: [1] }),
    );
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      lead: 'window',
      checks: ['window', 'paged'],
      faults: [],
      responses: 2,
    });
  });

  it('are apart where the clause or the symptom differs', () => {
    const base = verdict('window', 'LIST', { ...window, exchanges: [1] });
    expect(find(base, verdict('other', 'SORT', { ...window, exchanges: [1] }))).toHaveLength(2);
    expect(find(base, verdict('other', 'LIST', { ...window, exchanges: [3] }))).toHaveLength(1);
    expect(find(base, verdict('other', 'LIST', { ...window, exchanges: [4] }))).toHaveLength(2);
    expect(
      find(base, verdict('other', 'LIST', { ...window, actual: 'none', exchanges: [1] })),
    ).toHaveLength(2);
  });

  it('are one if the same few responses violate the clauses, and no others', () => {
    const all = [
      verdict('type', 'MEDIA', { verdict: 'warning', exchanges: [3] }),
      verdict('shape', 'SHAPE', { exchanges: [3] }),
      verdict('window', 'LIST', { ...window, exchanges: [1] }),
    ];
    const violated: Readonly<Record<string, readonly number[]>> = {
      MEDIA: [3],
      SHAPE: [3],
      LIST: [1, 3],
    };
    const findings = findingsOf(all, exchanges, { violating: (clause) => violated[clause] ?? [] });
    expect(findings.map(({ checks }) => checks)).toEqual([['shape', 'type'], ['window']]);
    const many = findingsOf(all, exchanges, { violating: () => [1, 2, 3, 4] });
    expect(many).toHaveLength(3);
  });

  it('contain failures whose requests violate the same clause with fewer conditions', () => {
    const all = [
      verdict('sorted', 'SORT', { exchanges: [1] }),
      verdict('window', 'LIST', { ...window, exchanges: [2] }),
      verdict('grouped', 'GROUP', { exchanges: [3] }),
      verdict('warned', 'NEG', { verdict: 'warning', exchanges: [3] }),
    ];
    const simplerClauses = new Map([
      ['sorted', 'LIST'],
      // No failure violates this clause, and a warning is not the same failure.
      ['grouped', 'NEG'],
    ]);
    expect(findingsOf(all, exchanges, { simplerClauses })).toMatchObject([
      { clause: 'LIST', lead: 'window', checks: ['window', 'sorted'] },
      { clause: 'GROUP', checks: ['grouped'] },
      { clause: 'NEG', checks: ['warned'] },
    ]);
  });

  it('are one where one reproduced cause explains them, led by its own clause', () => {
    const fault = { id: 'order', clause: 'SORT', sentence: '`orderBy` is ignored.', answers: 4 };
    const all = [
      verdict('window', 'LIST', { ...window, exchanges: [1] }),
      verdict('sort', 'SORT', { exchanges: [3] }),
    ];
    const cause = { checks: ['window', 'sort'], faults: [fault] };
    expect(findingsOf(all, exchanges, { causes: [cause] })).toMatchObject([
      { clause: 'SORT', lead: 'sort', faults: [fault] },
    ]);
  });

  it('are one for all failures without a cause that did not occur each time', () => {
    const once = { seen: { times: 1, of: 2 } };
    const all = [
      verdict('window', 'LIST', { ...window, ...once, exchanges: [2] }),
      verdict('sort', 'SORT', { ...once, exchanges: [1] }),
      verdict('always', 'GROUP', { seen: { times: 2, of: 2 }, exchanges: [1] }),
      verdict('explained', 'SHAPE', { ...once, exchanges: [3] }),
      // With another status, and in another interface.
      verdict('refused', 'NEG', { ...once, exchanges: [4] }),
      verdict('other', 'LIST', { ...window, ...once, interface: 'platform', exchanges: [1] }),
    ];
    const fault = { id: 'shape', clause: 'SHAPE', sentence: 'a mistake', answers: 1 };
    const causes = [{ checks: ['explained'], faults: [fault] }];
    const found = findingsOf(all, exchanges, { causes });
    expect(found.map(({ checks }) => checks)).toEqual([
      ['sort', 'window'],
      ['explained'],
      ['always'],
      ['refused'],
      ['other'],
    ]);
    expect(found[0]?.common).toMatch(/not seen each time/);
    expect(found.slice(1).some(({ common }) => common !== undefined)).toBe(false);
  });

  it('are told the most serious first, and none where nothing complains', () => {
    const found = find(verdict('a', 'NEW', { verdict: 'warning' }), verdict('b', 'OTHER'));
    expect(found.map(({ verdict }) => verdict)).toEqual(['failed', 'warning']);
    expect(find(verdict('a', 'NEW', { verdict: 'passed' }))).toEqual([]);
  });
});
