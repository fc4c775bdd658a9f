/**
 * Conditions that decide which clause about filters applies to a request, and the rule of these
 * clauses.
 */

import { type Criterion, criteriaOf, type Operator } from '../../../src/protocol/export/filter.js';
import type { Asked } from '../model/comparison.js';
import { sameDigits } from '../relations/same-digits.js';
import { comparing, type Parts, type When } from '../topic.js';

export const isFiltered: When = ({ route, filter }) => route === 'v2' && filter !== undefined;

/**
 * Whether the clause is about the records that a filter selects. The clauses about letter case
 * (EXP-FILT-4) and null (EXP-FILT-18) are not, because they test single values in a response.
 */
export const isOfRecords = (clause: string): boolean =>
  clause.startsWith('EXP-FILT-') && clause !== 'EXP-FILT-4' && clause !== 'EXP-FILT-18';

/** The only criterion of a filter. Groups without criteria are ignored. */
export function singleCriterion({ filter }: Asked): Criterion | undefined {
  const [criterion, second] = criteriaOf({ filter });
  return second === undefined ? criterion : undefined;
}

function criterionOfOneGroup({ filter }: Asked): Criterion | undefined {
  const [group, another] = filter?.groups ?? [];
  const [criterion, second] = group?.criteria ?? [];
  return (another ?? second) === undefined ? criterion : undefined;
}

/** Blank texts are tested separately, because a server may read them as a missing value. */
const isBlank = ({ value }: Criterion): boolean => typeof value === 'string' && value.trim() === '';

/** A filter of one criterion with one of the operators. Its value is not a blank text. */
export const byOne =
  (...operators: readonly Operator[]): When =>
  (asked) => {
    const criterion = criterionOfOneGroup(asked);
    return criterion !== undefined && !isBlank(criterion) && operators.includes(criterion.operator);
  };

/** A filter of one criterion whose value is a blank text. */
export const byBlank: When = (asked) => {
  const criterion = criterionOfOneGroup(asked);
  return criterion !== undefined && isBlank(criterion);
};

/** A filter of one group without criteria or with several criteria. */
export const byOneGroup: When = (asked) =>
  asked.filter?.groups.length === 1 && criterionOfOneGroup(asked) === undefined;

const isOfSeveralGroups: When = ({ filter }) => (filter?.groups.length ?? 0) > 1;
const hasOneEach: When = ({ filter }) =>
  filter?.groups.every(({ criteria }) => criteria.length === 1) ?? false;

export const byGroupsOfOne: When = (asked) => isOfSeveralGroups(asked) && hasOneEach(asked);

export const byGroupsOfSeveral: When = (asked) => isOfSeveralGroups(asked) && !hasOneEach(asked);

/**
 * The rule and the relation of a clause about filters. The rule tests the records, and also the
 * total if the request has no other parameter. EXP-FILT-12 tests the total for requests with other
 * parameters. `more` adds parts to the rule.
 */
export function ruleAndRelation(when: When, more: Parts = {}) {
  const isAbout: When = (asked) => isFiltered(asked) && when(asked);
  const isAlone: When = (asked) => isAbout(asked) && asked.isBare;
  return {
    rule: comparing({ records: isAbout, total: isAlone, ...more }),
    relation: sameDigits(isAbout),
  };
}
