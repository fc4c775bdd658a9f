import type { Reference } from '../../../src/reference/reference.js';
import { bareRequest } from './bare-request.js';
import type { Probe } from './probe.js';

const JSON_API = 'application/vnd.api+json';
const PLAIN = 'application/json';

interface Asked {
  /** Default the v2 route. */
  readonly path?: string;
  readonly query?: string;
  /** Default JSON:API; null sends none, which `fetch` cannot. */
  readonly accept?: string | null;
  readonly token?: 'own' | 'other' | 'none';
}

const asked =
  (asked: Asked): Probe =>
  ({ reference }) =>
    send(reference, asked);

function send(
  { target }: Reference,
  { path, query = '', accept = JSON_API, token = 'own' }: Asked,
) {
  const { baseUrl, siteId, channelId, destination, otherDestination } = target.export ?? {};
  const v2 = `/sites/${siteId}/channels/${channelId}/destinations/${destination?.id}/products`;
  const key = token === 'other' ? otherDestination?.token : destination?.token;
  const headers = {
    ...(accept === null ? {} : { Accept: accept }),
    ...(token === 'none' ? {} : { 'X-EA-Auth-Token': key ?? '' }),
    'X-Destination-Id': String(destination?.id),
  };
  return bareRequest(`${baseUrl}${path ?? v2}${query}`, headers);
}

const criterion = (
  [group, index]: readonly [group: number, index: number],
  column: string,
  operator: string,
  value: string,
): string =>
  Object.entries({ column, operator, value })
    .map(
      ([name, one]) => `filters[${group}][criteria][${index}][${name}]=${encodeURIComponent(one)}`,
    )
    .join('&');
const groups = [0, 1, 2, 3]
  .map((group) => criterion([group, 0], 'stock', '>', String(20 * group)))
  .join('&');
const criteria = [0, 1, 2, 3]
  .map((index) => criterion([0, index], 'stock', '>', String(20 * index)))
  .join('&');
const twelve = Array.from({ length: 12 }, (_, index) => String(20 * index));
const twelveGroups = twelve
  .map((value, group) => criterion([group, 0], 'stock', '>', value))
  .join('&');
const twelveCriteria = twelve
  .map((value, index) => criterion([0, index], 'stock', '>', value))
  .join('&');
const list = Array.from(
  { length: 40 },
  (_, index) => `filters[0][criteria][0][value][${index}]=${index}`,
).join('&');
const legacy = '/123/456';
const filtered = '/123/456/color/red';

/**
 * Requests that bring two conditions or more together, in an order that shows what is kept of them.
 */
export const EXPORT_INTERACTIONS: readonly Probe[] = [
  asked({ query: '?groupBy=color&mode=AND' }),
  asked({ query: '?groupBy=color&offset=1', accept: null }),
  asked({ path: filtered, query: '?limit=1', accept: null }),
  asked({ path: filtered, query: '?orderBy=price&offset=1' }),
  asked({ query: '?offset=3' }),
  asked({ query: '?limit=99', accept: null }),
  asked({ query: `?${groups}` }),
  asked({ query: `?${criteria}` }),
  asked({ query: `?${twelveGroups}` }),
  asked({ query: `?${twelveCriteria}` }),
  asked({ accept: 'text/html', token: 'none' }),
  asked({
    query: `?filters[0][criteria][0][column]=stock&filters[0][criteria][0][operator]=IN&${list}&limit=500`,
  }),
  asked({ query: '?orderBy=price&limit=5&offset=700' }),
  asked({ query: '?orderBy=price&limit=5', accept: null }),
  asked({ query: `?${groups}&orderBy=price&limit=5` }),
  asked({ query: `?${criteria}&offset=2` }),
  asked({ path: legacy, query: `?${criteria}&orderBy=price`, accept: null }),
  asked({ accept: null, token: 'none' }),
  asked({ path: filtered, token: 'other' }),
  asked({ path: '/no/such/route/at/all', accept: null }),
  asked({ query: '?limit=3' }),
  asked({ query: '?limit=3', accept: PLAIN }),
  asked({ query: '?limit=3&offset=5' }),
  async ({ reference }) => {
    const lengths = [];
    for (let turn = 0; turn < 256; turn += 1)
      lengths.push(await send(reference, { query: '?limit=2', accept: PLAIN }));
    return lengths;
  },
];
