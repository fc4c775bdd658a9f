import { expect, it } from 'vitest';
import { bodyOf, exchangeOf } from '../../tests/platform/exchange-of.js';
import { lostInForeignTraffic } from './walk.js';

const at = (receivedAt: number, ids: readonly number[], parameters = {}) =>
  exchangeOf(parameters, bodyOf(ids), { receivedAt });

it('reports an entity that was seen before and after a page, and is missing from it', () => {
  const before = at(1, [1, 2, 3]);
  const page = at(2, [1, 3]);
  const after = at(3, [1, 2, 3]);
  expect(lostInForeignTraffic([before, page, after])).toEqual([
    {
      expected: 'entity 2 on the page, as before it and after it',
      actual: 'a page without it',
      exchanges: [before, after, page],
    },
  ]);
});

it.each([
  ['removed since', [at(1, [1, 2, 3]), at(2, [1, 3]), at(3, [1, 3])]],
  ['added since', [at(1, [1, 3]), at(2, [1, 3]), at(3, [1, 2, 3])]],
  ['after the last one of the page', [at(1, [1, 2, 3]), at(2, [1, 2]), at(3, [1, 2, 3])]],
  ['at the cursor', [at(1, [1, 2, 3]), at(2, [3], { cursor: 2 }), at(3, [1, 2, 3])]],
])('reports nothing for an entity that is %s', (_, exchanges) => {
  expect(lostInForeignTraffic(exchanges)).toEqual([]);
});

it('compares no page that was requested without authentication', () => {
  const page = at(2, [1, 3], { anonymous: true });
  expect(lostInForeignTraffic([at(1, [1, 2, 3]), page, at(3, [1, 2, 3])])).toEqual([]);
});
