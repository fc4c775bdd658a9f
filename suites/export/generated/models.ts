import type { ExportTarget } from '../../../src/harness/suite.js';
import { type Allows, type Factor, memoized } from '../../../src/harness/tuples.js';
import type { Survey } from '../survey/data.js';
import { baseConditions, type Conditions, type FactorName, MISTAKES, type MistakeName, VALUES } from './conditions.js';

/** The condition that a value of a factor is. */
export const conditionAt = (factors: readonly Factor[], factor: number, value: number): Conditions => {
  const { name = '', values = [] } = factors[factor] ?? {};
  return { [name]: values[value] };
};

/** Which values may stand together. */
const constraintsOf = (factors: readonly Factor[]): Allows =>
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

/** Factors of requests and which of their values may stand together, each by the places of its factor and of itself. */
export interface Model {
  readonly factors: readonly Factor[];
  readonly allows: Allows;
}

const modelOf = (...factors: readonly Factor[]): Model => ({ factors, allows: constraintsOf(factors) });

/** The models of a products request on what the data and the settings of a target can ask. */
export function models(target: ExportTarget, survey: Survey, nullable: boolean) {
  const columns = [...survey.columns.values()];
  const has = (kind: 'number' | 'text'): boolean =>
    columns.some((column) => column.kind === kind && column.values.size > 1);
  const offered: Readonly<Partial<Record<FactorName, (value: string) => boolean>>> = {
    orderBy: (value) => value === 'none' || has(value as 'number' | 'text'),
    kind: (value) => has(value as 'number' | 'text'),
    operator: (value) => nullable || !value.startsWith('IS'),
    offset: (value) => value === 'none' || survey.total > (value === '100' ? 101 : 3),
    limit: (value) => value === 'none' || Number(value) <= Math.max(2, survey.total),
    mistake: (value) => value !== 'none' && MISTAKES[value as MistakeName](target, () => '') !== undefined,
  };
  const factor = (name: FactorName, among: readonly string[] = VALUES[name]): Factor => ({
    name,
    values: among.filter((value) => offered[name]?.(value) ?? true),
  });
  // What a browser accepts is open (EXP-NEG-8), and opens nothing all the same.
  const [mistake, route, accept] = [
    factor('mistake'),
    factor('route'),
    factor('accept', ['json-api', 'plain', 'none']),
  ];
  const lists = (['limit', 'offset', 'orderBy', 'groupBy', 'mode'] as const).map((name) => factor(name));
  const filters = (['groups', 'criteria', 'groupMode', 'operator', 'values', 'kind'] as const).map((name) =>
    factor(name),
  );
  return {
    /** Requests without a mistake. */
    right: modelOf(route, accept, ...lists, ...filters),
    /** Requests with one. */
    wrong: modelOf(
      ...[mistake, route, factor('accept'), factor('limit', ['none', '1', '100']), factor('offset', ['none', '1'])],
      ...[factor('orderBy'), factor('groupBy'), factor('mode'), factor('groups', ['0', '1', '2'])],
    ),
    /** A mistake, route and format alone: what is brought together three at a time. */
    doors: modelOf(mistake, route, accept),
    /** Likewise the window, order and groups of a list on each route and in each format. */
    lists: modelOf(route, accept, ...lists),
  };
}
