import type { Filter } from '../../../src/protocol/export/filter.js';
import type { Truths } from '../oracle/filter.js';
import { OPEN, TRUE, type Truth } from '../oracle/truth.js';
import { chooseQuestions } from './fewest-questions.js';
import { structureMutants } from './structure-mutants.js';

/** Records by which filters are told apart. */
export const SAMPLE = 60;

/** A filter with its truth on each record of the sample. */
export interface Evaluated {
  readonly filter: Filter;
  readonly truths: readonly Truth[];
}

/** Whether some records of the sample are surely kept, and some surely left out. */
export const keepsSome = ({ truths }: Evaluated): boolean =>
  truths.includes(TRUE) && truths.some((truth) => (truth & TRUE) === 0);

/**
 * The filters whose right answers differ from those of the most servers that take a filter apart wrongly, at most `most`
 * of them.
 */
export function distinguishingFilters(
  candidates: readonly Evaluated[],
  sample: Truths,
  most: number,
): readonly Filter[] {
  const wrong = Object.values(structureMutants).map((change) => ({ filter, truths }: Evaluated): boolean => {
    const changed = sample.of(change(filter));
    return truths.some((truth, at) =>
      truth === TRUE ? (changed[at] ?? OPEN) !== TRUE : (truth & TRUE) === 0 && changed[at] === TRUE,
    );
  });
  return chooseQuestions(candidates, wrong, most).map(({ filter }) => filter);
}
