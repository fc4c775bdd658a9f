/**
 * The conditions that generated products requests combine, and the combinations that one request
 * can have.
 */

import { modelOf } from '../../../src/harness/covering-array.js';
import { type Group, operators } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Known, Survey } from '../model/data.js';
import { surveyFor, withoutRange } from '../model/key-range.js';
import { mistakesIn } from '../model/mistakes.js';
import { UNKNOWN_PATHS } from '../questions/paths.js';

/**
 * Makes the part of a request that contains a mistake; undefined if the settings do not allow it.
 * `near` returns a token similar to the valid token.
 */
type MakesMistake = (
  target: ExportTarget,
  near: () => string | undefined,
) => ProductsQuestion | undefined;

/**
 * The mistakes of a request. A row has at most one of them, because the error of a mistake hides
 * the effect of the other conditions.
 */
export const MISTAKES = {
  none: () => ({}),
  'no token': () => ({ token: null }),
  'a malformed token': ({ destination }) => ({ token: `${destination?.token}.x` }),
  'a foreign token': () => ({ token: 'assay-foreign-token' }),
  'a token almost right': ({ destination }, near) => ({
    token: near() ?? `${destination?.token}x`,
  }),
  'the token of another destination': ({ otherDestination }) =>
    otherDestination && { token: otherDestination.token },
  'no destination': () => ({ destinationId: null }),
  'a malformed destination': ({ destination }) => ({ destinationId: `${destination?.id}abc` }),
  'a destination without data': ({ emptyDestination }) =>
    emptyDestination && { destination: emptyDestination },
  'an unknown route': () => ({ route: { path: UNKNOWN_PATHS[0] } }),
  // Not a mistake, but the data of this destination is unknown.
  'another destination': ({ otherDestination }) =>
    otherDestination && { destination: otherDestination },
} as const satisfies Readonly<Record<string, MakesMistake>>;
type MistakeName = keyof typeof MISTAKES;

/**
 * The values of the header Accept, by the names that conditions use for them; null leaves the
 * header out.
 */
export const ACCEPTS = {
  'json-api': JSON_API,
  plain: PLAIN,
  none: null,
  browser: 'text/html,*/*;q=0.8',
} as const;
/** The numbers of values in an `IN` list, by the names that conditions use for them. */
export const COUNTS = { one: 1, two: 2, twenty: 20, sixty: 60 } as const;

/**
 * The values of each factor of a products request, simplest first. The concrete values are chosen
 * from the data when a row is requested.
 */
const VALUES = {
  mistake: Object.keys(MISTAKES) as readonly MistakeName[],
  route: ['v2', 'legacy', 'filtered'],
  accept: ['json-api', 'plain', 'none', 'browser'],
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

/** The conditions of a row. A factor without a value is left out. */
export type Conditions = { readonly [N in FactorName]?: (typeof VALUES)[N][number] };

/** The conditions of the simplest request. */
export const baseConditions = Object.fromEntries(
  Object.entries(VALUES).map(([name, values]) => [name, values[0]]),
) as Required<Conditions>;

/** Conditions found in a request. They may have other values than the values in `VALUES`. */
export type Found = Readonly<Partial<Record<FactorName, string>>>;

/**
 * Returns the conditions of a request that a check has sent, so that the request counts as a row;
 * undefined for a request with a mistake.
 */
export function conditionsOf(
  asked: ProductsQuestion,
  target: ExportTarget,
  known: Known,
): Found | undefined {
  const { columns, total } = surveyFor(asked, known);
  const request = withoutRange(asked, known);
  const { route = 'v2', accept = JSON_API, limit, offset, orderBy, filter } = request;
  const hasOtherParts = (request.headers?.length ?? 0) + (request.extra?.length ?? 0) > 0;
  if (hasOtherParts || mistakesIn(target, request)?.length !== 0) return undefined;
  const kindOf = (name: string): string =>
    columns.get(name.replace(/ (?:ASC|asc)$/, ''))?.kind ?? '';
  return {
    route: typeof route === 'object' ? 'filtered' : route,
    accept: nameOf(ACCEPTS, accept),
    limit: String(limit ?? 'none'),
    offset: nameOffset(offset, total),
    orderBy: orderBy === undefined ? 'none' : kindOf(orderBy),
    groupBy: request.groupBy === undefined ? 'none' : 'column',
    mode: filter?.mode ?? 'none',
    groups: String(filter?.groups.length ?? 0),
    ...conditionsOfGroup(filter?.groups[0], kindOf),
  };
}

/** The name of a value in a table of names; empty if the table does not contain the value. */
const nameOf = (names: Readonly<Record<string, unknown>>, value: unknown): string =>
  Object.keys(names).find((name) => names[name] === value) ?? '';

function nameOffset(offset: number | string | undefined, total: number): string {
  if (offset === Math.floor(total / 2)) return 'half';
  return offset === total - 1 ? 'last' : String(offset ?? 'none');
}

/** The conditions of the first group of a filter and of its first criterion. */
function conditionsOfGroup(group: Group | undefined, kindOf: (name: string) => string): Found {
  const { mode = 'none', criteria } = group ?? {};
  const [first] = criteria ?? [];
  return {
    criteria: String(criteria?.length ?? 1),
    groupMode: mode,
    operator: first?.operator ?? '=',
    values: nameOf(COUNTS, Array.isArray(first?.value) ? first.value.length : 1),
    kind: first === undefined ? 'number' : kindOf(first.column),
  };
}

/** The maximum number of criteria in a filter, so that the URL is not too long for any server. */
const MOST_CRITERIA = 12;

/** The factors that describe criteria. */
const CRITERIA = ['criteria', 'groupMode', 'operator', 'values', 'kind'] as const;

/** Whether one request can have all of these conditions. */
function canOccurTogether(conditions: Conditions): boolean {
  return (
    mayHaveMistake(conditions) && mayHaveParameters(conditions) && mayHaveCriterion(conditions)
  );
}

/**
 * Whether a mistake is possible on this route: an unknown route has no variants, and v2 has its
 * destination in the path.
 */
function mayHaveMistake({ mistake, route }: Conditions): boolean {
  if (mistake === 'an unknown route') return route === undefined || route === 'v2';
  const isOfDestination = mistake === 'no destination' || mistake === 'a malformed destination';
  return !(isOfDestination && route === 'v2');
}

/** Whether one request can have this route with these parameters. */
function mayHaveParameters(conditions: Conditions): boolean {
  const { route, groups, criteria, mode = 'none', orderBy = 'none', groupBy = 'none' } = conditions;
  const isFiltered = groups !== undefined && groups !== '0';
  if (isFiltered && (route === 'filtered' || groupBy !== 'none')) return false;
  if (route === 'filtered' && mode !== 'none') return false;
  if (groupBy !== 'none' && orderBy !== 'none') return false;
  // A request without groups has no criteria to vary. The filtered route and groupBy are never
  // combined with groups of a filter.
  const isUnfiltered = groups === '0' || route === 'filtered' || groupBy === 'column';
  const isVaried = CRITERIA.some(
    (name) => (conditions[name] ?? baseConditions[name]) !== baseConditions[name],
  );
  if (isUnfiltered && isVaried) return false;
  return (
    !isFiltered || criteria === undefined || Number(groups) * Number(criteria) <= MOST_CRITERIA
  );
}

/** Whether a criterion can have this operator with this number of values on this kind of column. */
function mayHaveCriterion({ operator, values, kind }: Conditions): boolean {
  if (operator === undefined) return true;
  if (values !== undefined && !operator.endsWith('IN') && values !== 'one') return false;
  if (kind === 'number') return !operator.includes('LIKE');
  return kind !== 'text' || !/[<>]|BETWEEN/.test(operator);
}

/**
 * The models of covering arrays for products requests: the conditions, each with the values that
 * the data and the settings of the target allow.
 */
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
    mistake: (value) =>
      value !== 'none' && MISTAKES[value as MistakeName](target, () => '') !== undefined,
  };
  const { mistake, ...right } = Object.fromEntries(
    Object.entries(VALUES).map(([name, values]) => [
      name,
      values.filter(offered[name as FactorName] ?? (() => true)),
    ]),
  ) as unknown as { readonly [N in FactorName]: readonly (typeof VALUES)[N][number][] };
  const { route, limit, offset, orderBy, groupBy, mode, groups } = right;
  const among = <T extends string>(values: readonly T[], ...some: readonly T[]): readonly T[] =>
    values.filter((value) => some.includes(value));
  // The document leaves open which format a browser's Accept selects (EXP-NEG-8), but a request
  // with a mistake must also be refused with this Accept.
  const accept = among(right.accept, 'json-api', 'plain', 'none');
  const model = <V extends Readonly<Record<string, readonly string[]>>>(values: V) =>
    modelOf(values, canOccurTogether);
  return {
    /** Requests without a mistake. */
    right: model({ ...right, accept }),
    /** Requests with one mistake. */
    wrong: model({
      ...{ mistake, route, accept: right.accept, limit: among(limit, 'none', '1', '100') },
      ...{
        offset: among(offset, 'none', '1'),
        orderBy,
        groupBy,
        mode,
        groups: among(groups, '0', '1', '2'),
      },
    }),
    /** Requests with a mistake, a route and a format, in all combinations of the three. */
    refusals: model({ mistake, route, accept }),
    /** Requests for lists. They combine only conditions that need no filter. */
    lists: model({ route, accept, limit, offset, orderBy, groupBy, mode }),
  };
}
