import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { targetFrom } from '../../settings/index.js';
import { message } from '../engine/message.js';
import { judgeBy } from './judge.js';

const target = targetFrom(
  {
    name: 'judged',
    export: {
      baseUrl: 'http://export.test/api',
      siteId: 1,
      channelId: 2,
      destination: { id: 3, token: 'a-token-of-3' },
    },
    platform: { baseUrl: 'http://platform.test', collections: ['things'] },
  },
  'file',
);
const judge = judgeBy(target);

function complaintOf(
  address: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  by = judge,
): string | undefined {
  const url = new URL(address);
  const request = {
    origin: url.origin,
    title: 'GET',
    message: message({ method: 'GET', url, headers }),
    expects: 200,
    repeatable: true,
    reads: false,
  };
  const text = Buffer.from(JSON.stringify(body));
  const type = headers.Accept ?? 'application/json';
  return by(request, {
    status: 200,
    headers: ['Content-Type', type],
    body: text,
    size: text.length,
  });
}

const PRODUCTS = 'http://export.test/api/sites/1/channels/2/destinations/3/products';
const products = (query: string, data: unknown, meta: object = {}) =>
  complaintOf(
    `${PRODUCTS}?${query}`,
    { data, meta: { total: 9, limit: 2, offset: 4, ...meta } },
    { Accept: 'application/vnd.api+json', 'X-EA-Auth-Token': 'a-token-of-3' },
  );
const RECORDS = [
  { id: 1, color: 'red' },
  { id: 2, color: 'red' },
];

it('tests a page of products against the rules of the export API', () => {
  expect(products('limit=2&offset=4', RECORDS)).toBeUndefined();
  expect(products('limit=2&offset=4', RECORDS, { offset: 2 })).toMatch(/^EXP-/);
  expect(products('limit=2&offset=4', [...RECORDS, ...RECORDS])).toMatch(/^EXP-/);
});

it('finds a record that a filter excludes, but accepts another letter case', () => {
  const red =
    'limit=2&offset=4&filters[0][criteria][0][column]=color&filters[0][criteria][0][operator]=%3D&filters[0][criteria][0][value]=red';
  expect(products(red, RECORDS)).toBeUndefined();
  expect(products(red, [{ id: 1, color: 'Red' }, RECORDS[1]])).toBeUndefined();
  expect(products(red, [{ id: 1, color: 'blue' }, RECORDS[1]])).toMatch(/^EXP-FILT-1: expected/);
});

describe('any response', () => {
  const body = (data: unknown, meta: object = {}): Buffer =>
    Buffer.from(JSON.stringify({ data, meta: { total: 9, limit: 2, offset: 4, ...meta } }));
  const received = (bytes: Buffer, headers: readonly string[] = []): string | undefined => {
    const url = new URL(`${PRODUCTS}?limit=2&offset=4`);
    const sent = { Accept: 'application/vnd.api+json', 'X-EA-Auth-Token': 'a-token-of-3' };
    const request = {
      origin: url.origin,
      title: 'GET',
      message: message({ method: 'GET', url, headers: sent }),
      expects: 200,
      repeatable: true,
      reads: false,
    };
    const type = ['Content-Type', 'application/vnd.api+json'];
    return judge(request, {
      status: 200,
      headers: [...type, ...headers],
      body: bytes,
      size: bytes.length,
    });
  };
  const UMLAUT = [{ id: 1, color: 'grün' }, RECORDS[1]];

  it.each<readonly [string, Buffer, RegExp | undefined]>([
    ['a whole page', body(UMLAUT), undefined],
    ['fewer records than limit, total and offset allow', body(RECORDS.slice(1)), /^EXP-LIST-6/],
    ['a limit that was not requested', body(RECORDS, { limit: 3 }), /^EXP-/],
    [
      'a byte order mark, which is a warning only',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body(RECORDS)]),
      undefined,
    ],
    ['text in Latin-1', Buffer.from(body(UMLAUT).toString(), 'latin1'), /^EXP-/],
    ['text in UTF-16', Buffer.from(body(UMLAUT).toString(), 'utf16le'), /^EXP-/],
    ['a page of HTML', Buffer.from('<!doctype html><p>hello</p>'), /^EXP-/],
  ])('tests %s', (_, bytes, clause) => {
    const found = received(bytes);
    if (clause === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(clause);
  });
});

it('tests a page of a walk against the rules of the platform API', () => {
  const page = (ids: readonly number[], count = ids.length) =>
    complaintOf(
      'http://platform.test/platform/v2/things?limit=2&cursor=5',
      {
        success: true,
        Entities: ids.map((id) => ({ id })),
        meta: { cursor: { current: 5, prev: 0, next: 9, count } },
      },
      { Accept: 'application/json' },
    );
  expect(page([6, 9])).toBeUndefined();
  expect(page([6, 7, 9])).toMatch(/^PLT-/);
  expect(page([6, 9], 3)).toMatch(/^PLT-/);
});

it('does not judge a response of an unknown address', () => {
  expect(complaintOf('http://elsewhere.test/things', {}, {})).toBeUndefined();
});

it('validates records against a schema of the vendor, and names the clause and the path', () => {
  const file = path.join(
    mkdtempSync(path.join(tmpdir(), 'assay-load-own-')),
    'product.schema.json',
  );
  writeFileSync(file, JSON.stringify({ properties: { color: { enum: ['red', 'blue'] } } }));
  const ownJudge = judgeBy(
    targetFrom({ export: { ...target.export, recordSchema: file } as never }),
  );
  const page = (color: string) =>
    complaintOf(
      `${PRODUCTS}?limit=2&offset=4`,
      {
        data: [
          { id: 1, color: 'red' },
          { id: 2, color },
        ],
        meta: { total: 9, limit: 2, offset: 4 },
      },
      { Accept: 'application/vnd.api+json', 'X-EA-Auth-Token': 'a-token-of-3' },
      ownJudge,
    );
  expect(page('blue')).toBeUndefined();
  expect(page('green')).toBe(
    `OWN-EXP-1: expected ${file}/color: must be equal to one of the allowed values: ["red","blue"] (product.schema.json#/properties/color/enum)`,
  );
});

it('tests a response by the rules of the longest base URL only', () => {
  const baseUrl = 'http://h.test';
  const nested = judgeBy(
    targetFrom(
      {
        export: { baseUrl, siteId: 1, channelId: 2, destination: { id: 3, token: 'a-token-of-3' } },
        templates: { baseUrl: `${baseUrl}/etm`, authUrl: `${baseUrl}/login` },
      },
      'file',
    ),
  );
  const headers = { Accept: 'application/json', Authorization: 'Bearer a.b.c' };
  expect(complaintOf(`${baseUrl}/etm/V1/export-templates`, [], headers, nested)).toBeUndefined();
  const page = `${baseUrl}/sites/1/channels/2/destinations/3/products?limit=2`;
  const asked = { Accept: 'application/vnd.api+json', 'X-EA-Auth-Token': 'a-token-of-3' };
  expect(complaintOf(page, [], asked, nested)).toMatch(/^EXP-/);
});
