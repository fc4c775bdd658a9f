import { it } from 'vitest';
import { expectFound } from './expect-found.js';

it.each([
  'export.lists.limit-ignored',
  'export.filter.not-in-is-in',
  'export.modes.total-ignores-filters',
  'export.auth.any-token-on-legacy-filtered',
])('the dictionary names the clause of %s in one finding on data that it was not learned from', expectFound);
