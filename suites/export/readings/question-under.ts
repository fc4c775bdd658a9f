/** The question that a server with mistakes answers, and the records that a question selects. */

import type { Filter } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { type ExpectedRecords, expectedRecords } from '../model/expected-records.js';
import { filterIn } from '../model/request.js';
import { withTypedValues } from '../model/typed.js';
import type { ExportReading } from './reading.js';

const EVERYTHING: Filter = { groups: [] };

/** The question that a server with these mistakes answers instead of this one. */
export function questionUnder(
  question: ProductsQuestion,
  known: Known,
  readings: readonly ExportReading[],
): ProductsQuestion {
  const typed = withTypedValues(question, known);
  return readings.reduce(
    (changed, reading) => reading.question?.(changed, known) ?? changed,
    typed,
  );
}

/** The records that a question must and may select under these facts. */
export const selectedBy = (question: ProductsQuestion, known: Known): ExpectedRecords =>
  expectedRecords(filterIn(question, known) ?? EVERYTHING, known.survey, known.comparisonRules);

/** The number of records that the request may or may not select, because that is open. */
export function openIn(question: ProductsQuestion, known: Known): number {
  const filter = filterIn(question, known);
  if (filter === undefined) return 0;
  return expectedRecords(filter, known.survey, known.comparisonRules).optional.length;
}
