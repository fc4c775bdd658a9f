import { criterion, JSON_API } from '../asking.js';
import { bareRequest } from './bare-request.js';
import type { Probe } from './probe.js';

const MAIN = 'Rf7_main-4c0DE-k9Zq';
const OTHER = 'Rf7_othr-8b1AF-m2Xw';
const V2 = '/sites/123/channels/456/destinations/789/products?limit=1';
const PLAIN = { 'X-EA-Auth-Token': MAIN };
const ON_LEGACY = { ...PLAIN, 'X-Destination-Id': '789' };

const get =
  (path: string, fields: Readonly<Record<string, string>> = PLAIN): Probe =>
  ({ ask }) =>
    ask.export(path, fields);
const v2 = (query: string, fields: Readonly<Record<string, string>> = JSON_API): Probe =>
  get(V2.replace('limit=1', query), { ...PLAIN, ...fields });
const legacy = (rest: string, fields: Readonly<Record<string, string>> = {}): Probe =>
  get(`/123/456${rest}`, { ...ON_LEGACY, ...fields });
const token = (value: string): Probe => get(V2, { 'X-EA-Auth-Token': value });
const both = (make: (fields: Readonly<Record<string, string>>) => Probe): Probe[] => [
  make({}),
  make(JSON_API),
];

/** `fetch` adds an Accept of its own: without one only on a bare socket. */
export const ROUTES: readonly Probe[] = [
  get('/', {}),
  get('/', { 'X-EA-Auth-Token': 'a.b' }),
  get('/', PLAIN),
  get('/nowhere'),
  get(`${V2.split('?')[0]}/below`),
  get(`${V2.split('/products')[0]}`),
  v2('limit=1000'),
  legacy('?limit=1000', JSON_API),
  legacy('?limit=1'),
];

const MALFORMED = ['a.b', 'ab!', '!ab', '\u00e9a', `${MAIN}.`, 'a^b', 'a__b'];
const WRONG = [
  `${MAIN}x`,
  MAIN.slice(0, -1),
  MAIN.toLowerCase(),
  `${MAIN.slice(0, -1)}p`,
  MAIN.replace('-', ''),
  '-',
  'x'.repeat(300),
  [...MAIN].reverse().join(''),
  `${MAIN.slice(0, -1)}_`,
  OTHER,
];
const DESTINATION = '/sites/123/channels/456/destinations';

export const AUTH: readonly Probe[] = [
  get(V2, {}),
  get(V2, JSON_API),
  get('/123/456?limit=1', { 'X-Destination-Id': '789' }),
  get('/123/456/id/1', { 'X-Destination-Id': '789' }),
  ...MALFORMED.map(token),
  get('/123/456?limit=1', { ...ON_LEGACY, 'X-EA-Auth-Token': 'a.b' }),
  get(V2, PLAIN),
  ...WRONG.map(token),
  get('/123/456?limit=1', { ...ON_LEGACY, 'X-EA-Auth-Token': 'wrong' }),
  get('/123/456/id/1', { ...ON_LEGACY, 'X-EA-Auth-Token': 'wrong' }),
  get('/123/456/id/1', { ...ON_LEGACY, 'X-EA-Auth-Token': OTHER }),
  get(`${V2}&${criterion('id', '=', '1')}`, { 'X-EA-Auth-Token': OTHER }),
  get(`${DESTINATION}/790/products?limit=1`, { 'X-EA-Auth-Token': OTHER }),
  get(`${DESTINATION}/790/products?limit=1`, PLAIN),
  get(V2, { 'X-EA-Auth-Token': OTHER }),
  get(V2, { ...PLAIN, 'X-Destination-Id': '790' }),
  get(V2, { 'X-EA-Auth-Token': OTHER, 'X-Destination-Id': '790' }),
  legacy('?limit=1', { 'X-Destination-Id': '' }),
  get('/123/456?limit=1', PLAIN),
  get('/123/456?limit=1&destinationId=789', PLAIN),
  legacy('?limit=1', { 'X-Destination-Id': '789abc' }),
  legacy('?limit=1', { 'X-Destination-Id': '790' }),
  legacy('?limit=1', { 'X-EA-Auth-Token': OTHER, 'X-Destination-Id': '790' }),
  legacy('/id/5001,1', { 'X-EA-Auth-Token': OTHER, 'X-Destination-Id': '790' }),
  get(V2, { 'x-ea-auth-token': MAIN }),
  get('/123/456?limit=1', { 'X-EA-Auth-Token': MAIN, 'X-DESTINATION-ID': '789' }),
  get(`${V2}&token=${MAIN}`, {}),
  get(`/123/456?limit=1&token=${MAIN}`, { 'X-Destination-Id': '789' }),
  get(V2, { Authorization: `Bearer ${MAIN}` }),
  get(V2, { Authorization: MAIN }),
];

const NO_DATA = `${DESTINATION}/791/products`;
const EMPTY_TOKEN = { 'X-EA-Auth-Token': 'Rf7_void-3e6BC-p5Vu' };

export const ERRORS: readonly Probe[] = [
  ...both((fields) => get(V2, fields)),
  ...both((fields) => get(V2, { 'X-EA-Auth-Token': 'a.b', ...fields })),
  ...both((fields) => get(V2, { 'X-EA-Auth-Token': 'wrong', ...fields })),
  ...both((fields) => get(NO_DATA, { ...EMPTY_TOKEN, ...fields })),
  ...both((fields) => get('/No/Where/At%20All', { ...PLAIN, ...fields })),
];

export const NEGOTIATION: readonly Probe[] = [
  v2('limit=3', {}),
  v2('limit=3', { Accept: 'application/json' }),
  v2('limit=3', JSON_API),
  v2('limit=3', { Accept: 'Application/VND.API+JSON' }),
  v2(`limit=3&${criterion('id', '<', '50')}`),
  ({ reference }) => bareRequest(`${reference.baseUrls.export}${V2}`, PLAIN),
];

/** The bytes of lists, with gzip and without. */
export const BODIES: readonly Probe[] = [
  ({ reference }) => bareRequest(`${reference.baseUrls.export}${V2}`, PLAIN),
  ({ reference }) => gzipped(`${reference.baseUrls.export}${V2}`),
  ({ reference }) => gzipped(`${reference.baseUrls.export}${V2.replace('limit=1', 'limit=2')}`),
];

const gzipped = (url: string): Promise<unknown> =>
  bareRequest(url, { ...PLAIN, 'Accept-Encoding': 'gzip' });

const twoGroups = (first: string, second: string, mode: string): string =>
  `${first}&${second}&mode=${mode}`;
const a = criterion('stock', '>', '50', [0, 0]);
const b = criterion('color', '=', 'red', [0, 1]);
const c = criterion('stock', '<', '100', [1, 0]);

export const LEGACY: readonly Probe[] = [
  legacy('/color/red?limit=100', JSON_API),
  legacy('/color/navy%20blue', JSON_API),
  legacy('/name/Lamp', JSON_API),
  legacy('/name/%20Lamp', JSON_API),
  legacy('/stock/0', JSON_API),
  legacy('/note/a%26b%3Dc%23d', JSON_API),
  legacy('/note/%F0%A0%AE%B7%E9%87%8E%E5%AE%B6', JSON_API),
  legacy('/name/100%2525', JSON_API),
  legacy('/color/red,blue?limit=1', JSON_API),
  legacy('/color/blue,red?limit=1', JSON_API),
  legacy('/color/nothing,never,none,red?limit=1', JSON_API),
  legacy('/color/red,nothing?limit=1', JSON_API),
  legacy('/color/red?limit=2&offset=1&orderBy=name&groupBy=category'),
  legacy('/color/red?limit=2&orderBy=name'),
  legacy(`?limit=1&${a}`, JSON_API),
  legacy(`?limit=1&${twoGroups(a, c, 'OR')}`, JSON_API),
  legacy(`?limit=1&${twoGroups(a, c, 'AND')}`, JSON_API),
  legacy(`?limit=1&${a}&${b}&filters[0][mode]=OR`, JSON_API),
  legacy('?limit=2&offset=1'),
  legacy('?limit=2&offset=1&orderBy=name'),
  legacy('?limit=2&groupBy=color', JSON_API),
  legacy(`?groupBy=color&${criterion('stock', '<', '5')}`, JSON_API),
  legacy('?limit=2'),
];

export const LISTS: readonly Probe[] = [
  v2('limit=1000'),
  v2(''),
  v2('', {}),
  v2('limit=1'),
  v2('limit=1', {}),
  v2('limit=30&offset=5'),
  v2('limit=10&offset=10'),
  v2('limit=10&offset=10', {}),
  v2('limit=10&offset=995'),
  v2('limit=10&offset=205'),
  v2('limit=10&orderBy=color'),
  v2('limit=10&orderBy=color'),
  ({ ask }) =>
    Promise.all(
      ['limit=1', 'limit=2', 'limit=3'].map(
        async (query) => (await ask.products(`?${query}`)).text,
      ),
    ),
  v2(`limit=3&${criterion('stock', '>', '50')}`, {}),
  v2(`limit=1&${criterion('stock', '>', '50')}`),
  legacy(''),
];

export const ARRANGE: readonly Probe[] = [
  ...['price', 'stock', 'name', 'color', 'note'].flatMap((column) => [
    v2(`limit=1000&orderBy=${column}`),
    v2(`limit=50&orderBy=${column}`, {}),
    v2(`limit=1000&groupBy=${column}`),
    v2(`limit=10&groupBy=${column}`, {}),
  ]),
  v2('groupBy=id'),
];
