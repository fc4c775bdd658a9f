/**
 * Restricts requests to the key range: the records between two values of the key. If the data is
 * too large to be read completely, only the key range is read completely.
 */

import {
  alongWith,
  type Criterion,
  describeCriterion,
  type Group,
  only,
} from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { isUnsettled, type Known, type Survey } from './data.js';
import { type ExpectedRecords, expectedRecords } from './expected-records.js';
import { filterIn } from './request.js';

/** The records that the filter of a request must select or may select. */
export function matching(request: ProductsQuestion, known: Known): ExpectedRecords {
  const filter = filterIn(request, known);
  const survey = surveyFor(request, known);
  if (filter !== undefined) return expectedRecords(filter, survey, known.comparisonRules);
  const { records, changes } = survey;
  if (changes === undefined) return { required: records, optional: [] };
  return {
    required: records.filter((record) => !isUnsettled(record, survey)),
    optional: [...changes.removed, ...records.filter((record) => isUnsettled(record, survey))],
  };
}

/**
 * Returns the facts that a response is compared with. These are facts about the key range if the
 * filter selects no record outside of it, and otherwise facts about all data.
 */
export function surveyFor(question: ProductsQuestion, known: Known): Survey {
  const { survey, whole } = known;
  const { keyRange } = survey;
  const filter = filterIn(question, known);
  if (filter === undefined || keyRange === undefined) return whole;
  const selectsInside = (criterion: Criterion): boolean =>
    keyRange.every((bound) => isSame(criterion, bound) || isWithin(criterion, bound));
  const staysInside = ({ mode, criteria }: Group): boolean =>
    mode === 'OR'
      ? criteria.every(selectsInside)
      : criteria.some(selectsInside) ||
        keyRange.every((bound) => criteria.some((criterion) => isSame(criterion, bound)));
  const isInside =
    filter.mode === 'OR' ? filter.groups.every(staysInside) : filter.groups.some(staysInside);
  return isInside ? survey : whole;
}

const isSame = (a: Criterion, b: Criterion): boolean =>
  describeCriterion(a) === describeCriterion(b);

const isWithin = ({ column, operator, value }: Criterion, bound: Criterion): boolean =>
  column === bound.column &&
  ['=', 'IN', 'BETWEEN'].includes(operator) &&
  [value]
    .flat()
    .every(
      (one) =>
        typeof one === 'number' &&
        (bound.operator === '>=' ? one >= Number(bound.value) : one <= Number(bound.value)),
    );

/**
 * Restricts a request to the key range. The request stays unchanged if all data is known, or if its
 * filter or route cannot be combined with the criteria of the range.
 */
export function within<Q extends ProductsQuestion>(known: Known, question: Q): Q {
  const { keyRange } = known.survey;
  const { filter, route } = question;
  const isInside = surveyFor(question, known) === known.survey;
  if (keyRange === undefined || isInside || typeof route === 'object') return question;
  const inside =
    filter === undefined || filter.groups.length === 0
      ? { ...filter, ...only(...keyRange) }
      : alongWith(filter, keyRange);
  return inside === undefined
    ? question
    : { wireEncoding: known.wireEncoding, ...question, filter: inside };
}

/**
 * Removes the criteria of the key range. The remaining criteria decide which clauses the request
 * tests.
 */
export function withoutRange<Q extends ProductsQuestion>(question: Q, known: Known | undefined): Q {
  const keyRange = known?.survey.keyRange ?? [];
  const { filter } = question;
  if (known === undefined || filter === undefined || surveyFor(question, known) === known.whole)
    return question;
  const groups = filter.groups
    .map((group) => ({
      ...group,
      criteria: group.criteria.filter((one) => !keyRange.some((other) => isSame(one, other))),
    }))
    .filter(({ criteria }) => criteria.length > 0);
  return { ...question, filter: groups.length === 0 ? undefined : { ...filter, groups } };
}

/**
 * Returns unrestricted requests if all data is known. Otherwise the first request covers all data,
 * because the filter of the key range may hide a fault. Then come the requests restricted to the
 * key range, with the restricted form of the first request at their end, and last the remaining
 * requests for all data.
 */
export function everywhere(
  known: Known,
  questionsOn: (part: Survey) => readonly ProductsQuestion[],
): readonly ProductsQuestion[] {
  const [first, ...others] = questionsOn(known.whole);
  if (first === undefined || known.survey.keyRange === undefined) return questionsOn(known.whole);
  const inside = questionsOn(known.survey).map((question) => within(known, question));
  return [first, ...inside.slice(1), ...inside.slice(0, 1), ...others];
}
