/** Chooses a criterion that shows whether the result of a negated operator contains the nulls. */

import { memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  isNegation,
  operators,
  takes,
} from '../../../src/protocol/export/filter.js';
import type { Survey } from '../model/data.js';
import { mostDistinguishing } from '../wrong-readings/distinguishing-criteria.js';

/** The negations of EXP-FILT-18. */
export const NEGATIONS = operators.filter(isNegation).filter((one) => !takes(one, 'null'));

/** Returns undefined if the data has no suitable column. */
export const nullProbe = (
  survey: Survey,
  operator: (typeof NEGATIONS)[number],
): Criterion | undefined => mostDistinguishing(operator, nullableOf(survey));

const nullableOf = memoizedByObject((survey: Survey): Survey => {
  const columns = [...survey.columns].filter(([, { nulls }]) => nulls > 0);
  return { ...survey, columns: new Map(columns) };
});
