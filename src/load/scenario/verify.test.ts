import { expect, it } from 'vitest';
import { backOff } from '../engine/link.js';
import { type ExpectedPage, edges, wrongBody } from './expected.js';
import { wrongPage as wrongWalkPage } from './walk.js';

const records = [
  { id: 1, color: 'red' },
  { id: 2, color: 'red' },
];
const body = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const page = (meta: object = {}, data: unknown = records) =>
  body({ data, meta: { total: 9, limit: 2, offset: 4, ...meta } });
const seen = { total: 9, count: 2, ...edges(records) };
const expected: ExpectedPage = { kind: 'page', format: 'json-api', limit: 2, offset: 4, seen };

it.each([
  ['the page that was asked for', page(), undefined],
  ['another page', page({ offset: 2 }), 'meta.offset is 2, requested 4'],
  ['another limit', page({ limit: 100 }), 'meta.limit is 100, requested 2'],
  [
    'the records of another destination',
    page({}, [{ id: 7 }, { id: 8 }]),
    'other records than the survey saw on this page',
  ],
  ['a page with a record missing', page({}, records.slice(1)), '1 records, where the survey saw 2'],
  ['the other format', body(records), '(document): expected of type object'],
  ['half an answer', Buffer.from('{"data":['), 'not JSON'],
])('judges %s', (_, answer, problem) => {
  expect(wrongBody(answer, expected)).toBe(problem);
});

it('sees a record that a filter should have left out', () => {
  const filter = { column: 'color', value: 'red' };
  const shape = { kind: 'page', format: 'legacy', limit: 5, offset: 0, filter } as const;
  expect(wrongBody(body(records), shape)).toBeUndefined();
  expect(wrongBody(body([...records, { id: 3, color: 'blue' }]), shape)).toBe(
    'a record whose color does not match the filter',
  );
});

it('sees the token of another client, and shows no token', () => {
  const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  const fields = { expires_in: 300, token_type: 'Bearer', 'not-before-policy': 0, scope: '' };
  const answer = (access: string) => body({ access_token: access, ...fields });
  const mine = { kind: 'token', client: 'mine' } as const;
  expect(wrongBody(answer(token({ azp: 'mine' })), mine)).toBeUndefined();
  expect(wrongBody(answer(token({ azp: 'other' })), mine)).toBe('the token of another client');
  const problem = wrongBody(answer('no jwt at all'), mine);
  expect(problem).toMatch(/^\/access_token: expected must match pattern/);
  expect(problem).not.toContain('no jwt at all');
});

it('sees an entity from before the cursor', () => {
  const walk = (ids: readonly number[]) =>
    body({
      success: true,
      Entities: ids.map((id) => ({ id })),
      meta: { cursor: { current: 5, prev: 0, next: 9, count: ids.length } },
    });
  expect(wrongWalkPage(walk([6, 9]), 5, 2, 'id')).toBeUndefined();
  expect(wrongWalkPage(walk([4, 9]), 5, 2, 'id')).toBe('an entity from before the cursor');
  expect(wrongWalkPage(walk([6, 7, 9]), 5, 2, 'id')).toBe('3 entities, requested at most 2');
});

it('waits longer after each fruitless attempt, up to two seconds', () => {
  expect([0, 1, 2, 3, 6, 20].map(backOff)).toEqual([0, 50, 100, 200, 1600, 2000]);
});
