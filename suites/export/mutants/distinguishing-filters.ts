import type { Criterion, Filter, Mode } from '../../../src/protocol/export/filter.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import { Truths } from '../oracle/filter.js';
import { OPEN, TRUE } from '../oracle/truth.js';
import type { Survey } from '../survey/data.js';
import { chooseQuestions } from './fewest-questions.js';
import { structureMutants } from './structure-mutants.js';

/** The shape of a filter: the top-level mode, then for each group its mode and its number of criteria. */
export interface Shape {
  readonly mode?: Mode | undefined;
  readonly groups: readonly (readonly [mode: Mode | undefined, criteria: number])[];
}

export const shapeOf = (mode: Mode | undefined, ...groups: Shape['groups']): Shape => ({ mode, groups });
/** A group of one criterion. */
export const ONE = [undefined, 1] as const;

/** A filter of a shape, with a criterion for each place. */
export function filterOfShape({ mode, groups }: Shape, criterion: (place: number) => Criterion): Filter {
  let place = 0;
  const made = groups.map(([inner, count]) => ({
    mode: inner,
    criteria: Array.from({ length: count }, () => criterion(place++)),
  }));
  return { mode, groups: made };
}

/** Records by which filters are told apart. */
const SAMPLE = 60;

/**
 * The filters whose right answers differ from those of the most servers that take a filter apart wrongly, at most `most`
 * of them. Each keeps some records of a sample and leaves out some, unless none does.
 */
export function distinguishingFilters(
  filters: readonly Filter[],
  { records, columns }: Survey,
  comparisonRules: ComparisonRules,
  most: number,
): readonly Filter[] {
  const sample = new Truths(records.slice(0, SAMPLE), columns, comparisonRules);
  const known = filters.map((filter) => ({ filter, truths: [...sample.of(filter)] }));
  const differing = known.filter(({ truths }) => truths.includes(TRUE) && truths.some((truth) => (truth & TRUE) === 0));
  // A single record is kept or left out: wrong readings do the other.
  const candidates = differing.length > 0 ? differing : known.filter(({ truths }) => !truths.includes(OPEN));
  const wrong = Object.values(structureMutants).map((change) => ({ filter, truths }: (typeof known)[number]) => {
    const changed = sample.of(change(filter));
    return truths.some((truth, at) =>
      truth === TRUE ? (changed[at] ?? OPEN) !== TRUE : (truth & TRUE) === 0 && changed[at] === TRUE,
    );
  });
  return chooseQuestions(candidates, wrong, most).map(({ filter }) => filter);
}
