import { expect, it } from 'vitest';
import { Answer } from '../../http/answer.js';
import { tryPage } from './product-page.js';

const pageOf = (json: unknown) =>
  tryPage(
    new Answer(
      { interface: 'export', method: 'GET', url: 'http://export.test/', headers: [] },
      { status: 200, headers: [], body: Buffer.from(JSON.stringify(json)) },
      { exchange: 1 },
    ),
  );

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
