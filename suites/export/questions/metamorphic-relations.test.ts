import { expect, it } from 'vitest';
import { where } from '../../../src/protocol/export/filter.js';
import { KNOWN } from '../../../tests/export/exchange-of.js';
import { partition } from './metamorphic-relations.js';

const { survey, comparisonRules } = KNOWN;
const criterion = where('id', '=', 1);

it('compares a criterion and its negation with the number of all records', () => {
  const facts = { survey, comparisonRules, canFilterNull: true };
  expect(partition(criterion, '!=', facts)).toMatchObject({
    these: [
      { groups: [{ criteria: [criterion] }] },
      { groups: [{ criteria: [{ operator: '!=' }] }] },
    ],
    those: [],
    difference: survey.total,
  });
});

it('requests the number of all records with the other totals while records come and go', () => {
  const changes = {
    since: 1,
    until: 2,
    columns: new Map<string, number>(),
    unsettled: new Set<string>(),
    removed: [],
    leastTotal: survey.total,
    mostTotal: survey.total + 1,
  };
  const facts = {
    survey: { ...survey, complete: false, changes },
    comparisonRules,
    canFilterNull: true,
  };
  expect(partition(criterion, '!=', facts)).toMatchObject({
    those: [{ groups: [] }],
    difference: 0,
  });
});
