import { expect, it } from 'vitest';
import { where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { partsTogether } from './parts.js';

const filter = { groups: [{ criteria: [where('id', '=', 1)] }] };
const together = (...questions: readonly ProductsQuestion[]) =>
  partsTogether(questions).map(({ name }) => name);

it('joins two or three parts that all requests have', () => {
  const question = { route: 'legacy', accept: null, orderBy: 'id', limit: 3 } as const;
  const names = together(question, { ...question, filter });
  expect(names).toContain(' on the legacy route without `Accept`');
  expect(names).toContain(' on the legacy route without `Accept` together with `orderBy`');
  expect(names.join()).not.toContain('filters');
});

it('has a part only where all of its parts are', () => {
  const question = { route: 'legacy', accept: null } as const;
  const [both] = partsTogether([question]).filter(
    ({ name }) => name === ' on the legacy route without `Accept`',
  );
  expect(both?.has(question)).toBe(true);
  expect(both?.has({ route: 'legacy' })).toBe(false);
});

it('joins nothing if the requests have nothing in common', () => {
  expect(together({ route: 'legacy', filter, limit: 1 }, { orderBy: 'id' })).toEqual([]);
  expect(together()).toEqual([]);
});
