import type { Context } from '../../../src/harness/suite.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { randomFrom } from '../../../src/random.js';
import { checks } from '../ask.js';
import { distinguishingFilters } from '../mutants/distinguishing-filters.js';
import type { Known } from '../survey/data.js';
import { criteriaOn, type Draw, filterOf } from './drawn-filter.js';
import { filtered } from './filtered.js';

/** Random filters to choose examples from. */
const POOL = 160;

const drawing = (seed: number): Draw => {
  const random = randomFrom(seed);
  return (values) => values[Math.floor(random() * values.length)] ?? values[0];
};

function questions(known: Known, { budget, run }: Context): readonly ProductsQuestion[] {
  const { survey, wireEncoding, nullSpelling } = known;
  const writable = { nulls: nullSpelling !== undefined, commas: wireEncoding.arrayEncoding !== 'comma' };
  const criterion = criteriaOn(survey, writable);
  if (criterion === undefined || !survey.complete) return [];
  // The same ones for the same data whatever the seed.
  const same = drawing(1);
  const pool = Array.from({ length: POOL }, () => filterOf(criterion, same));
  const examples = distinguishingFilters(pool, known, Math.ceil(budget.requests / 2));
  const draw = drawing(run.seed);
  const random = Array.from({ length: Math.max(1, budget.requests - examples.length) }, () =>
    filtered(known, filterOf(criterion, draw), {
      route: draw(['v2', 'v2', 'legacy']),
      accept: draw([undefined, undefined, PLAIN]),
    }),
  );
  return [...examples.map((filter) => filtered(known, filter)), ...random];
}

export const randomFilters = checks({
  'EXP-FILT-17 export.filter.random': {
    title: 'random filters, compared with an independent evaluation of the snapshot',
    requests: { least: 1, most: 22 },
    lacking: 'needs the whole dataset as a snapshot, and a column with two different values',
    questions,
    claims: (_, { filter }) => filter !== undefined,
  },
});
