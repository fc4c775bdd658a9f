/**
 * The facts by which a server with mistakes evaluates filters: rules of comparison in which
 * readings decide first.
 */

import { memoizedByObject, nameOf } from '../../../src/memoized.js';
import { criteriaOf, type Filter } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { type ComparisonRules, isReadWrongly } from '../model/oracle/criterion.js';
import { type Equality, TRAITS } from '../model/oracle/equality.js';
import { filterIn } from '../model/request.js';
import type { ExportReading } from './reading.js';

/**
 * Facts by which the filter of the question is evaluated as the readings say. If they read all its
 * criteria rightly, the facts are `known` itself, because what is computed from facts is kept with
 * them.
 */
export function factsUnder(
  known: Known,
  question: ProductsQuestion,
  readings: readonly ExportReading[],
): Known {
  const { survey, comparisonRules } = known;
  const criteria = criteriaOf({ filter: filterIn(question, known) });
  const wrong = readings.filter(
    (reading) =>
      reading.respects !== undefined ||
      criteria.some((one) =>
        isReadWrongly(one, survey.columns.get(one.column), reading, comparisonRules),
      ),
  );
  return wrong.length === 0 ? known : factsBy(known, wrong);
}

/**
 * By which functions the criteria of the question are evaluated, as a text. If it is the same for
 * other readings, they select the same records. Undefined if the readings change more than that.
 */
export function evaluationUnder(
  { survey, comparisonRules }: Known,
  filter: Filter | undefined,
  readings: readonly ExportReading[],
): string | undefined {
  const isMore = readings.some(
    ({ fits, opens, respects, insteadForNull }) =>
      (fits ?? opens ?? respects ?? insteadForNull) !== undefined,
  );
  if (isMore) return undefined;
  return criteriaOf({ filter })
    .map((criterion) => {
      const column = survey.columns.get(criterion.column);
      const wrong =
        column && firstOf(readings, ({ instead }) => instead?.(criterion, column, comparisonRules));
      return wrong === undefined ? '' : nameOf(wrong);
    })
    .join();
}

/** The same object for the same readings. */
function factsBy(known: Known, readings: readonly ExportReading[]): Known {
  // Readings that only respect a trait share their facts, because many respect the same one.
  const key = readings
    .map(({ id, instead, insteadForNull, respects }) =>
      (instead ?? insteadForNull) === undefined ? `respects ${respects}` : id,
    )
    .join('\n');
  const kept = factsByReadings.get(known) ?? new Map<string, Known>();
  factsByReadings.set(known, kept);
  const found = kept.get(key);
  if (found !== undefined) return found;
  const { equals, like, ilike, ...others } = known.comparisonRules;
  const respected = new Set(readings.flatMap(({ respects }) => respects ?? []));
  const respecting = memoizedByObject((equality: Equality): Equality => {
    // The same object, so that what is computed from it is shared.
    if (respected.size === 0) return equality;
    const kept = TRAITS.filter((trait) => respected.has(trait));
    return { ...equality, ...Object.fromEntries(kept.map((trait) => [trait, 'kept'])) };
  });
  // `ILIKE` ignores letter case by its own meaning, and not because the server does.
  const respectingButCase = memoizedByObject(
    (equality: Equality): Equality =>
      respected.size === 0 ? equality : { ...respecting(equality), case: equality.case },
  );
  const comparisonRules: ComparisonRules = {
    ...others,
    otherwise: respected.size === 0 ? known.comparisonRules : undefined,
    equals: (column) => respecting(equals(column)),
    like: (column) => respecting(like(column)),
    ilike: (column) => respectingButCase(ilike(column)),
    instead: (...criterion) => firstOf(readings, ({ instead }) => instead?.(...criterion)),
    insteadForNull: (criterion) =>
      firstOf(readings, ({ insteadForNull }) => insteadForNull?.(criterion)),
  };
  const made = { ...known, comparisonRules };
  // Many readings are tried once, and their facts would take too much memory.
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, made);
  return made;
}

/** The number of readings, or sets of readings, whose facts are kept at the same time. */
const MOST_KEPT = 20;
const factsByReadings = new WeakMap<Known, Map<string, Known>>();

function firstOf<T, V>(all: readonly T[], find: (one: T) => V | undefined): V | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
