import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, asking, JSON_API } from '../../../tests/reference/asking.js';
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

describe('errors of the table in the specification, in both formats', () => {
  const rows: [
    what: string,
    path: string,
    fields: Record<string, string>,
    status: number,
    title: string,
    text: string,
  ][] = [
    ['no token', V2, {}, 401, 'Unauthorized', 'Authentication token is required'],
    [
      'an empty token',
      V2,
      { 'X-EA-Auth-Token': '' },
      401,
      'Unauthorized',
      'Authentication token is required',
    ],
    ['no token on legacy', '/123/456', {}, 401, 'Unauthorized', 'Authentication token is required'],
    [
      'a token in the query',
      `${V2}?X-EA-Auth-Token=${MAIN}`,
      {},
      401,
      'Unauthorized',
      'Authentication token is required',
    ],
    [
      'a bad character',
      V2,
      { 'X-EA-Auth-Token': `${MAIN}.` },
      401,
      'Unauthorized',
      'Provided token format is invalid',
    ],
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
    [
      'no destination',
      '/123/456',
      { 'X-EA-Auth-Token': MAIN },
      401,
      'Unauthorized',
      'Destination ID is required',
    ],
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
    [
      'no data',
      V2.replace('789', '791'),
      { 'X-EA-Auth-Token': VOID },
      404,
      'Not Found',
      'No exported data',
    ],
    [
      'another channel',
      V2.replace('456', '457'),
      { 'X-EA-Auth-Token': MAIN },
      404,
      'Not Found',
      'No exported data',
    ],
  ];

  it.each(rows)('%s', async (_, path, fields, status, title, detail) => {
    const plain = await ask.export(path, fields);
    expect(plain.status).toBe(status);
    expect(JSON.parse(plain.text)).toEqual({
      [detail === 'No exported data' ? 'message' : 'error']: detail,
    });
    expect(plain.headers.get('content-type')).toBe('application/json');
    expect(plain.headers.has('www-authenticate')).toBe(status === 401);
    const enveloped = await ask.export(path, { ...fields, ...JSON_API });
    expect(enveloped.status).toBe(status);
    expect(JSON.parse(enveloped.text)).toEqual({ errors: [{ status, title, detail }] });
    expect(enveloped.headers.get('content-type')).toBe('application/vnd.api+json');
  });
});
