import { describe, expect, it } from 'vitest';
import { Answer } from '../http/answer.js';
import type { Header } from '../http/request.js';
import { sameBodyBefore, sharingBodies } from './same-body.js';

const LIST = JSON.stringify(Array.from({ length: 10 }, (_, id) => ({ id, name: 'a product' })));

function answerTo(
  exchange: number,
  path: string,
  accept: string,
  { text = LIST, status = 200 } = {},
): Answer {
  const headers: Header[] = [['Accept', accept]];
  const request = { interface: 'export' as const, url: `http://target.test${path}`, headers };
  return new Answer(request, { status, headers: [], body: Buffer.from(text) }, { exchange });
}

const before = answerTo(1, '/products?limit=10', 'application/json');

it('names the earlier response and the header in which the requests differ', () => {
  const later = answerTo(5, '/products?limit=10', 'application/vnd.api+json');
  expect(sameBodyBefore(later, [before, later])).toMatchObject({
    exchange: 1,
    differs: ['Accept'],
  });
});

it('names parameters by their names, all criteria of a filter as one', () => {
  const filter = 'filters[0][criteria][0][column]=a&filters[0][criteria][0][value]=b';
  const later = answerTo(5, `/products?limit=10&${filter}`, 'application/json');
  expect(sameBodyBefore(later, [before])).toMatchObject({ exchange: 1, differs: ['filters'] });
});

describe('a filter', () => {
  const filterOf = (column: string, operator: string, value: string): string =>
    Object.entries({ column, operator, value })
      .map(([part, text]) => `filters[0][criteria][0][${part}]=${encodeURIComponent(text)}`)
      .join('&');
  const stored = answerTo(1, `/products?${filterOf('price', '>', '5')}`, 'text/html');

  it.each([
    ['operator', filterOf('price', '>=', '5'), ['operator']],
    ['value', filterOf('price', '>', '6'), ['value']],
    ['operator and value', filterOf('price', '<', '6'), ['filters']],
  ])('that differs in its %s is named so', (_, filter, differs) => {
    const later = answerTo(5, `/products?${filter}`, 'text/html');
    expect(sameBodyBefore(later, [stored])).toMatchObject({ exchange: 1, differs });
  });

  it('with another operator makes one finding of several checks', () => {
    const complaints = ['>=', '<'].map((operator, at) => ({
      check: operator,
      answer: answerTo(2 + at, `/products?${filterOf('price', operator, '5')}`, 'text/html'),
    }));
    expect(sharingBodies(complaints, [stored])).toEqual([
      { checks: ['>=', '<'], part: 'operator' },
    ]);
  });
});

it('prefers the request that differs least', () => {
  const nearer = answerTo(3, '/products?limit=10', 'application/json');
  const later = answerTo(5, '/products?limit=20', 'application/json');
  const farther = answerTo(2, '/products?limit=10', 'text/html');
  expect(sameBodyBefore(later, [farther, nearer])).toMatchObject({
    exchange: 3,
    differs: ['limit'],
  });
});

it.each([
  ['the requests are the same', answerTo(5, '/products?limit=10', 'application/json')],
  ['the body differs', answerTo(5, '/products', 'application/json', { text: `${LIST} ` })],
  ['it is a refusal', answerTo(5, '/products', 'application/json', { status: 404 })],
  ['it came first', answerTo(0, '/products', 'application/json')],
  ['the requests differ in many parts', answerTo(5, '/other?offset=1', 'text/html')],
])('returns nothing if %s', (_, later) => {
  expect(sameBodyBefore(later, [before])).toBeUndefined();
});

it('returns nothing for a body that is the same by chance', () => {
  const empty = answerTo(1, '/products?offset=1', 'application/json', { text: '[]' });
  const later = answerTo(5, '/products?offset=2', 'application/json', { text: '[]' });
  expect(sameBodyBefore(later, [empty])).toBeUndefined();
});

describe('complaints about bodies that were returned before', () => {
  const first = answerTo(1, '/products?limit=10', 'application/json');
  const shown = (check: string, answer: Answer) => ({ check, answer });

  it('are one cause if the requests differ from earlier requests in the same part', () => {
    const second = answerTo(2, '/products?limit=20', 'application/json', { text: `${LIST} ` });
    const complaints = [
      shown('a', answerTo(3, '/products?limit=10', 'text/html')),
      shown('b', answerTo(4, '/products?limit=20', 'text/html', { text: `${LIST} ` })),
      shown('c', answerTo(5, '/products?limit=10&offset=1', 'application/json')),
    ];
    const answers = [first, second, ...complaints.map(({ answer }) => answer)];
    expect(sharingBodies(complaints, answers)).toEqual([{ checks: ['a', 'b'], part: 'Accept' }]);
  });

  it('are one cause if several filters have the response of the same request', () => {
    const complaints = ['a', 'b', 'c'].map((value, at) =>
      shown(value, answerTo(2 + at, `/products?limit=10&filters[0]=${value}`, 'application/json')),
    );
    expect(sharingBodies(complaints, [first])).toEqual([
      { checks: ['a', 'b', 'c'], part: undefined },
    ]);
    expect(sharingBodies(complaints.slice(1), [first])).toEqual([]);
  });

  it('belong to a mistake that explains them, unless more failures show a cache', () => {
    const complaints = ['a', 'b', 'c'].map((check, at) =>
      shown(
        check,
        answerTo(4 + at, `/products?limit=${at}`, 'text/html', { text: `${LIST}${at}` }),
      ),
    );
    const stored = [0, 1, 2].map((at) =>
      answerTo(1 + at, `/products?limit=${at}`, 'application/json', { text: `${LIST}${at}` }),
    );
    expect(sharingBodies(complaints, stored, [['a', 'b']])).toEqual([]);
    expect(sharingBodies(complaints, stored, [['a', 'x']])).toEqual([
      { checks: ['b', 'c'], part: 'Accept' },
    ]);
    expect(sharingBodies(complaints, stored, [['a']])).toEqual([
      { checks: ['b', 'c', 'a'], part: 'Accept' },
    ]);
  });

  it('are several causes if no earlier response has the body', () => {
    const other = answerTo(2, '/products', 'application/json', { text: `${LIST} ` });
    expect(sharingBodies([shown('a', other), shown('b', other)], [first])).toEqual([]);
  });
});
