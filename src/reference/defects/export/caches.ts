import type { Change } from '../../behaviour.js';
import type { Answer } from '../../wire/answer.js';
import { type Call, header } from '../../wire/call.js';
import { answersOf, inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const cache = defectsOf('export', 'export.interaction');

/** The parts of a request on which its response depends, except the query string. */
const resourceOf = (call: Call): string =>
  [
    call.path,
    header(call, 'accept'),
    header(call, 'x-ea-auth-token'),
    header(call, 'x-destination-id'),
  ].join(' ');

/** Adds a cache. A request with the key of an earlier request receives the earlier response. */
const cachedBy =
  (keyOf: (call: Call) => string): Change =>
  (healthy) => {
    const known = new Map<string, Answer>();
    return answersOf('export', (answer, call) => {
      const key = keyOf(call);
      const isRoot = !call.path.includes('/', 1);
      if (call.method !== 'GET' || isRoot) return answer;
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      if (answer.status === 200) known.set(key, answer);
      return answer;
    })(healthy);
  };

const withoutParameter = ({ search }: Call, name: string): string =>
  search
    .split('&')
    .filter((pair) => !pair.startsWith(`${name}=`))
    .join('&');

/** The values of all parameters, sorted. */
const valuesOf = ({ search }: Call): string =>
  [...new URLSearchParams(search).values()].sort().join();

/** The query string, in which the values of each list are joined without a separator. */
function withJoinedLists({ search }: Call): string {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const list = name.replace(/(\[value\])\[\d*\]$/, '$1');
    joined.set(list, `${joined.get(list) ?? ''}${value}`);
  }
  return [...joined].map(([name, value]) => `${name}=${value}`).join('&');
}

const MAX_QUERY_IN_KEY = 255;

/**
 * Defects of caches in front of the API. Their keys lack a part of the request on which the
 * response depends.
 */
export const EXPORT_CACHES: readonly Defect[] = [
  ...cache('EXP-AUTH-3', {
    // trickstercache/trickster #139: the key of a cached response has no credentials.
    'cached-without-token': blatant(
      'A cache returns an earlier list if only the token differs.',
      cachedBy((call) =>
        [call.path, header(call, 'accept'), header(call, 'x-destination-id'), call.search].join(
          ' ',
        ),
      ),
    ),
  }),
  ...cache('EXP-AUTH-8', {
    // nginx/unit #376: the key has the address of the upstream, and no field of the request.
    'cached-without-destination': subtle(
      'A cache returns an earlier list of a legacy route if only `X-Destination-Id` differs.',
      cachedBy((call) =>
        [call.path, header(call, 'accept'), header(call, 'x-ea-auth-token'), call.search].join(' '),
      ),
    ),
  }),
  ...cache('EXP-LIST-6', {
    // sourcelevel/faraday-http-cache #108: the key does not contain the query parameters.
    'cached-without-query': blatant(
      'A cache returns the first list of a path for any query string.',
      cachedBy(resourceOf),
    ),
    'cached-by-values-alone': subtle(
      'The key of a cache contains the sorted values of the parameters without their names.',
      cachedBy((call) => `${resourceOf(call)} ${valuesOf(call)}`),
    ),
  }),
  ...cache('EXP-SORT-1', {
    // mongodb/mongoid #4295: the key does not contain the order.
    'cached-without-order': subtle(
      'A cache returns an earlier list if only `orderBy` differs.',
      cachedBy((call) => `${resourceOf(call)} ${withoutParameter(call, 'orderBy')}`),
    ),
  }),
  ...cache('EXP-GROUP-1', {
    'cached-without-groups': subtle(
      'A cache returns an earlier list if only `groupBy` differs.',
      cachedBy((call) => `${resourceOf(call)} ${withoutParameter(call, 'groupBy')}`),
    ),
  }),
  ...cache('EXP-FILT-16', {
    'cached-without-mode': subtle(
      'A cache returns an earlier list if only the top-level `mode` differs.',
      cachedBy((call) => `${resourceOf(call)} ${withoutParameter(call, 'mode')}`),
    ),
  }),
  ...cache('EXP-LIST-7', {
    'total-cached-without-mode': subtle(
      '`meta.total` is that of an earlier request if only the top-level `mode` differs.',
      inExport(({ total }) => {
        const known = new Map<string, number>();
        return {
          total: (rows, query, ask, table) => {
            const filters = ask.call.search.split('&').filter((pair) => pair.startsWith('filters'));
            const right = total(rows, query, ask, table);
            if (filters.length === 0) return right;
            const key = `${resourceOf(ask.call)} ${filters.join('&')}`;
            const kept = known.get(key) ?? right;
            known.set(key, kept);
            return kept;
          },
        };
      }),
    ),
  }),
  ...cache('EXP-FILT-4', {
    // openclaw/openclaw #111281: addresses that differ only in letter case share a cached response.
    'cached-in-lower-case': subtle(
      'The key of a cache contains the query string in lower case.',
      cachedBy((call) => `${resourceOf(call)} ${call.search.toLowerCase()}`),
    ),
  }),
  ...cache('EXP-FILT-16', {
    // webisters/cache #43: keys with the same first 255 characters share a response.
    'cached-by-255-characters': subtle(
      'The key of a cache contains only the first 255 characters of the query string.',
      cachedBy((call) => `${resourceOf(call)} ${call.search.slice(0, MAX_QUERY_IN_KEY)}`),
    ),
  }),
  ...cache('EXP-FILT-6', {
    // Without a separator, the lists 1,23 and 12,3 have the same key.
    'cached-by-joined-lists': subtle(
      'The key of a cache joins the values of a list without a separator.',
      cachedBy((call) => `${resourceOf(call)} ${withJoinedLists(call)}`),
    ),
  }),
];
