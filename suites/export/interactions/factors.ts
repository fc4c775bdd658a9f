import type { Allows, Factor } from '../../../src/harness/index.js';
import type { ExportTarget } from '../../../src/target/index.js';
import type { Operator } from '../request/filter.js';
import type { Survey } from '../survey/survey.js';

/** Values of the factors of a products request; what they stand for is found in the data when a row is asked. */
const VALUES = {
  route: ['v2', 'legacy', 'filtered', 'unknown'],
  accept: ['json-api', 'plain', 'none'],
  token: ['valid', 'missing', 'malformed', 'foreign', 'of another destination', 'almost right'],
  destination: ['own', 'header missing', 'header malformed', 'another', 'without data'],
  limit: ['none', '1', '2', '7', '99', '100'],
  offset: ['none', '1', 'half', 'last', '100'],
  orderBy: ['none', 'number', 'text'],
  groupBy: ['none', 'column'],
  mode: ['none', 'AND', 'OR'],
  groups: ['0', '1', '2', '3', '4', '5'],
  criteria: ['1', '2', '3', '4', '5'],
  groupMode: ['none', 'AND', 'OR'],
  operator: [
    '=',
    '!=',
    '>',
    '<',
    '>=',
    '<=',
    'LIKE',
    'NOT LIKE',
    'ILIKE',
    'NOT ILIKE',
    'IN',
    'NOT IN',
    'IS',
    'IS NOT',
    'BETWEEN',
    'NOT BETWEEN',
  ] satisfies readonly Operator[],
  values: ['one', 'two', 'twenty', 'sixty'],
  kind: ['number', 'text'],
} as const;

export type FactorName = keyof typeof VALUES;
export const FACTORS = Object.keys(VALUES) as readonly FactorName[];

/** A row by name; a factor that has no value yet is missing. */
export type Conditions = { readonly [N in FactorName]?: (typeof VALUES)[N][number] };

const BASE: Required<Conditions> = {
  route: 'v2',
  accept: 'json-api',
  token: 'valid',
  destination: 'own',
  limit: 'none',
  offset: 'none',
  orderBy: 'none',
  groupBy: 'none',
  mode: 'none',
  groups: '0',
  criteria: '1',
  groupMode: 'none',
  operator: '=',
  values: 'one',
  kind: 'number',
};

/** What the data and the settings of a target cannot ask, and what would make two mistakes or no question. */
export function model(target: ExportTarget, survey: Survey, nullable: boolean): Model {
  const columns = [...survey.columns.values()];
  const has = (kind: 'number' | 'text'): boolean => columns.some((one) => one.kind === kind && one.values.size > 1);
  const offered: Readonly<Partial<Record<FactorName, (value: string) => boolean>>> = {
    token: (value) => value !== 'of another destination' || target.otherDestination !== undefined,
    destination: (value) =>
      value === 'another'
        ? target.otherDestination !== undefined
        : value !== 'without data' || target.emptyDestination !== undefined,
    orderBy: (value) => value === 'none' || has(value as 'number' | 'text'),
    kind: (value) => has(value as 'number' | 'text'),
    operator: (value) => nullable || !value.startsWith('IS'),
    offset: (value) => value === 'none' || survey.total > (value === '100' ? 101 : 3),
    limit: (value) => value === 'none' || Number(value) <= Math.max(2, survey.total),
  };
  const factors = FACTORS.map((name) => ({
    name,
    values: VALUES[name].filter((value) => offered[name]?.(value) ?? true),
  }));
  return { factors, allows: tabled(factors) };
}

export interface Model {
  readonly factors: readonly (Factor & { readonly name: FactorName })[];
  /** Whether two values may stand together, each by the places of its factor and of itself. */
  readonly allows: Allows;
}

/** The constraints, worked out once for all pairs of values. */
function tabled(factors: Model['factors']): Allows {
  const starts = factors.map((_, at) => factors.slice(0, at).reduce((sum, { values }) => sum + values.length, 0));
  const all = factors.flatMap(({ name, values }) => values.map((value) => ({ name, value })));
  const table = all.map((a) =>
    all.map((b) => a.name === b.name || mayStandTogether({ [a.name]: a.value, [b.name]: b.value } as Conditions)),
  );
  const at = (factor: number, value: number): number => (starts[factor] ?? 0) + value;
  return (factor, value, other, otherValue) => table[at(factor, value)]?.[at(other, otherValue)] ?? false;
}

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
  if (unfiltered && CRITERIA.some((name) => (conditions[name] ?? BASE[name]) !== BASE[name])) return false;
  if (filtered && criteria !== undefined && Number(groups) * Number(criteria) > 12) return false;
  if (operator === undefined) return true;
  if (values !== undefined && !LISTS.includes(operator) && values !== 'one') return false;
  if (kind === 'number' && operator.includes('LIKE')) return false;
  if (kind === 'text' && ['>', '<', '>=', '<=', 'BETWEEN', 'NOT BETWEEN'].includes(operator)) return false;
  return true;
}

export const baseConditions = BASE;
