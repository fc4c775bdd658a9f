import type { ExportTarget } from '../../../src/harness/suite.js';
import { operators } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { surveyFor, withoutRange } from '../judge/matching.js';
import { mistakesIn } from '../judge/mistakes.js';
import { UNKNOWN_PATHS } from '../routes/other.js';
import type { Known } from '../survey/data.js';

/** What a mistake changes of a request; undefined where the settings do not allow it. `near` is a token almost right. */
type Made = (target: ExportTarget, near: () => string | undefined) => ProductsQuestion | undefined;

/** The mistakes that a request may make, one at a time: an error hides what else is asked, so they have rows of their own. */
export const MISTAKES = {
  none: () => ({}),
  'no token': () => ({ token: null }),
  'a malformed token': ({ destination }) => ({ token: `${destination?.token}.x` }),
  'a foreign token': () => ({ token: 'assay-foreign-token' }),
  'a token almost right': ({ destination }, near) => ({ token: near() ?? `${destination?.token}x` }),
  'the token of another destination': ({ otherDestination }) => otherDestination && { token: otherDestination.token },
  'no destination': () => ({ destinationId: null }),
  'a malformed destination': ({ destination }) => ({ destinationId: `${destination?.id}abc` }),
  'a destination without data': ({ emptyDestination }) => emptyDestination && { destination: emptyDestination },
  'an unknown route': () => ({ route: { path: UNKNOWN_PATHS[0] } }),
  // No mistake, but of its data nothing is known.
  'another destination': ({ otherDestination }) => otherDestination && { destination: otherDestination },
} as const satisfies Readonly<Record<string, Made>>;
export type MistakeName = keyof typeof MISTAKES;

/** What stands in Accept, and how many values stand in a list. */
export const ACCEPTS = { 'json-api': JSON_API, plain: PLAIN, none: null, browser: 'text/html,*/*;q=0.8' } as const;
export const COUNTS = { one: 1, two: 2, twenty: 20, sixty: 60 } as const;

/** Values of the factors of a products request, the simplest first; what they stand for is found in the data when a row is asked. */
export const VALUES = {
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

export type FactorName = keyof typeof VALUES;

/** A row by name; a factor that has no value yet is missing. */
export type Conditions = { readonly [N in FactorName]?: (typeof VALUES)[N][number] };

/** The simplest request. */
export const baseConditions = Object.fromEntries(
  Object.entries(VALUES).map(([name, values]) => [name, values[0]]),
) as Required<Conditions>;

/** Conditions some of which may have a value that is none of the model's. */
export type Found = Readonly<Partial<Record<FactorName, string>>>;

/**
 * The conditions that a request without a mistake brings together, so that what other checks ask counts as rows too;
 * undefined for a request that the model has no place for.
 */
export function conditionsOf(asked: ProductsQuestion, target: ExportTarget, known: Known): Found | undefined {
  const { columns, total } = surveyFor(asked, known);
  const request = withoutRange(asked, known);
  const { route = 'v2', accept = JSON_API, limit, offset, orderBy, filter } = request;
  const isOdd = (request.headers?.length ?? 0) + (request.extra?.length ?? 0) > 0;
  if (isOdd || mistakesIn(target, request)?.length !== 0) return undefined;
  const kindOf = (name: string): string => columns.get(name.replace(/ (?:ASC|asc)$/, ''))?.kind ?? '';
  const [group] = filter?.groups ?? [];
  const [first] = group?.criteria ?? [];
  const nameOf = (names: Readonly<Record<string, unknown>>, value: unknown): string =>
    Object.keys(names).find((name) => names[name] === value) ?? '';
  return {
    route: typeof route === 'object' ? 'filtered' : route,
    accept: nameOf(ACCEPTS, accept),
    limit: String(limit ?? 'none'),
    offset: offset === Math.floor(total / 2) ? 'half' : offset === total - 1 ? 'last' : String(offset ?? 'none'),
    orderBy: orderBy === undefined ? 'none' : kindOf(orderBy),
    groupBy: request.groupBy === undefined ? 'none' : 'column',
    mode: filter?.mode ?? 'none',
    groups: String(filter?.groups.length ?? 0),
    criteria: String(group?.criteria.length ?? 1),
    groupMode: group?.mode ?? 'none',
    operator: first?.operator ?? '=',
    values: nameOf(COUNTS, Array.isArray(first?.value) ? first.value.length : 1),
    kind: first === undefined ? 'number' : kindOf(first.column),
  };
}
