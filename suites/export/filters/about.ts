/**
 * Conditions that decide which clause about filters applies to a request, and the rule that all
 * these clauses share.
 */

import type { Criterion, Operator } from '../../../src/protocol/export/filter.js';
import type { Asked } from '../model/comparison.js';
import { sameDigits } from '../relations/same-digits.js';
import { comparing, type Parts, type When } from '../topic.js';

/** Whether the request is for the v2 route and has a filter. */
export const isFiltered: When = ({ route, filter }) => route === 'v2' && filter !== undefined;

/**
 * The criterion of a filter with a single criterion, even beside empty groups; undefined for any
 * other filter.
 */
export function singleCriterion({ filter }: Asked): Criterion | undefined {
  const [criterion, second] = filter?.groups.flatMap(({ criteria }) => criteria) ?? [];
  return second === undefined ? criterion : undefined;
}

/** The criterion of a filter with one group of one criterion; undefined for any other filter. */
function criterionOfOneGroup({ filter }: Asked): Criterion | undefined {
  const [group, another] = filter?.groups ?? [];
  const [criterion, second] = group?.criteria ?? [];
  return (another ?? second) === undefined ? criterion : undefined;
}

/** Whether the value is a blank text, which a server may read as a missing value. */
const isBlank = ({ value }: Criterion): boolean => typeof value === 'string' && value.trim() === '';

/** Whether a request filters by a single criterion that has one of the given operators. */
export const byOne =
  (...operators: readonly Operator[]): When =>
  (asked) => {
    const criterion = criterionOfOneGroup(asked);
    return criterion !== undefined && !isBlank(criterion) && operators.includes(criterion.operator);
  };

/** Whether a request filters by a single blank text. */
export const byBlank: When = (asked) => {
  const criterion = criterionOfOneGroup(asked);
  return criterion !== undefined && isBlank(criterion);
};

/** Whether a request filters by one group of several criteria. */
export const byOneGroup: When = (asked) =>
  asked.filter?.groups.length === 1 && criterionOfOneGroup(asked) === undefined;

const isOfSeveralGroups: When = ({ filter }) => (filter?.groups.length ?? 0) > 1;
const hasOneEach: When = ({ filter }) =>
  filter?.groups.every(({ criteria }) => criteria.length === 1) ?? false;

/** Whether a request filters by several groups with one criterion each. */
export const byGroupsOfOne: When = (asked) => isOfSeveralGroups(asked) && hasOneEach(asked);

/** Whether a request filters by several groups, at least one of which has several criteria. */
export const byGroupsOfSeveral: When = (asked) => isOfSeveralGroups(asked) && !hasOneEach(asked);

/**
 * The rule and the relation of a clause about filters. They test the records, and also their number
 * if the request has no other parameter; otherwise EXP-FILT-12 tests the number.
 */
export function filtering(when: When, more: Parts = {}) {
  const isAbout: When = (asked) => isFiltered(asked) && when(asked);
  const isAlone: When = (asked) => isAbout(asked) && asked.isBare;
  return {
    rule: comparing({ records: isAbout, total: isAlone, ...more }),
    relation: sameDigits(isAbout),
  };
}
