import { expect, it } from 'vitest';
import { backOff } from '../engine/link.js';
import { type ExpectedPage, edges, wrongBody } from './expected.js';
import { entityBeforeCursor } from './walk.js';

const records = [
  { id: 1, color: 'red' },
  { id: 2, color: 'red' },
];
const body = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const page = (meta: object = {}, data: unknown = records) =>
  body({ data, meta: { total: 9, limit: 2, offset: 4, ...meta } });
const seen = { total: 9, count: 2, ...edges(records) };
const expected: ExpectedPage = { kind: 'page', format: 'json-api', seen };

it.each([
  ['the requested page', page(), undefined],
  [
    'the records of another destination',
    page({}, [{ id: 7 }, { id: 8 }]),
    'records that differ from the same page before the run',
  ],
  [
    'a page with a record missing',
    page({}, records.slice(1)),
    '1 instead of 2 records, the number before the run',
  ],
  ['the other format', body(records), '(document): expected of type object'],
  ['a part of a response', Buffer.from('{"data":['), 'not JSON'],
])('judges %s', (_, answer, problem) => {
  expect(wrongBody(answer, expected)).toBe(problem);
});

it('recognizes the token of another client, and never shows a token', () => {
  const token = (claims: object) =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  const fields = { expires_in: 300, token_type: 'Bearer', 'not-before-policy': 0, scope: '' };
  const answer = (access: string) => body({ access_token: access, ...fields });
  const mine = { kind: 'token', client: 'mine' } as const;
  expect(wrongBody(answer(token({ azp: 'mine' })), mine)).toBeUndefined();
  expect(wrongBody(answer(token({ azp: 'other' })), mine)).toBe('the token of another client');
  const problem = wrongBody(answer('no jwt at all'), mine);
  expect(problem).toMatch(/^\/access_token: expected must match pattern/);
  expect(problem).not.toContain('no jwt at all');
});

it('finds an entity before the cursor', () => {
  const entities = { idMember: 'id', dialect: {} };
  const walk = (ids: readonly number[]) =>
    body({
      success: true,
      Entities: ids.map((id) => ({ id })),
      meta: { cursor: { current: 5, prev: 0, next: 9, count: ids.length } },
    });
  expect(entityBeforeCursor(walk([6, 9]), 5, entities)).toBeUndefined();
  expect(entityBeforeCursor(walk([4, 9]), 5, entities)).toBe('an entity at or before the cursor');
});

it('waits longer after each failed attempt, up to two seconds', () => {
  expect([0, 1, 2, 3, 6, 20].map(backOff)).toEqual([0, 50, 100, 200, 1600, 2000]);
});
