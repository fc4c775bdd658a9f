import { expect, it } from 'vitest';
import { CheckEnded } from '../../src/harness/finding.js';
import { exchangeOf } from '../../tests/handover/exchange-of.js';
import { expectMoved, expectStillOwned, listIn, type Owned } from './resources.js';

it('finds a list, a list in data, and the only list of an object', () => {
  expect(listIn(['a'])).toEqual(['a']);
  expect(listIn({ data: ['a'], links: [] })).toEqual(['a']);
  expect(listIn({ total: 1, resources: ['a'] })).toEqual(['a']);
});

it('returns nothing for two lists, and without a list', () => {
  expect(listIn({ resources: ['a'], users: [] })).toBeUndefined();
  expect(listIn({ resources: 1 })).toBeUndefined();
  expect(listIn('a')).toBeUndefined();
});

const { answer } = exchangeOf({}, 'Done');
const owned = (...ids: readonly string[]): Owned => ({ ids, answer });
const endOf = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return error instanceof CheckEnded ? error.finding : error;
  }
};

it('a resource that is lost after a refused handover is a violation', () => {
  const before = owned('a', 'b');
  expect(endOf(() => expectStillOwned([before, owned('a')], 'invalid credentials'))).toMatchObject({
    sentence:
      'the 2 resources of the giving user changed after invalid credentials: 1 missing; they must be unchanged',
  });
  expect(expectStillOwned([before, before], 'invalid credentials')).toBe(
    '2 resources still with the user handover.from',
  );
});

it.each([
  [
    [owned(), owned('a', 'c')],
    'the receiving user did not get b; it must get all 2 resources of the giving user',
  ],
  [
    [owned(), owned('a', 'b', 'b', 'c')],
    'the receiving user has b more than once; it must have each resource once',
  ],
  [
    [owned('a'), owned('a', 'b', 'c')],
    'the giving user still has a; it must have no resource any more',
  ],
] as const)('each resource is transferred once', ([from, to], sentence) => {
  const before = { from: owned('a', 'b'), to: owned('c') };
  expect(endOf(() => expectMoved(before, { from, to }, answer))).toMatchObject({ sentence });
});

it.each([
  [
    [owned('d'), owned('a', 'b', 'c', 'x')],
    'the last resource of the list, d, stayed with the giving user; the receiving user must get all 4 resources of the giving user',
  ],
  [
    [owned('c', 'd'), owned('a', 'b', 'x')],
    'only the first 2 of the 4 resources were transferred; the receiving user must get all 4 resources of the giving user',
  ],
  [
    [owned('a', 'b', 'c', 'd'), owned('x')],
    'nothing was transferred; the receiving user must get all 4 resources of the giving user',
  ],
  [
    [owned('a', 'b', 'c', 'd', 'x'), owned()],
    'the handover went the wrong way: the giving user now has resources of the receiving user; the receiving user must get all 4 resources of the giving user',
  ],
  [
    [owned('a', 'b', 'c', 'd'), owned('a', 'b', 'c', 'd', 'x')],
    'the resources were copied: the giving user still has all of them; it must have no resource any more',
  ],
] as const)('says what a handover did instead', ([from, to], sentence) => {
  const before = { from: owned('a', 'b', 'c', 'd'), to: owned('x') };
  expect(endOf(() => expectMoved(before, { from, to }, answer))).toMatchObject({ sentence });
});
