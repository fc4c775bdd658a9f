import type { ExportTarget } from '../../../src/target/index.js';
import type { Factor } from '../../covering-array.js';
import type { Operator } from '../request/filter.js';
import type { Survey } from '../survey/survey.js';

/** Values of the factors of a products request; what they stand for is found in the data when a row is asked. */
export const VALUES = {
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
  return { factors, allows };
}

export interface Model {
  readonly factors: readonly (Factor & { readonly name: FactorName })[];
  /** Whether conditions may stand together. */
  readonly allows: (conditions: Conditions) => boolean;
}

const LISTS: readonly string[] = ['IN', 'NOT IN'];

function allows(conditions: Conditions): boolean {
  const { route, token, destination, groups, criteria, groupMode, operator, values, kind, mode, orderBy, groupBy } =
    conditions;
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
  // Without groups there are no criteria to vary.
  if (groups === '0' && ((criteria ?? '1') !== '1' || (groupMode ?? 'none') !== 'none')) return false;
  if (
    groups === '0' &&
    ((operator !== undefined && operator !== '=') || (values ?? 'one') !== 'one' || (kind ?? 'number') !== 'number')
  )
    return false;
  if (filtered && criteria !== undefined && Number(groups) * Number(criteria) > 12) return false;
  if (operator === undefined) return true;
  if (values !== undefined && !LISTS.includes(operator) && values !== 'one') return false;
  if (kind === 'number' && operator.includes('LIKE')) return false;
  if (kind === 'text' && ['>', '<', '>=', '<=', 'BETWEEN', 'NOT BETWEEN'].includes(operator)) return false;
  return true;
}

/** The simplest request: what is taken away from a row goes back to this. */
export const base = (name: FactorName): string => BASE[name];
export const baseConditions = BASE;
