import { expect, it } from 'vitest';
import { bodyOf, exchangeOf } from '../../tests/platform/exchange-of.js';
import { lostInForeignTraffic } from './walk.js';

const at = (receivedAt: number, ids: readonly number[], parameters = {}) =>
  exchangeOf(parameters, bodyOf(ids), { receivedAt });

const textIds = { ...bodyOf([]), Entities: [{ id: 'x' }, { id: 3 }] };

it('reports an entity that was seen before and after a page, and is missing from it', () => {
  const before = at(1, [1, 2, 3]);
  const page = at(2, [1, 3]);
  const after = at(3, [1, 2, 3]);
  expect(lostInForeignTraffic([before, page, after])).toEqual([
    {
      expected: 'entity 2 on the page, because earlier and later pages contain it',
      actual: 'a page without it',
      exchanges: [before, after, page],
      sentence:
        'entity 2 is missing on the page; it must be there, because earlier and later pages contain it',
    },
  ]);
});

it.each([
  ['removed since', [at(1, [1, 2, 3]), at(2, [1, 3]), at(3, [1, 3])]],
  ['added since', [at(1, [1, 3]), at(2, [1, 3]), at(3, [1, 2, 3])]],
  ['after the last one of the page', [at(1, [1, 2, 3]), at(2, [1, 2]), at(3, [1, 2, 3])]],
  ['the last one of the page', [at(1, [1, 2]), at(2, [1, 2]), at(3, [1, 2])]],
  ['seen before at the same time', [at(2, [1, 2, 3]), at(2, [1, 3]), at(3, [1, 2, 3])]],
  ['seen after at the same time', [at(1, [1, 2, 3]), at(2, [1, 3]), at(2, [1, 2, 3])]],
  ['at the cursor', [at(1, [1, 2, 3]), at(2, [3], { cursor: 2 }), at(3, [1, 2, 3])]],
])('reports nothing for an entity that is %s', (_, exchanges) => {
  expect(lostInForeignTraffic(exchanges)).toEqual([]);
});

it.each([
  ['that was requested without authentication', at(2, [1, 3], { anonymous: true })],
  ['of another method', at(2, [1, 3], { method: 'POST' })],
  ['without entities', at(2, [])],
  ['with an id that is no number', exchangeOf({}, textIds, { receivedAt: 2 })],
  ['of an error', exchangeOf({}, {}, { status: 500, receivedAt: 2 })],
])('compares no page %s', (_, page) => {
  expect(lostInForeignTraffic([at(1, [1, 2, 3]), page, at(3, [1, 2, 3])])).toEqual([]);
});

it('compares pages of the same collection only', () => {
  const page = at(2, [1, 3]);
  const other = { ...page, question: { ...page.question, collection: 'sites' } };
  expect(lostInForeignTraffic([at(1, [1, 2, 3]), other, at(3, [1, 2, 3])])).toEqual([]);
});
