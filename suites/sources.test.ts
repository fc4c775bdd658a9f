import { expect, it } from 'vitest';
import { clientsSuite } from './clients/index.js';
import { suites } from './index.js';

it('says of every clause where it comes from and how it is judged', () => {
  for (const { clauses, sources } of [...suites, clientsSuite]) {
    expect(Object.keys(sources ?? {})).toEqual(Object.keys(clauses));
    for (const [id, { level }] of Object.entries(clauses)) {
      const { section = '', judging = '' } = sources?.[id] ?? {};
      expect([id, section !== '', judging.endsWith('.')]).toEqual([id, true, true]);
      if (level === 'open') expect([id, /only observed|without valid/i.test(judging)]).toEqual([id, true]);
    }
  }
});
