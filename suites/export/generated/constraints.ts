import { type Allows, type Factor, memoized } from '../../../src/harness/tuples.js';
import { baseConditions, type Conditions, together } from './conditions.js';

/** A factor whose values stand for conditions. */
export interface ModelFactor extends Factor {
  readonly stands: readonly Conditions[];
}

/** Which values may stand together. */
export const constraintsOf = (factors: readonly ModelFactor[]): Allows =>
  memoized(factors, (factor, value, other, otherValue) => {
    const one = factors[factor]?.stands[value] ?? {};
    const two = factors[other]?.stands[otherValue] ?? {};
    return factor === other || (isApart(one, two) && mayStandTogether(together([one, two])));
  });

/** A route that is none stands beside the first of the others alone: it names no other. */
const isApart = (a: Conditions, b: Conditions): boolean =>
  a.route === undefined || b.route === undefined || (a.route === 'unknown' ? b : a).route === 'v2';

const LISTS: readonly string[] = ['IN', 'NOT IN'];

/** What there is to vary about criteria. */
const CRITERIA = ['criteria', 'groupMode', 'operator', 'values', 'kind'] as const;

/** Whether two conditions make one question, with at most one mistake. */
function mayStandTogether(conditions: Conditions): boolean {
  const { route, token, destination, groups, criteria, operator, values, kind, mode, orderBy, groupBy } = conditions;
  const mistakes =
    Number(token !== undefined && token !== 'valid') +
    Number(destination?.startsWith('header') ?? false) +
    Number(route === 'unknown') +
    Number(destination === 'without data');
  if (mistakes > 1) return false;
  if (destination?.startsWith('header') && (route === 'v2' || route === 'unknown')) return false;
  if (route === 'unknown' && (destination ?? 'own') !== 'own') return false;
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
  if (values !== undefined && !LISTS.includes(operator) && values !== 'one') return false;
  if (kind === 'number' && operator.includes('LIKE')) return false;
  if (kind === 'text' && ['>', '<', '>=', '<=', 'BETWEEN', 'NOT BETWEEN'].includes(operator)) return false;
  return true;
}
