import fc from 'fast-check';
import type { Context } from '../../../src/harness/suite.js';
import type { Filter } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion, type Route } from '../../../src/protocol/export/question.js';
import { check } from '../check.js';
import type { Known } from '../known.js';
import { distinguishingFilters, keepsSome, SAMPLE } from '../mutants/distinguishing-filters.js';
import { Truths } from '../oracle/filter.js';
import { arbitraryFilter } from './arbitrary-filter.js';
import { filtered } from './filtered.js';

/** Random filters to choose examples from. */
const POOL = 160;

/** Random filters that tell most of a faulty server, the same ones for the same data whatever the seed. */
function examplesOf(
  filters: fc.Arbitrary<Filter>,
  { survey, comparisonRules }: Known,
  most: number,
): readonly Filter[] {
  const sample = new Truths(survey.records.slice(0, SAMPLE), survey.columns, comparisonRules);
  const candidates = fc
    .sample(filters, { seed: 1, numRuns: POOL })
    .map((filter) => ({ filter, truths: [...sample.of(filter)] }))
    .filter(keepsSome);
  return distinguishingFilters(candidates, sample, most);
}

function questions(known: Known, { budget, run }: Context): readonly ProductsQuestion[] {
  const { survey, wireEncoding, nullSpelling } = known;
  const filters = arbitraryFilter(survey, nullSpelling !== undefined, wireEncoding.arrayEncoding !== 'comma');
  if (filters === undefined || !survey.complete) return [];
  const examples = examplesOf(filters, known, Math.ceil(budget.requests / 2));
  const random = fc.sample(
    fc.record({
      filter: filters,
      route: fc.constantFrom<Route>('v2', 'v2', 'legacy'),
      accept: fc.constantFrom(undefined, undefined, PLAIN),
    }),
    { seed: run.seed, numRuns: Math.max(1, budget.requests - examples.length) },
  );
  return [
    ...examples.map((filter) => filtered(known, filter)),
    ...random.map(({ filter, ...how }) => filtered(known, filter, how)),
  ];
}

export const randomFilters = [
  check({
    id: 'export.filter.random',
    clauses: ['EXP-FILT-17'],
    title: 'random filters, compared with an independent evaluation of the snapshot',
    requests: { least: 1, most: 22 },
    lacking: 'needs the whole dataset as a snapshot, and a column with two different values',
    questions,
    claims: (_, { filter }) => filter !== undefined,
  }),
];
