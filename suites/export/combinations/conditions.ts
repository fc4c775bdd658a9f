/** Conditions of generated products requests, and the combinations that one request can have. */

import { modelOf } from '../../../src/harness/covering-array.js';
import {
  type Group,
  type Operator,
  operators,
  takes,
} from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Known, Survey } from '../model/data.js';
import { surveyFor, withoutRange } from '../model/key-range.js';
import { mistakesIn } from '../model/mistakes.js';
import { UNKNOWN_PATHS } from '../questions/paths.js';
import { kindsFor } from '../wrong-readings/candidate-values.js';

/**
 * Returns the part of a request that contains the mistake. Returns undefined if a setting for the
 * mistake is missing. `similarToken` returns a token that differs little from the valid token.
 */
type MakeMistake = (
  target: ExportTarget,
  similarToken: () => string | undefined,
) => ProductsQuestion | undefined;

/**
 * A request has at most one mistake, because the error response hides the effect of any other
 * condition.
 */
export const MISTAKES = {
  none: () => ({}),
  'no token': () => ({ token: null }),
  'a malformed token': ({ destination }) => ({ token: `${destination?.token}.x` }),
  'a foreign token': () => ({ token: 'assay-foreign-token' }),
  'a token almost right': ({ destination }, similarToken) => ({
    token: similarToken() ?? `${destination?.token}x`,
  }),
  'the token of another destination': ({ otherDestination }) =>
    otherDestination && { token: otherDestination.token },
  'no destination': () => ({ destinationId: null }),
  'a malformed destination': ({ destination }) => ({ destinationId: `${destination?.id}abc` }),
  'a destination without data': ({ emptyDestination }) =>
    emptyDestination && { destination: emptyDestination },
  'an unknown route': () => ({ route: { path: UNKNOWN_PATHS[0] } }),
  // This request is correct. It is listed here because the data of this destination is unknown. The
  // effects of the other conditions are therefore unknown, too.
  'another destination': ({ otherDestination }) =>
    otherDestination && { destination: otherDestination },
} as const satisfies Readonly<Record<string, MakeMistake>>;
type MistakeName = keyof typeof MISTAKES;

/** Values of the header Accept; null leaves the header out. */
export const ACCEPTS = {
  'json-api': JSON_API,
  plain: PLAIN,
  none: null,
  browser: 'text/html,*/*;q=0.8',
} as const;
/** The numbers of values that an `IN` list may have, by name. */
export const COUNTS = { one: 1, two: 2, twenty: 20, sixty: 60 } as const;

/**
 * The possible conditions of a products request, for each factor such as the route. The simplest
 * condition comes first. Concrete values are chosen from the data later.
 */
const VALUES = {
  mistake: Object.keys(MISTAKES) as readonly MistakeName[],
  route: ['v2', 'legacy', 'filtered'],
  accept: ['json-api', 'plain', 'none', 'browser'],
  limit: ['none', '1', '2', '7', `${DEFAULT_LIMIT - 1}`, `${DEFAULT_LIMIT}`],
  offset: ['none', '1', 'half', 'last', `${DEFAULT_LIMIT}`],
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

/** At most one condition for each factor. A request is generated from them. */
export type Conditions = { readonly [N in FactorName]?: (typeof VALUES)[N][number] };

/** The simplest condition of each factor. */
export const baseConditions = Object.fromEntries(
  Object.entries(VALUES).map(([name, values]) => [name, values[0]]),
) as Required<Conditions>;

/**
 * The conditions of a request that was sent. They may have values that `VALUES` does not contain.
 */
export type SentConditions = Readonly<Partial<Record<FactorName, string>>>;

/**
 * Returns the conditions of a request that a check has sent. Returns undefined for a request with a
 * mistake, or with header fields or parameters that no factor describes.
 */
export function conditionsOf(
  asked: ProductsQuestion,
  target: ExportTarget,
  known: Known,
): SentConditions | undefined {
  const { columns, total } = surveyFor(asked, known);
  const request = withoutRange(asked, known);
  const { route = 'v2', accept = JSON_API, limit, offset, orderBy, filter } = request;
  const hasOtherParts = (request.headers?.length ?? 0) + (request.extra?.length ?? 0) > 0;
  if (hasOtherParts || mistakesIn(target, request)?.length !== 0) return undefined;
  // Some servers need a direction behind the column of `orderBy`.
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

const nameOf = (names: Readonly<Record<string, unknown>>, value: unknown): string =>
  Object.keys(names).find((name) => names[name] === value) ?? '';

function nameOffset(offset: number | string | undefined, total: number): string {
  if (offset === Math.floor(total / 2)) return 'half';
  return offset === total - 1 ? 'last' : String(offset ?? 'none');
}

function conditionsOfGroup(
  group: Group | undefined,
  kindOf: (name: string) => string,
): SentConditions {
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

/** This maximum keeps the URL short enough for any server. */
const MAX_CRITERIA = 12;

const CRITERIA = ['criteria', 'groupMode', 'operator', 'values', 'kind'] as const;

function canOccurTogether(conditions: Conditions): boolean {
  return (
    mayHaveMistake(conditions) && mayHaveParameters(conditions) && mayHaveCriterion(conditions)
  );
}

/**
 * The unknown path replaces the path of any route, so it is combined only with v2. The mistakes of
 * the destination are made in a header, but a v2 request has its destination in the path.
 */
function mayHaveMistake({ mistake, route }: Conditions): boolean {
  if (mistake === 'an unknown route') return route === undefined || route === 'v2';
  const isOfDestination = mistake === 'no destination' || mistake === 'a malformed destination';
  return !(isOfDestination && route === 'v2');
}

function mayHaveParameters(conditions: Conditions): boolean {
  const { route, groups, criteria, mode = 'none', orderBy = 'none', groupBy = 'none' } = conditions;
  const isFiltered = groups !== undefined && groups !== '0';
  if (isFiltered && (route === 'filtered' || groupBy !== 'none')) return false;
  if (route === 'filtered' && mode !== 'none') return false;
  if (groupBy !== 'none' && orderBy !== 'none') return false;
  // A request without groups has no criteria to vary. Groups are never combined with the filtered
  // route or with groupBy.
  const isUnfiltered = groups === '0' || route === 'filtered' || groupBy === 'column';
  const hasVariedCriteria = CRITERIA.some(
    (name) => (conditions[name] ?? baseConditions[name]) !== baseConditions[name],
  );
  if (isUnfiltered && hasVariedCriteria) return false;
  return !isFiltered || criteria === undefined || Number(groups) * Number(criteria) <= MAX_CRITERIA;
}

function mayHaveCriterion({ operator, values, kind }: Conditions): boolean {
  if (operator === undefined) return true;
  if (values !== undefined && !takes(operator, 'list') && values !== 'one') return false;
  if (kind !== 'number' && kind !== 'text') return true;
  return takes(operator, 'null') || kindsFor(operator).includes(kind);
}

/**
 * Returns models of covering arrays, which are small sets of requests that contain every pair or
 * triple of conditions. The models contain only conditions that the data and the settings allow.
 * `canFindNull` tells whether a filter for nulls is possible.
 */
export function models(target: ExportTarget, survey: Survey, canFindNull: boolean) {
  const columns = [...survey.columns.values()];
  const has = (kind: 'number' | 'text'): boolean =>
    columns.some((column) => column.kind === kind && column.values.size > 1);
  const offered: Readonly<Partial<Record<FactorName, (value: string) => boolean>>> = {
    orderBy: (value) => value === 'none' || has(value as 'number' | 'text'),
    kind: (value) => has(value as 'number' | 'text'),
    operator: (value) => canFindNull || !takes(value as Operator, 'null'),
    offset: (value) =>
      value === 'none' || survey.total > (value === `${DEFAULT_LIMIT}` ? DEFAULT_LIMIT + 1 : 3),
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
  // The document leaves open which format a browser's Accept selects (EXP-NEG-8). This Accept is
  // used only in requests with a mistake, which must be refused with any Accept.
  const accept = among(right.accept, 'json-api', 'plain', 'none');
  const model = <V extends Readonly<Record<string, readonly string[]>>>(values: V) =>
    modelOf(values, canOccurTogether);
  return {
    /** Requests without a mistake. */
    right: model({ ...right, accept }),
    /** Requests with one mistake. */
    wrong: model({
      mistake,
      route,
      accept: right.accept,
      limit: among(limit, 'none', '1', `${DEFAULT_LIMIT}`),
      offset: among(offset, 'none', '1'),
      orderBy,
      groupBy,
      mode,
      groups: among(groups, '0', '1', '2'),
    }),
    /** These requests contain each mistake with each route and format. */
    refusals: model({ mistake, route, accept }),
    /** These requests return lists without filters. */
    lists: model({ route, accept, limit, offset, orderBy, groupBy, mode }),
  };
}
