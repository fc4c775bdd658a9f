/** Which lists a server with mistakes returns for questions that were not sent yet. */

import { memoizedByObject } from '../../../src/memoized.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportTarget, ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { ExpectedRecords } from '../model/expected-records.js';
import { mistakesIn } from '../model/mistakes.js';
import { factsUnder } from './facts-under.js';
import { openIn, questionUnder, selectedBy } from './question-under.js';
import type { ExportReading } from './reading.js';

/**
 * Which list the server with these mistakes returns for a question, as a text. Undefined if that is
 * not known exactly.
 */
export function predictionOf(
  question: ProductsQuestion,
  target: ExportTarget,
  known: Known,
  readings: readonly ExportReading[],
): string | undefined {
  const touching = readings.filter((reading) => reading.touches(question));
  if (touching.some(({ page, fits, opens }) => page ?? fits ?? opens)) return undefined;
  const places = placesIn(known.survey);
  const [list] = touching.flatMap((one) => one.list?.(question, known) ?? []);
  if (list !== undefined)
    return list.fits === undefined
      ? `list ${list.records.map((record) => places.get(record)).join()}`
      : undefined;
  const used = questionUnder(question, known, touching);
  if ((mistakesIn(target, used)?.length ?? 1) > 0) return undefined;
  const facts = factsUnder(known, used, touching);
  if (openIn(used, facts) > 0) return undefined;
  // The value of a path is a part of the filter.
  const { filter, route, ...others } = used;
  return `${recordsIn(used, facts)} ${JSON.stringify(others)}`;
}

/** Whether a prediction (see `predictionOf`) is that no records come. */
export const isEmptyList = (prediction: string): boolean => prediction.startsWith(';');

/** The expected records, as a text that is equal for equal records. */
const recordsIn = (question: ProductsQuestion, known: Known): string =>
  shownIn(known.survey)(selectedBy(question, known));

const shownIn = memoizedByObject((survey: Known['survey']) =>
  memoizedByObject(({ required, optional }: ExpectedRecords): string => {
    const show = (records: readonly ProductRecord[]): string =>
      records.map((record) => placesIn(survey).get(record)).join();
    return `${show(required)};${show(optional)}`;
  }),
);

const placesIn = memoizedByObject(
  ({ records }: Known['survey']) => new Map(records.map((record, at) => [record, at])),
);
