import fc from 'fast-check';
import { expect, it } from 'vitest';
import { targetFrom } from '../../settings/index.js';
import { type Criterion, operators } from './filter.js';
import { httpRequest, type ProductsQuestion, type Route } from './question.js';
import { readQuestion } from './read-question.js';

const destination = (id: number) => ({ id, token: `token-of-${id}` });
const target = targetFrom({
  export: {
    baseUrl: 'https://export.example/api',
    siteId: 1,
    channelId: 2,
    destination: destination(3),
    otherDestination: destination(4),
  },
}).export;
if (target === undefined) throw new Error('the target has an export API');

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom("' OR 1=1", 'a+b', '%20', 'a&b=c'),
);
const mode = some(fc.constantFrom('AND' as const, 'OR' as const));
const LISTED = ['IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN'];

const criterion: fc.Arbitrary<Criterion> = fc
  .record({
    column: text,
    operator: fc.constantFrom(...operators),
    one: text,
    list: fc.array(text, { minLength: 1 }),
  })
  .map(({ column, operator, one, list }) => {
    const value = LISTED.includes(operator) ? list : one;
    return { column, operator, value: operator.startsWith('IS') ? null : value };
  });
const groups = fc.array(
  fc.record({ mode, criteria: fc.array(criterion, { minLength: 1, maxLength: 3 }) }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const route = fc.oneof(
  fc.constantFrom<Route>(
    'v2',
    'legacy',
    { path: '/assay/unknown/route' },
    { path: '/assay/a%2Fb/%22c%22' },
    { column: 'name', value: 'a+b,c', rawPlus: true },
  ),
  fc.record({ column: text, value: text }),
);
const question: fc.Arbitrary<ProductsQuestion> = fc.record({
  route: some(route),
  method: some(fc.constant('DELETE')),
  accept: some(fc.constantFrom(null, 'application/json', '*/*')),
  token: some(fc.constantFrom(null, 'another', 'token-of-4x')),
  limit: some(fc.oneof(fc.integer(), fc.constantFrom('abc', '2.5'))),
  offset: some(fc.nat()),
  orderBy: some(text),
  groupBy: some(text),
  filter: some(fc.record({ mode, groups })),
  extra: some(fc.constant([['assay', '1'] as const])),
  headers: some(fc.constant([['Authorization', 'Bearer x'] as const])),
  destination: some(fc.constant(destination(4))),
});

/**
 * A question without undefined members and without the encodings, which every filter that is read
 * has.
 */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one) =>
      key === 'wireEncoding' || (key === 'route' && one === 'v2') ? undefined : one,
    ),
  );

it('reads every question that it writes', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const isUnknown = typeof asked.route === 'object' && 'path' in asked.route;
      const { destination: where, ...rest } = asked;
      const written = isUnknown || where === undefined ? rest : asked;
      expect(plain(readQuestion(httpRequest(target, written), target))).toEqual(plain(written));
    }),
    { seed: 1, numRuns: 300 },
  );
});

it.each(['indexed', 'empty-brackets', 'comma'] as const)(
  'reads arrays written %s',
  (arrayEncoding) => {
    const wireEncoding = { arrayEncoding, nullSpelling: 'null', blank: '+' as const };
    const filter = {
      groups: [
        {
          criteria: [
            { column: 'color', operator: 'NOT IN' as const, value: ['red', 'dark blue'] },
            { column: 'price', operator: 'IS NOT' as const, value: null },
          ],
        },
      ],
    };
    expect(readQuestion(httpRequest(target, { filter, wireEncoding }), target)).toEqual({
      filter,
      wireEncoding,
    });
  },
);

it('keeps incomplete filters unchanged, and reads no question below another base URL', () => {
  const extra = [
    ['filters[7][criteria][3][column]', 'a'] as const,
    ['filters[0][mode]', 'OR'] as const,
  ];
  expect(readQuestion(httpRequest(target, { extra }), target)).toEqual({ extra });
  expect(
    readQuestion({ interface: 'export', url: 'https://elsewhere.example/1/2' }, target),
  ).toBeUndefined();
});

it('reads megabytes in proportion to their length', () => {
  const long = 'k'.repeat(4_000_000);
  const filter = {
    groups: [{ criteria: [{ column: long, operator: '=' as const, value: long }] }],
  };
  const { filter: read } = readQuestion(httpRequest(target, { filter }), target) ?? {};
  expect(read?.groups[0]?.criteria[0]?.value).toHaveLength(long.length);
});

it('reads a question mark within the query', () => {
  const request = httpRequest(target, { orderBy: 'why?not', limit: 1 });
  const url = request.url.replace('%3F', '?');
  expect(url).toContain('why?not');
  expect(readQuestion({ ...request, url }, target)).toMatchObject({ orderBy: 'why?not' });
});
