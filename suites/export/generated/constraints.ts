import { type Allows, type Factor, memoized } from '../../../src/harness/tuples.js';
import { baseConditions, type Conditions } from './conditions.js';

/** The condition that a value of a factor is. */
export const conditionAt = (factors: readonly Factor[], factor: number, value: number): Conditions => {
  const { name = '', values = [] } = factors[factor] ?? {};
  return { [name]: values[value] };
};

/** Which values may stand together. */
export const constraintsOf = (factors: readonly Factor[]): Allows =>
  memoized(factors, (factor, value, other, otherValue) => {
    const both = { ...conditionAt(factors, factor, value), ...conditionAt(factors, other, otherValue) };
    return factor === other || mayStandTogether(both);
  });

/** What there is to vary about criteria. */
const CRITERIA = ['criteria', 'groupMode', 'operator', 'values', 'kind'] as const;

/** Whether two conditions make one question. */
function mayStandTogether(conditions: Conditions): boolean {
  const { mistake, route, groups, criteria, operator, values, kind, mode, orderBy, groupBy } = conditions;
  // A route that is none stands beside the first of the others alone, and v2 has its destination in the path.
  if (mistake === 'an unknown route' && route !== undefined && route !== 'v2') return false;
  if ((mistake === 'no destination' || mistake === 'a malformed destination') && route === 'v2') return false;
  const filtered = groups !== undefined && groups !== '0';
  if (filtered && (route === 'filtered' || (groupBy ?? 'none') !== 'none')) return false;
  if (route === 'filtered' && (mode ?? 'none') !== 'none') return false;
  if ((groupBy ?? 'none') !== 'none' && (orderBy ?? 'none') !== 'none') return false;
  // Without groups there are no criteria to vary; the path and groupBy stand without groups.
  const unfiltered = groups === '0' || route === 'filtered' || groupBy === 'column';
  if (unfiltered && CRITERIA.some((name) => (conditions[name] ?? baseConditions[name]) !== baseConditions[name]))
    return false;
  if (filtered && criteria !== undefined && Number(groups) * Number(criteria) > 12) return false;
  if (operator === undefined) return true;
  if (values !== undefined && !operator.endsWith('IN') && values !== 'one') return false;
  if (kind === 'number' && operator.includes('LIKE')) return false;
  if (kind === 'text' && /[<>]|BETWEEN/.test(operator)) return false;
  return true;
}
