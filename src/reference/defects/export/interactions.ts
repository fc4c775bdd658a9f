import type { Change } from '../../behaviour.js';
import { EXPORT_DEFAULT_LIMIT } from '../../document.js';
import { type Answer, json } from '../../wire/answer.js';
import type { Call } from '../../wire/call.js';
import { header } from '../../wire/call.js';
import { answersOf, inExport, jsonOf } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { filters, isFiltered, isOn, query } from './change.js';

const interaction = defectsOf('export', 'export.interaction');

const has = ({ search }: Call, parameter: string): boolean =>
  new RegExp(`(?:^|&)${parameter}=`).test(search);
const withoutAccept = (call: Call): boolean => header(call, 'accept') === undefined;

const keepFirst = (groups: number, criteria: number) =>
  filters((given) => ({
    ...given,
    groups: given.groups
      .slice(0, groups)
      .map((group) => ({ ...group, criteria: group.criteria.slice(0, criteria) })),
  }));

/**
 * Adds a cache of lists in the JSON:API format. For a request with the same key, the cache returns
 * the earlier list. The key lacks a part of the request on which the list depends.
 */
const cachedBy =
  (keyOf: (call: Call) => string): Change =>
  (healthy) => {
    const responses = new Map<string, Answer>();
    return answersOf('export', (answer, call) => {
      const key = keyOf(call);
      if (answer.status !== 200) return answer;
      const kept = responses.get(key);
      if (kept !== undefined) return kept;
      const isJsonApi = /vnd/.test(answer.headers['Content-Type'] ?? '');
      if (isJsonApi) responses.set(key, answer);
      return answer;
    })(healthy);
  };
const pathAndCredentials = ({ path, headers }: Call): string =>
  `${path} ${headers['x-ea-auth-token']} ${headers['x-destination-id']}`;
const parametersBut = ({ search }: Call, name: string): string =>
  search
    .split('&')
    .filter((pair) => !pair.startsWith(`${name}=`))
    .join('&');

/** Returns a function that returns true at every `interval`th call. */
const everyNth = (interval: number) => {
  let count = 0;
  return (): boolean => {
    count += 1;
    return count % interval === 0;
  };
};

/**
 * No simple request reveals these defects. They occur only with two or more conditions, beyond a
 * boundary, or after earlier requests.
 */
export const EXPORT_INTERACTIONS: readonly Defect[] = [
  ...interaction('EXP-GROUP-1', {
    'group-ignored-with-mode': subtle(
      '`groupBy` is ignored when `mode` is given.',
      query((requested, { call }) =>
        has(call, 'mode') ? { ...requested, groupBy: undefined } : requested,
      ),
    ),
    'group-ignored-with-offset': subtle(
      '`groupBy` is ignored when `offset` is given and `Accept` is not.',
      query((requested, { call }) =>
        has(call, 'offset') && withoutAccept(call)
          ? { ...requested, groupBy: undefined }
          : requested,
      ),
    ),
  }),
  ...interaction('EXP-ROUTE-5', {
    'filtered-limit-ignored-without-accept': subtle(
      'The legacy filtered route returns up to 1,000 records, whatever the `limit`, when `Accept` is not given.',
      query((requested, ask) =>
        isOn(ask, 'legacy-filtered') && withoutAccept(ask.call)
          ? { ...requested, limit: 1000 }
          : requested,
      ),
    ),
    'filtered-order-ignored-with-offset': subtle(
      'The legacy filtered route ignores `orderBy` when `offset` is given.',
      query((requested, ask) =>
        isOn(ask, 'legacy-filtered') && has(ask.call, 'offset')
          ? { ...requested, orderBy: undefined }
          : requested,
      ),
    ),
  }),
  ...interaction('EXP-LIST-6', {
    'offset-needs-limit': subtle(
      '`offset` works only together with `limit`.',
      query((requested, { call }) =>
        has(call, 'limit') ? requested : { ...requested, offset: 0 },
      ),
    ),
    'limit-below-the-default-is-the-default': subtle(
      `A limit of ${EXPORT_DEFAULT_LIMIT - 1} returns ${EXPORT_DEFAULT_LIMIT} records when \`Accept\` is not given.`,
      query((requested, { call }) =>
        requested.limit === EXPORT_DEFAULT_LIMIT - 1 && withoutAccept(call)
          ? { ...requested, limit: EXPORT_DEFAULT_LIMIT }
          : requested,
      ),
    ),
  }),
  ...interaction('EXP-LIST-11', {
    'every-256th-list-lacks-a-record': subtle(
      'Every 256th list that is not empty lacks its last record.',
      inExport(({ page }) => {
        const isTurn = everyNth(256);
        return {
          page: (rows, requested, ask) => {
            const whole = page(rows, requested, ask);
            return whole.length > 0 && isTurn() ? whole.slice(0, -1) : whole;
          },
        };
      }),
    ),
  }),
  ...interaction('EXP-FILT-10', {
    'fourth-group-ignored': subtle(
      'Groups after the third are ignored.',
      keepFirst(3, Number.POSITIVE_INFINITY),
    ),
    'eleventh-group-ignored': subtle(
      'Groups after the tenth are ignored.',
      keepFirst(10, Number.POSITIVE_INFINITY),
    ),
  }),
  ...interaction('EXP-FILT-12', {
    'equal-with-group-fails': subtle(
      'A filter with `=` returns 500 when `groupBy` is given.',
      answersOf('export', (answer, { search }) =>
        /(?:^|&)groupBy=/.test(search) && /operator(?:\]|%5D)=(?:=|%3D)(?:&|$)/i.test(search)
          ? json(500, { error: 'Internal server error' })
          : answer,
      ),
    ),
  }),
  ...interaction('EXP-FILT-9', {
    'fourth-criterion-ignored': subtle(
      'Criteria after the third of a group are ignored.',
      keepFirst(Number.POSITIVE_INFINITY, 3),
    ),
    'eleventh-criterion-ignored': subtle(
      'Criteria after the tenth of a group are ignored.',
      keepFirst(Number.POSITIVE_INFINITY, 10),
    ),
  }),
  ...interaction('EXP-FILT-6', {
    'long-lists-cut': subtle(
      'Values of `IN` and `NOT IN` after the 13th are ignored.',
      filters((given) => ({
        ...given,
        groups: given.groups.map((group) => ({
          ...group,
          criteria: group.criteria.map((criterion) => ({
            ...criterion,
            values: criterion.values.slice(0, 13),
          })),
        })),
      })),
    ),
  }),
  ...interaction('EXP-SORT-1', {
    'order-ignored-beyond-600': subtle(
      '`orderBy` is ignored beyond offset 600.',
      query((requested) =>
        requested.offset > 600 ? { ...requested, orderBy: undefined } : requested,
      ),
    ),
    'order-ignored-without-accept-with-limit': subtle(
      '`orderBy` is ignored when `limit` is given and `Accept` is not.',
      query((requested, { call }) =>
        has(call, 'limit') && withoutAccept(call)
          ? { ...requested, orderBy: undefined }
          : requested,
      ),
    ),
  }),
  ...interaction('EXP-FILT-12', {
    'order-ignored-with-two-groups': subtle(
      '`orderBy` is ignored when there are two groups or more.',
      query((requested) =>
        requested.filters.groups.length > 1 ? { ...requested, orderBy: undefined } : requested,
      ),
    ),
    'total-ignores-filters-with-offset': subtle(
      '`meta.total` ignores filters when `offset` is given.',
      inExport(({ total }) => ({
        total: (rows, requested, ask, table) =>
          isFiltered(requested, ask) && requested.offset > 0
            ? table.records.length
            : total(rows, requested, ask, table),
      })),
    ),
  }),
  ...interaction('EXP-ROUTE-7', {
    'legacy-filters-ignored-with-order': subtle(
      'The legacy route ignores filters when `orderBy` is given and `Accept` is not.',
      filters((given, _, { route, call }) =>
        route.kind === 'legacy' && has(call, 'orderBy') && withoutAccept(call)
          ? { ...given, groups: [] }
          : given,
      ),
    ),
  }),
  ...interaction('EXP-AUTH-1', {
    'open-without-token-and-accept': subtle(
      'Products are returned without a token if `Accept` is also missing.',
      inExport(({ tokenOf, isAuthorised }) => ({
        tokenOf: (call) => tokenOf(call) ?? (withoutAccept(call) ? 'nobody' : undefined),
        isAuthorised: (token, destination, ask, all) =>
          token === 'nobody' || isAuthorised(token, destination, ask, all),
      })),
    ),
    'open-to-browsers': subtle(
      'Products are returned without a token if `Accept` contains `html`.',
      inExport(({ tokenOf, isAuthorised }) => ({
        tokenOf: (call) =>
          tokenOf(call) ?? ((header(call, 'accept') ?? '').includes('html') ? 'nobody' : undefined),
        isAuthorised: (token, destination, ask, all) =>
          token === 'nobody' || isAuthorised(token, destination, ask, all),
      })),
    ),
  }),
  ...interaction('EXP-AUTH-4', {
    'other-token-opens-the-filtered-route': subtle(
      'The legacy filtered route accepts the token of any destination.',
      inExport(({ isAuthorised }) => ({
        isAuthorised: (token, destination, ask, all) =>
          isAuthorised(token, destination, ask, all) ||
          (isOn(ask, 'legacy-filtered') &&
            destination !== undefined &&
            all.some((other) => other.token === token)),
      })),
    ),
  }),
  ...interaction('EXP-ERR-1', {
    'unknown-route-in-jsonapi-without-accept': subtle(
      'Without `Accept` the 404 of an unknown route has the JSON:API shape.',
      jsonOf('export', (body, { status }, call) => {
        const { error } = body as { readonly error?: string };
        return status === 404 && withoutAccept(call) && error !== undefined
          ? { errors: [{ status, title: 'Not Found', detail: error }] }
          : undefined;
      }),
    ),
  }),
  ...interaction('EXP-NEG-3', {
    'cached-without-accept': subtle(
      'A cache returns an earlier response if only `Accept` differs.',
      cachedBy((call) => `${pathAndCredentials(call)} ${call.search}`),
    ),
  }),
  ...interaction('EXP-LIST-6', {
    'cached-without-offset': subtle(
      'A cache returns an earlier response if only `offset` differs.',
      cachedBy(
        (call) =>
          `${pathAndCredentials(call)} ${header(call, 'accept')} ${parametersBut(call, 'offset')}`,
      ),
    ),
  }),
];
