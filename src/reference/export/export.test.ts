import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, asking, criterion, JSON_API } from '../../../tests/reference/asking.js';
import { type Reference, startReference } from '../reference.js';

let reference: Reference;
let ask: Asking;

beforeAll(async () => {
  reference = await startReference();
  ask = asking(reference);
});
afterAll(() => reference.close());

const V2 = '/sites/123/channels/456/destinations/789/products';
const MAIN = 'Rf7_main-4c0DE-k9Zq';
const OTHER = 'Rf7_othr-8b1AF-m2Xw';
const VOID = 'Rf7_void-3e6BC-p5Vu';

describe('errors of the table, in both formats', () => {
  const rows: [
    what: string,
    path: string,
    fields: Record<string, string>,
    status: number,
    title: string,
    text: string,
  ][] = [
    ['no token', V2, {}, 401, 'Unauthorized', 'Authentication token is required'],
    ['an empty token', V2, { 'X-EA-Auth-Token': '' }, 401, 'Unauthorized', 'Authentication token is required'],
    ['no token on legacy', '/123/456', {}, 401, 'Unauthorized', 'Authentication token is required'],
    [
      'a token in the query',
      `${V2}?X-EA-Auth-Token=${MAIN}`,
      {},
      401,
      'Unauthorized',
      'Authentication token is required',
    ],
    ['a bad character', V2, { 'X-EA-Auth-Token': `${MAIN}.` }, 401, 'Unauthorized', 'Provided token format is invalid'],
    [
      'a foreign token',
      V2,
      { 'X-EA-Auth-Token': OTHER },
      403,
      'Forbidden',
      'Token is not authorized for this destination',
    ],
    [
      'an unknown token',
      V2,
      { 'X-EA-Auth-Token': '-' },
      403,
      'Forbidden',
      'Token is not authorized for this destination',
    ],
    ['no destination', '/123/456', { 'X-EA-Auth-Token': MAIN }, 401, 'Unauthorized', 'Destination ID is required'],
    [
      'a malformed destination',
      '/123/456/color/red',
      { 'X-EA-Auth-Token': MAIN, 'X-Destination-Id': '12abc' },
      401,
      'Unauthorized',
      'Invalid destination ID format',
    ],
    [
      'a foreign destination',
      '/123/456',
      { 'X-EA-Auth-Token': MAIN, 'X-Destination-Id': '790' },
      403,
      'Forbidden',
      'Token is not authorized for this destination',
    ],
    [
      'an unknown route',
      '/nope%2F"',
      { 'X-EA-Auth-Token': MAIN },
      404,
      'Not Found',
      'Requested route was not found: "/nope%2F%22"',
    ],
    ['no data', V2.replace('789', '791'), { 'X-EA-Auth-Token': VOID }, 404, 'Not Found', 'No exported data'],
    ['another channel', V2.replace('456', '457'), { 'X-EA-Auth-Token': MAIN }, 404, 'Not Found', 'No exported data'],
  ];

  it.each(rows)('%s', async (_, path, fields, status, title, detail) => {
    const plain = await ask.export(path, fields);
    expect(plain.status).toBe(status);
    expect(JSON.parse(plain.text)).toEqual({ [detail === 'No exported data' ? 'message' : 'error']: detail });
    expect(plain.headers.get('content-type')).toBe('application/json');
    expect(plain.headers.has('www-authenticate')).toBe(status === 401);
    const enveloped = await ask.export(path, { ...fields, ...JSON_API });
    expect(enveloped.status).toBe(status);
    expect(JSON.parse(enveloped.text)).toEqual({ errors: [{ status, title, detail }] });
    expect(enveloped.headers.get('content-type')).toBe('application/vnd.api+json');
  });
});

describe('formats', () => {
  it('welcomes whoever asks', async () => {
    for (const fields of [{}, { 'X-EA-Auth-Token': 'no good!' }]) {
      const root = await ask.export('/', fields);
      expect([root.status, root.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it.each([
    ['application/vnd.api+json', true],
    ['Application/VND.api+JSON', true],
    ['application/json', false],
    ['*/*', false],
    ['application/json;q=0.1, application/vnd.api+json', true],
    ['text/html', false],
  ])('Accept %s', async (accept, enveloped) => {
    const reply = await ask.products('?limit=2', { Accept: accept });
    const body: unknown = JSON.parse(reply.text);
    const data = reference.records.slice(0, 2);
    expect(body).toEqual(enveloped ? { data, meta: { total: 1000, limit: 2, offset: 0 } } : data);
    expect(reply.headers.get('vary')).toBe('Accept');
  });

  it('serves the same on the legacy routes', async () => {
    expect((await ask.legacy()).text).toBe((await ask.products()).text);
    const filtered = await ask.legacy('/color/red,blue?limit=5&offset=2&orderBy=name');
    const query = `?limit=5&offset=2&orderBy=name&${criterion('color', 'IN', ['red', 'blue'])}`;
    expect(filtered.text).toBe((await ask.products(query)).text);
    expect(JSON.parse(filtered.text)).toHaveLength(5);
  });

  it('answers other methods with what it allows', async () => {
    const url = `${reference.baseUrls.export}${V2}`;
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await ask.send(url, { method, headers: ask.token });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    const head = await ask.send(url, { method: 'HEAD', headers: ask.token });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await ask.send(url, { method: 'OPTIONS' })).status).toBe(204);
  });
});

describe('queries', () => {
  const total = async (query: string): Promise<number> => {
    const body: { meta: { total: number } } = JSON.parse((await ask.products(`?limit=1&${query}`, JSON_API)).text);
    return body.meta.total;
  };
  const matching = (keep: (color: unknown) => boolean): number =>
    reference.records.filter(({ color }) => keep(color)).length;

  it('reads every spelling of an array', async () => {
    const expected = matching((color) => color === 'red' || color === 'blue');
    const name = 'filters[0][criteria][0]';
    const start = `${name}[column]=color&${name}[operator]=IN`;
    for (const value of [
      `${name}[value][0]=red&${name}[value][1]=blue`,
      `${name}[value][]=red&${name}[value][]=blue`,
      `${name}[value]=red,blue`,
      `${name}[value][7]=red&${name}[value][3000]=blue`,
    ]) {
      expect(await total(`${start}&${value}`)).toBe(expected);
    }
  });

  it('reads a blank written as + and as %20', async () => {
    const expected = matching((color) => color !== null && color !== 'red');
    const name = 'filters%5B0%5D%5Bcriteria%5D%5B0%5D';
    for (const operator of ['NOT+LIKE', 'NOT%20LIKE', 'not like']) {
      const query = `${name}%5Bcolumn%5D=color&${name}%5Boperator%5D=${operator}&${name}%5Bvalue%5D=red`;
      expect(await total(query)).toBe(expected);
    }
  });

  it('splits the records in two with IS and IS NOT, however null is written', async () => {
    const nulls = matching((color) => color === null);
    for (const spelling of ['NULL', 'null', '']) {
      expect(await total(criterion('color', 'IS', spelling))).toBe(nulls);
      expect(await total(criterion('color', 'IS NOT', spelling))).toBe(1000 - nulls);
    }
  });

  it('combines criteria and groups with AND unless told otherwise', async () => {
    const pair = `${criterion('color', '=', 'red')}&${criterion('color', '=', 'blue', [0, 1])}`;
    const groups = `${criterion('color', '=', 'red')}&${criterion('color', '=', 'blue', [1, 0])}`;
    const either = matching((color) => color === 'red' || color === 'blue');
    expect(await total(pair)).toBe(0);
    expect(await total(`${pair}&filters[0][mode]=OR`)).toBe(either);
    expect(await total(groups)).toBe(0);
    expect(await total(`${groups}&mode=OR`)).toBe(either);
  });

  it('filters, groups, orders and only then pages', async () => {
    const query = `?groupBy=category&orderBy=category DESC&limit=3&${criterion('stock', '>', '9')}`;
    const body: { data: { category: string; stock: number }[]; meta: unknown } = JSON.parse(
      (await ask.products(query, JSON_API)).text,
    );
    expect(body.data.map(({ category }) => category)).toEqual(['kitchen', 'Toys', 'Lighting']);
    expect(body.data.every(({ stock }) => stock > 9)).toBe(true);
    expect(body.meta).toEqual({ total: 8, limit: 3, offset: 0 });
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=ten',
    'limit=',
    'limit[]=1',
    'offset=-1',
    'orderBy=nope',
    'groupBy=nope',
    'mode=XOR&filters[0][criteria][0][column]=id',
    'filters=1',
    'filters[x]=1',
    'filters[__proto__][criteria]=1',
    'filters[0][criteria]=1',
    criterion('nope', '=', '1'),
    criterion('id', '~', '1'),
    criterion('id', 'BETWEEN', ['1']),
    criterion('id', 'BETWEEN', ['1', '2', '3']),
    criterion('id', '=', ['1']),
    'filters[0][criteria][0][column]=id&filters[0][criteria][0][operator]=%3D',
    '%ff=1',
    'a%=1',
    `filters${'[0]'.repeat(50)}=1`,
    'a&'.repeat(3000),
  ])('answers %s with 400', async (query) => {
    const reply = await ask.products(`?${query}`, JSON_API);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({ errors: [{ status: 400, title: 'Bad Request' }] });
  });
});
