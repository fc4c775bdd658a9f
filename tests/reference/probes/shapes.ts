import { request } from 'node:http';
import { CLIENTS } from '../../../src/reference/templates/index.js';
import { criterion } from '../asking.js';
import type { Bench, Probe } from './probe.js';

type Fields = Readonly<Record<string, string>>;
type Mount = 'export' | 'auth' | 'templates' | 'handover';

/** Status and text of an answer to a path as it is written: `fetch` tidies it. */
const send =
  (mount: Mount, path: string, headers: Fields = {}, body?: string): Probe =>
  ({ reference: { baseUrls } }) =>
    new Promise((resolve, reject) => {
      const { hostname, port, pathname } = new URL(baseUrls[mount]);
      const options = { hostname, port, path: `${pathname.replace(/\/$/, '')}${path}`, headers };
      const sent = request(
        { ...options, method: body === undefined ? 'GET' : 'POST' },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve([response.statusCode, text.replace(/eyJ[\w.-]+/, 'JWT')]),
          );
        },
      );
      sent.on('error', reject).end(body);
    });

const MAIN = 'Rf7_main-4c0DE-k9Zq';
const V2 = '/sites/123/channels/456/destinations/789/products?limit=1';
const token = (value: string): Fields => ({ 'X-EA-Auth-Token': value });
const own = token(MAIN);
const v2 = (fields: Fields): Probe => send('export', V2, fields);
const path = (made: string, fields: Fields = {}): Probe => send('export', made, fields);
const legacy = (destination: string, query = ''): Probe =>
  send('export', `/123/456?limit=1${query}`, { ...own, 'X-Destination-Id': destination });
const wide = (bits: number): string => String(789n + (1n << BigInt(bits)));
const FULL_WIDTH = Buffer.from('Ｒf7_main-4c0DE-k9Zq').toString('latin1');
const TIDIED = [
  '/products/',
  '/products.json',
  '/products;x',
  '/./products',
  '//products',
  '/p%72oducts',
];

export const EXPORT_SHAPES: readonly Probe[] = [
  ...TIDIED.map((end) => path(V2.replace('/products', end))),
  path(V2.replace(/^[^?]+/, (all) => all.toUpperCase())),
  ...['X-Forwarded-For: 127.0.0.1', 'X-HTTP-Method-Override: HEAD', 'X-Original-URL: /'].map(
    (field) => v2({ [field.split(': ')[0] ?? '']: field.split(': ')[1] ?? '' }),
  ),
  ...[
    MAIN.replace('R', '%52'),
    `${'a'.repeat(300)}.`,
    `${MAIN}, x`,
    `x,${MAIN}`,
    `Bearer ${MAIN}`,
    `"${MAIN}"`,
    `${MAIN};x`,
    MAIN.replace('-', ' -'),
    FULL_WIDTH,
    `${MAIN}${'x'.repeat(500)}`,
    `${'x'.repeat(500)}${MAIN}`,
    'wrong',
    'wrong',
  ].map((value) => v2(token(value))),
  v2({ ...token('wrong2'), Authorization: `Bearer ${MAIN}` }),
  v2({ ...token('wrong3'), Cookie: `X-EA-Auth-Token=${MAIN}` }),
  ...[wide(32), wide(64), '789,790', '790,789'].map((id) => path(V2.replace('789', id), own)),
  path(`${V2}&destinationId=790`, own),
  path('/123/456?limit=1', { ...own, 'X-Destination': '789' }),
  path('/123/456?limit=1', { ...own, Cookie: 'X-Destination-Id=789' }),
  ...[
    '789e0',
    '0x315',
    '789.9',
    '%37%38%39',
    '789,790',
    '790,789',
    '"789"',
    wide(32),
    wide(64),
    wide(16),
  ].map((id) => legacy(id)),
  legacy('789', '&destinationId=790'),
  legacy('789, 790'),
  v2({ Cookie: `X-EA-Auth-Token=${MAIN}` }),
  v2({ 'X-Auth-Token': MAIN }),
  v2({ 'X-API-Key': MAIN }),
  v2({ Authorization: `Basic ${Buffer.from(`${MAIN}:`).toString('base64')}` }),
  path(V2.replace('/products', '/products-old'), own),
  path(`/assay${V2}`, own),
  path('/123/456/color', { ...own, 'X-Destination-Id': '789' }),
  v2({}),
  v2(own),
  ...[
    'Caf_',
    '_Caf%',
    '%_',
    '____',
    '%\u{1f9e6}',
    '%\u{1f9e6}_%',
    '_%\u{1f9e6}%',
    'M_tze%',
    'Gr_n',
    '_lue',
  ].flatMap((value) =>
    ['name', 'color', 'category'].map((column) =>
      path(`${V2.replace('limit=1', 'limit=100')}&${criterion(column, 'LIKE', value)}`, own),
    ),
  ),
];

const [north, south] = CLIENTS;
const TOKEN_PATH = '/realms/External-Applications/protocol/openid-connect/token';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
const { id = '', secret = '' } = north ?? {};
const form = (fields: Fields, headers: Fields = FORM): Probe =>
  send(
    'auth',
    TOKEN_PATH,
    headers,
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      ...fields,
    }).toString(),
  );
const issued = async ({ ask }: Bench, fields: Fields, headers: Fields = {}): Promise<string> =>
  JSON.parse(
    (await ask.tokenRequest({ grant_type: 'client_credentials', ...fields }, headers)).text,
  ).access_token;
const wrong = (value: string): Probe => form({ client_secret: value });

export const TOKEN_SHAPES: readonly Probe[] = [
  ...[`${id}x`, `x${id}`, `${id.slice(0, -1)}_`, `${id}\0x`].map((value) =>
    form({ client_id: value }),
  ),
  ...[
    '%',
    `${secret}\0x`,
    `${secret}\nx`,
    encodeURIComponent(secret),
    secret.replace('ü', 'u'),
  ].map(wrong),
  ...[secret.replace('+', ' '), `x${secret}`, `x${secret.slice(1)}`, 'true', '0', 'null'].map(
    wrong,
  ),
  wrong(`${secret}${'x'.repeat(300)}`),
  wrong('wrong'),
  wrong('wrong'),
  form({}),
  send('auth', TOKEN_PATH, FORM, `grant_type=client_credentials&client_id=${id}&client_secret[]=x`),
  form({}, { ...FORM, 'Content-Type': `${FORM['Content-Type']}; charset=UTF-8` }),
  form({}, { 'Content-Type': FORM['Content-Type'] }),
  send(
    'auth',
    TOKEN_PATH,
    FORM,
    `grant_type=client_credentials&client_id=%69${id.slice(1)}&client_secret=${encodeURIComponent(secret)}`,
  ),
  form({ grant_type: 'client_credentialsx' }),
  form({ grant_type: 'client-credentials' }),
  async (bench) => {
    const pair = [id, secret]
      .map((text) => new URLSearchParams({ t: text }).toString().slice(2))
      .join(':');
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    return bench.ask.templates(
      `Bearer ${await issued(bench, { client_id: south?.id ?? '' }, { authorization })}`,
    );
  },
];

const LIST = '/V1/export-templates';
const withIssued =
  (fields: (token: string) => Fields): Probe =>
  async (bench) =>
    send(
      'templates',
      LIST,
      fields(await issued(bench, { client_id: id, client_secret: secret })),
    )(bench);
const bearer = (change: (token: string) => string): Probe =>
  withIssued((one) => ({ Authorization: change(one) }));

export const TEMPLATE_SHAPES: readonly Probe[] = [
  ...[
    `${LIST}/`,
    `${LIST}/11`,
    '/V1/./export-templates',
    '/V1/x/../export-templates',
    `${LIST}%2F`,
  ].map((one) => send('templates', one)),
  send('templates', LIST.replace('e', '%65')),
  ...['X-HTTP-Method-Override', 'X-Original-URL'].map((name) =>
    send('templates', LIST, { [name]: '/' }),
  ),
  withIssued((one) => ({ Cookie: `access_token=${one}` })),
  withIssued((one) => ({ 'X-Access-Token': one })),
  withIssued((one) => ({ 'X-Auth-Token': one })),
  bearer((one) => `Bearer ${one}.x`),
  bearer((one) => `Bearer ${one.replaceAll('.', '%2E')}`),
  withIssued((one) => ({ Authorization: 'Bearer x', Cookie: `access_token=${one}` })),
  bearer((one) => `Bearer${one}`),
  bearer((one) => `Bearers ${one}`),
  bearer((one) => `Basic ${Buffer.from(`x:${one}`).toString('base64')}`),
  send('templates', LIST, { Authorization: 'Bearer again' }),
  send('templates', LIST, { Authorization: 'Bearer again' }),
  bearer((one) => `Bearer ${one}`),
  async (bench) => {
    const one = await issued(bench, { client_id: id, client_secret: secret });
    await bench.ask.templates(`Bearer ${one}`);
    return bench.ask.templates(`Bearer ${one.slice(0, -8)}AAAAAAAA`);
  },
  async (bench) => {
    const one = await issued(bench, { client_id: id, client_secret: secret });
    bench.reference.revoke(one);
    await bench.ask.templates(`Bearer ${one}`);
    return bench.ask.templates(`Bearer ${one}`);
  },
];

const HANDOVER = 'hnd_9Qx2-Vt7Lw0.eA4';
const USERS = {
  from: '75401a95-fec7-4210-bc4a-50157f6db027',
  to: 'a85181b4-226c-4971-8070-ae5cb2343eab',
};
const handover = (fields: Fields, body: unknown = USERS, at = '/handover'): Probe =>
  send('handover', at, { 'Content-Type': 'application/json', ...fields }, JSON.stringify(body));
const presented = (value: string): Probe => handover({ Authorization: value });

export const HANDOVER_SHAPES: readonly Probe[] = [
  handover({}, USERS, '/handover/'),
  handover({}, USERS, '//handover'),
  handover({ 'X-HTTP-Method-Override': 'GET' }),
  ...[
    { from: [USERS.from], to: USERS.to },
    { from: null, to: null },
    { from: 1, to: 2 },
    { from: { id: 1 }, to: USERS.to },
    { ...USERS, authorized: true },
    { ...USERS, token: 'x' },
  ].map((body) => handover({}, body)),
  handover({ Cookie: `token=${HANDOVER}` }),
  handover({ 'X-Auth-Token': HANDOVER }),
  ...[
    'eyJh.eyJi.c',
    `x${HANDOVER}`,
    'x'.repeat(HANDOVER.length),
    HANDOVER.replace('h', '%68'),
    `${HANDOVER},x`,
    `x,${HANDOVER}`,
    `x${HANDOVER.slice(1)}`,
    [...HANDOVER].reverse().join(''),
    'null',
    'again',
    'again',
  ].map((value) => presented(`Bearer ${value}`)),
  presented(`Bearer${HANDOVER}`),
];
