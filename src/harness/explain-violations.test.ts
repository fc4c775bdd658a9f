import { expect, it } from 'vitest';
import { Answer } from '../http/answer.js';
import { explainViolations } from './explain-violations.js';
import type { Mistake } from './mistake.js';
import type { Exchanged } from './rule.js';

/** A question is a number. The right response doubles it, in a body with the header `X-Right`. */
type Doubling = Exchanged<number>;
type Doubled = Mistake<Doubling, undefined>;

const bodyOf = ({ answer }: Doubling): number => Number(answer.text);
const hasField = ({ answer }: Doubling): boolean => answer.header('x-right') !== undefined;

function exchangeOf(exchange: number, question: number, body: number, hasRight = true): Doubling {
  const request = { interface: 'export' as const, url: `http://target.test/${question}` };
  const headers = hasRight ? ([['X-Right', '1']] as const) : [];
  const received = { status: 200, headers, body: Buffer.from(String(body)) };
  return { question, answer: new Answer(request, received, { exchange }) };
}

const mistake = (id: string, expected: (question: number) => number | undefined): Doubled => ({
  id,
  clause: 'BODY',
  sentence: id,
  breaks: ['BODY'],
  predicts: (exchange) => {
    const body = expected(exchange.question);
    return body === undefined ? undefined : bodyOf(exchange) === body;
  },
});

const withoutField: Doubled = {
  id: 'without field',
  clause: 'FIELD',
  sentence: 'without field',
  breaks: ['FIELD'],
  isPlain: true,
  predicts: (exchange) => !hasField(exchange),
};

function explained(
  all: readonly Doubled[],
  exchanges: readonly Doubling[],
  complaints: Readonly<Record<string, readonly [clause: string, ...exchanges: number[]]>>,
) {
  const judging = {
    facts: undefined,
    judge: (exchange: Doubling) => ({
      clauses: ['BODY', 'FIELD'],
      violations: [
        ...(bodyOf(exchange) === 2 * exchange.question ? [] : [{ clause: 'BODY' }]),
        ...(hasField(exchange) ? [] : [{ clause: 'FIELD' }]),
      ],
    }),
    mistakes: { all: () => all, features: ({ question }: Doubling) => [`number ${question}`] },
  };
  return explainViolations(
    judging,
    exchanges,
    Object.entries(complaints).map(([check, [clause, ...ids]]) => ({
      check,
      clauses: [clause],
      exchanges: ids,
    })),
  );
}

const squared = mistake('squared', (question) => question ** 2);
const plusTwo = mistake('plus two', (question) => question + 2);
const right = [exchangeOf(8, 0, 0), exchangeOf(9, 2, 4)];

it('names the mistake that predicts every wrong response', () => {
  const wrong = [exchangeOf(1, 3, 9), exchangeOf(2, 4, 16)];
  const found = explained([squared, plusTwo], [...wrong, ...right], {
    three: ['BODY', 1],
    four: ['BODY', 2],
  });
  expect(found).toMatchObject([{ checks: ['three', 'four'], readings: [squared], exchanges: 2 }]);
});

it('names no mistake that a conforming response refutes', () => {
  const wrong = [exchangeOf(1, 3, 9), exchangeOf(2, 4, 16)];
  const kept = [...right, exchangeOf(7, 5, 10)];
  expect(explained([squared], [...wrong, ...kept], { three: ['BODY', 1] })).toEqual([]);
});

it('names two mistakes in different parts of the same responses', () => {
  const wrong = [exchangeOf(1, 3, 9, false), exchangeOf(2, 4, 16, false)];
  const found = explained([squared, withoutField], wrong, {
    body: ['BODY', 1, 2],
    field: ['FIELD', 1, 2],
  });
  expect(found.map(({ checks, readings }) => [checks[0], readings[0]?.id]).sort()).toEqual([
    ['body', 'squared'],
    ['field', 'without field'],
  ]);
});

it('explains a complaint only if all its responses are explained', () => {
  const wrong = [1, 2, 3].map((id) => exchangeOf(id, id + 2, (id + 2) ** 2));
  const other = exchangeOf(4, 7, 1);
  const found = explained([squared], [...wrong, other, ...right], {
    squares: ['BODY', 1, 2, 3],
    'squares and more': ['BODY', 1, 4],
  });
  expect(found.map(({ checks }) => checks)).toEqual([['squares']]);
});

it('explains a relation by the response that is wrong', () => {
  const wrong = [exchangeOf(1, 3, 9), exchangeOf(2, 4, 16)];
  const found = explained([squared], [...wrong, ...right], {
    alone: ['BODY', 1],
    related: ['BODY', 2, 9],
  });
  expect(found.map(({ checks }) => checks)).toEqual([['alone', 'related']]);
});

it('says what requests have in common if too many mistakes explain them', () => {
  const many = ['a', 'b', 'c', 'd'].map((id) => mistake(id, (question) => question ** 2));
  const wrong = [exchangeOf(1, 3, 9), exchangeOf(2, 3, 9)];
  const found = explained(many, [...wrong, ...right], { three: ['BODY', 1, 2] });
  expect(found).toMatchObject([{ checks: ['three'], readings: [], common: 'number 3' }]);
});

it('names a mistake that one response states, and no other mistake for one response', () => {
  const one = exchangeOf(1, 3, 9, false);
  const found = explained([squared, withoutField], [one], {
    body: ['BODY', 1],
    field: ['FIELD', 1],
  });
  expect(found.map(({ checks, readings }) => [checks, readings])).toEqual([
    [['field'], [withoutField]],
  ]);
});
