import type { Allows, Factor } from '../../../src/harness/index.js';
import type { ExportTarget } from '../../../src/target/index.js';
import { operators } from '../request/filter.js';
import type { Survey } from '../survey/survey.js';

/** Values of the factors of a products request; what they stand for is found in the data when a row is asked. */
const VALUES = {
  route: ['v2', 'legacy', 'filtered', 'unknown'],
  accept: ['json-api', 'plain', 'none', 'browser'],
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
  operator: operators,
  values: ['one', 'two', 'twenty', 'sixty'],
  kind: ['number', 'text'],
} as const;

type FactorName = keyof typeof VALUES;
const FACTORS = Object.keys(VALUES) as readonly FactorName[];

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

/** A value of a factor, and the conditions that it stands for. */
interface Value {
  readonly name: string;
  readonly conditions: Conditions;
}

interface ModelFactor extends Factor {
  readonly stands: readonly Conditions[];
}

/** Factors of requests and which of their values may stand together, each by the places of its factor and of itself. */
export interface Model {
  readonly factors: readonly ModelFactor[];
  readonly allows: Allows;
}

const modelOf = (factors: readonly (readonly [name: string, values: readonly Value[]])[]): Model => {
  const made = factors.map(([name, values]) => ({
    name,
    values: values.map((value) => value.name),
    stands: values.map(({ conditions }) => conditions),
  }));
  return { factors: made, allows: tabled(made) };
};

/** The mistakes that a request may make, one at a time: an error hides what else is asked, so they have rows of their own. */
const MISTAKES: readonly Value[] = [
  { name: 'no token', conditions: { token: 'missing' } },
  { name: 'a malformed token', conditions: { token: 'malformed' } },
  { name: 'a foreign token', conditions: { token: 'foreign' } },
  { name: 'a token almost right', conditions: { token: 'almost right' } },
  { name: 'the token of another destination', conditions: { token: 'of another destination' } },
  { name: 'no destination', conditions: { destination: 'header missing' } },
  { name: 'a malformed destination', conditions: { destination: 'header malformed' } },
  { name: 'a destination without data', conditions: { destination: 'without data' } },
  { name: 'an unknown route', conditions: { route: 'unknown' } },
  // No mistake, but of its data nothing is known.
  { name: 'another destination', conditions: { destination: 'another' } },
];

/** The models of a products request on what the data and the settings of a target can ask. */
export function models(
  target: ExportTarget,
  survey: Survey,
  nullable: boolean,
): {
  /** Requests without a mistake. */
  readonly right: Model;
  /** Requests with one. */
  readonly wrong: Model;
  /** A mistake, route and format alone: what is brought together three at a time. */
  readonly doors: Model;
  /** Likewise the window, order and groups of a list on each route and in each format. */
  readonly lists: Model;
} {
  const columns = [...survey.columns.values()];
  const has = (kind: 'number' | 'text'): boolean =>
    columns.some((column) => column.kind === kind && column.values.size > 1);
  const offered: Readonly<Partial<Record<FactorName, (value: string) => boolean>>> = {
    orderBy: (value) => value === 'none' || has(value as 'number' | 'text'),
    kind: (value) => has(value as 'number' | 'text'),
    operator: (value) => nullable || !value.startsWith('IS'),
    offset: (value) => value === 'none' || survey.total > (value === '100' ? 101 : 3),
    limit: (value) => value === 'none' || Number(value) <= Math.max(2, survey.total),
    route: (value) => value !== 'unknown',
  };
  const factor = (name: FactorName, among: readonly string[] = VALUES[name]): readonly [string, readonly Value[]] => [
    name,
    among
      .filter((value) => offered[name]?.(value) ?? true)
      .map((value) => ({ name: value, conditions: { [name]: value } as Conditions })),
  ];
  const can = ({ conditions: { token, destination } }: Value): boolean =>
    (token !== 'of another destination' || target.otherDestination !== undefined) &&
    (destination !== 'another' || target.otherDestination !== undefined) &&
    (destination !== 'without data' || target.emptyDestination !== undefined);
  const mistake = ['mistake', MISTAKES.filter(can)] as const;
  // What a browser accepts is open (EXP-NEG-8), and opens nothing all the same.
  const [route, accept] = [factor('route'), factor('accept', ['json-api', 'plain', 'none'])];
  const others = FACTORS.filter((name) => !['route', 'accept', 'token', 'destination'].includes(name));
  return {
    right: modelOf([route, accept, ...others.map((name) => factor(name))]),
    wrong: modelOf([
      mistake,
      route,
      factor('accept'),
      factor('limit', ['none', '1', '100']),
      factor('offset', ['none', '1']),
      factor('orderBy'),
      factor('groupBy'),
      factor('mode'),
      factor('groups', ['0', '1', '2']),
    ]),
    doors: modelOf([mistake, route, accept]),
    lists: modelOf([
      route,
      accept,
      ...(['limit', 'offset', 'orderBy', 'groupBy', 'mode'] as const).map((name) => factor(name)),
    ]),
  };
}

/** The constraints, worked out once for all pairs of values. */
function tabled(factors: readonly ModelFactor[]): Allows {
  const starts = factors.map((_, at) => factors.slice(0, at).reduce((sum, { values }) => sum + values.length, 0));
  const all = factors.flatMap(({ name, stands }) => stands.map((conditions) => ({ name, conditions })));
  const table = all.map((a) =>
    all.map(
      (b) =>
        a.name === b.name ||
        (isApart(a.conditions, b.conditions) && mayStandTogether(together([a.conditions, b.conditions]))),
    ),
  );
  const at = (factor: number, value: number): number => (starts[factor] ?? 0) + value;
  return (factor, value, other, otherValue) => table[at(factor, value)]?.[at(other, otherValue)] ?? false;
}

/** A route that is none stands beside the first of the others alone: it names no other. */
const isApart = (a: Conditions, b: Conditions): boolean =>
  a.route === undefined || b.route === undefined || (a.route === 'unknown' ? b : a).route === 'v2';

/** Conditions together; a mistake says more than what it is made in. */
export function together(parts: readonly Conditions[]): Conditions {
  const all: Conditions = Object.assign({}, ...parts);
  return parts.some(({ route }) => route === 'unknown') ? { ...all, route: 'unknown' } : all;
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
