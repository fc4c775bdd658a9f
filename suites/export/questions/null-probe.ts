/** Chooses a criterion that shows how a negation treats null. */

import type { Criterion } from '../../../src/protocol/export/filter.js';
import type { Survey } from '../model/data.js';
import { keptFor } from '../model/oracle/memoized.js';
import { mostTelling } from '../wrong-readings/distinguishing-criteria.js';

/** The negations of EXP-FILT-18. */
export const NEGATIONS = ['!=', 'NOT LIKE', 'NOT ILIKE', 'NOT IN', 'NOT BETWEEN'] as const;

/** A criterion with a negation on a column with nulls; undefined if the data has no such column. */
export const nullProbe = (
  survey: Survey,
  operator: (typeof NEGATIONS)[number],
): Criterion | undefined => mostTelling(operator, nullableOf(survey));

const nullableOf = keptFor((survey: Survey): Survey => {
  const columns = [...survey.columns].filter(([, { nulls }]) => nulls > 0);
  return { ...survey, columns: new Map(columns) };
});
