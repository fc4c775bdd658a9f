import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Question, read, write } from './question.js';

const target = { baseUrl: 'https://cde.example/api' };
const some = <T>(...values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined });

const question: fc.Arbitrary<Question> = fc
  .record({
    body: fc.oneof(
      fc.record({ from: fc.string(), to: fc.uuid() }),
      fc.constantFrom('', '{"from":', '[]', '{"from":1}'),
    ),
    authorization: some('Bearer a.b', 'Basic eA==', ''),
    method: some('GET', 'PUT'),
    contentType: some(null, 'text/plain'),
    accept: some(null, 'text/html'),
    path: some('/handover/', '//handover'),
    headers: some([['X-Auth-Token', 'a'] as const]),
  })
  .filter(
    ({ method, body, contentType }) =>
      method !== 'GET' || (body === '' && contentType === undefined),
  );

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

it('reads no question in a request for something else', () => {
  expect(
    read({ interface: 'handover', url: 'https://cde.example/api/resources' }, target),
  ).toBeUndefined();
});
