import fc from 'fast-check';
import { expect, it } from 'vitest';
import { targetFrom } from '../../settings/index.js';
import { type Question, read, write } from './question.js';

const target = targetFrom({
  platform: {
    baseUrl: 'https://platform.example/api',
    collections: ['projects', 'sites/7/pages'],
    headers: { 'X-Auth-Token': 'id:secret-of-nobody' },
  },
}).platform;
if (target === undefined) throw new Error('the target has a platform');

const value = fc.oneof(fc.nat(), fc.constantFrom('abc', '-1', '2.5', '', '007', 'a&b=c', 'ü %'));
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const question: fc.Arbitrary<Question> = fc
  .record({
    collection: fc.constantFrom('projects', 'sites/7/pages'),
    limit: some(value),
    cursor: some(value),
    previous: some(value),
    reversed: some(fc.constant(true)),
    method: some(fc.constantFrom('POST', 'DELETE')),
    anonymous: some(fc.constant(true)),
    client: some(fc.constantFrom('browser' as const, 'proxy' as const)),
  })
  // A single header and parameter have no order.
  .filter(({ reversed, anonymous, limit, cursor, previous }) => {
    const parameters = [limit, cursor, previous].filter((one) => one !== undefined).length;
    return (
      reversed === undefined || (parameters !== 1 && (parameters > 1 || anonymous === undefined))
    );
  });

it('reads every question that it writes', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const plain = Object.fromEntries(
        Object.entries(asked).filter(([, one]) => one !== undefined),
      );
      expect(read(write(asked, target), target)).toEqual(plain);
    }),
    { seed: 1 },
  );
});

it('reads no question in a request to another place, or with a parameter twice', () => {
  const { url, headers } = write({ collection: 'projects', limit: 1 }, target);
  expect(
    read({ interface: 'platform', url: `${url}&limit=2`, headers: headers ?? [] }, target),
  ).toBeUndefined();
  expect(
    read({ interface: 'platform', url: url.replace('projects', 'other') }, target),
  ).toBeUndefined();
  expect(
    read({ interface: 'platform', url: 'https://elsewhere.example/platform/v2/projects' }, target),
  ).toBeUndefined();
});
