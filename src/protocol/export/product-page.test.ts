import { describe, expect, it } from 'vitest';
import { Answer } from '../../http/answer.js';
import { longNumbers, tryPage } from './product-page.js';

const answerWith = (body: string) =>
  new Answer(
    { interface: 'export', method: 'GET', url: 'http://export.test/', headers: [] },
    { status: 200, headers: [], body: Buffer.from(body) },
    { exchange: 1 },
  );
const pageOf = (json: unknown) => tryPage(answerWith(JSON.stringify(json)));

const records = [{ id: 1 }, { id: 2 }];

it.each([
  ['is missing', {}],
  ['has a total of null', { meta: { total: null, limit: 100, offset: 0 } }],
  ['has a negative total', { meta: { total: -1, limit: 100, offset: 0 } }],
  ['lacks the offset', { meta: { total: 2, limit: 100 } }],
])('reads the records of an envelope whose meta %s', (_, rest) => {
  expect(pageOf({ data: records, ...rest })).toMatchObject({ records, isEnvelope: true });
  expect(pageOf({ data: records, ...rest })?.meta).toBeUndefined();
});

it('reads an envelope, and an array without one', () => {
  const meta = { total: 2, limit: 100, offset: 0 };
  expect(pageOf({ data: records, meta })).toMatchObject({ records, isEnvelope: true, meta });
  expect(pageOf(records)).toMatchObject({ records, isEnvelope: false });
  expect(pageOf({ items: records })).toBeUndefined();
});

describe('the digits of long numbers', () => {
  const long = { ean: 7 };
  const digitsIn = (body: unknown) =>
    longNumbers(answerWith(JSON.stringify(body).replaceAll('7', '12345678901234567890')));

  it.each([
    ['a plain list', [long]],
    ['a JSON:API list', { data: [long] }],
    ['resources of JSON:API', { data: [{ type: 'product', id: '1', attributes: long }] }],
  ])('are read from %s', (_, body) => {
    expect(digitsIn(body)).toEqual([new Map([['ean', '12345678901234567890']])]);
  });
});
