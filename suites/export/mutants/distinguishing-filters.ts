import fc from 'fast-check';
import type { Semantics } from '../oracle/criterion.js';
import { Truths } from '../oracle/filter.js';
import { OPEN, TRUE } from '../oracle/truth.js';
import type { Filter } from '../request/filter.js';
import type { Survey } from '../survey/survey.js';
import { chooseQuestions } from './fewest-questions.js';
import { structureMutants } from './structure-mutants.js';

/** Filters to choose from, and records to tell them by. */
const POOL = 160;
const SAMPLE = 60;

/**
 * The random filters whose right answers differ from those of the most servers that take a filter apart wrongly: at
 * most `most`, the same ones for the same data whatever the seed.
 */
export function distinguishingFilters(
  filters: fc.Arbitrary<Filter>,
  survey: Survey,
  semantics: Semantics,
  most: number,
): readonly Filter[] {
  const truths = new Truths(survey.records.slice(0, SAMPLE), survey.columns, semantics);
  const candidates = fc
    .sample(filters, { seed: 1, numRuns: POOL })
    .map((filter) => ({ filter, kept: truths.of(filter) }))
    .filter(({ kept }) => kept.includes(TRUE) && kept.some((truth) => (truth & TRUE) === 0));
  const wrong = Object.entries(structureMutants).map(([name, change]) => ({
    name,
    differs: ({ filter, kept }: (typeof candidates)[number]) => {
      const otherwise = truths.of(change(filter));
      return kept.some((truth, index) =>
        truth === TRUE ? (otherwise[index] ?? OPEN) !== TRUE : (truth & TRUE) === 0 && otherwise[index] === TRUE,
      );
    },
  }));
  return chooseQuestions(candidates, wrong, most).map(({ question }) => question.filter);
}
