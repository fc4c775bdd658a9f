import { expect, it } from 'vitest';
import type { Clause } from '../src/harness/index.js';
import { impactOf } from '../src/report/vendor/impact.js';
import { clientsSuite } from './clients/index.js';
import { suites } from './index.js';

it('describes the source and the test of every clause', () => {
  for (const { clauses } of [...suites, clientsSuite]) {
    for (const [id, { level, section = '', judging = '' }] of Object.entries<Clause>(clauses)) {
      expect([id, section !== '', judging.endsWith('.')]).toEqual([id, true, true]);
      if (level === 'open')
        expect([id, /only observed|without valid/i.test(judging)]).toEqual([id, true]);
    }
  }
});

it('has an impact for every clause that a server can violate', () => {
  const all = suites.flatMap(({ clauses }) =>
    Object.entries<Clause>(clauses).flatMap(([id, { level }]) => (level === 'open' ? [] : [id])),
  );
  expect(all.filter((id) => impactOf(id) === undefined)).toEqual([]);
});
