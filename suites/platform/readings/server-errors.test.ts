import { describe, expect, it } from 'vitest';
import { serverErrors } from '../../../src/harness/server-errors.js';
import { Answer } from '../../../src/http/answer.js';
import {
  hostileParameter,
  type InParameter,
  RESERVED_PARAMETERS,
} from '../../../src/protocol/hostile.js';
import { hostileInPairs } from '../../../src/protocol/hostile-in-words.js';
import { exchangeOf } from '../../../tests/platform/exchange-of.js';
import { serverErrorMistakes } from './server-errors.js';

const exchange = (question: string, status: number) => ({
  question,
  answer: new Answer(
    { interface: 'platform', url: `http://one.test/?${question}`, headers: [] },
    { status, headers: [], body: Buffer.from('') },
    { exchange: 1, sentAt: 0 },
  ),
});

const sent = (name: string, value: InParameter, status: number) =>
  exchange(hostileParameter(name, value), status);

const named = (...failed: readonly ReturnType<typeof exchange>[]) =>
  serverErrors(failed, {
    id: 'test',
    clause: 'PLT-HARD-1',
    partsIn: ({ question }) => hostileInPairs(question),
  });

const first = (...failed: readonly ReturnType<typeof exchange>[]): string | undefined =>
  named(...failed).find(({ predicts }) => failed.every(predicts))?.sentence;

it('an integer beyond 31 bits is named in the parameter that has it', () => {
  const failed = exchangeOf({ cursor: 2 ** 31, limit: 5 }, 'out', { status: 500 });
  const sentences = serverErrorMistakes([failed]).map(({ sentence }) => sentence);
  expect(sentences).toContain('a request with a number beyond 2^31 in `cursor` gets status 500');
  expect(sentences.some((one) => one.includes('`limit`'))).toBe(false);
});

describe('a server error is named by', () => {
  it('one value and its place', () => {
    expect(first(sent('limit', 'NUL', 500))).toBe('a request with NUL in `limit` gets status 500');
    expect(first(sent('cursor', 'beyond 2^63', 501))).toBe(
      'a request with a number beyond 2^63 in `cursor` gets status 501',
    );
    expect(first(sent('filters[0][value]', 'an index of 5,000 digits', 500))).toBe(
      'a request with an index of 5,000 digits in `filters[0][value]` gets status 500',
    );
    expect(first(exchange(Array.from({ length: 1000 }, () => 'a=1').join('&'), 500))).toBe(
      'a form of 1,000 parameters gets status 500',
    );
    expect(first(sent('filters', 'an opening bracket without its end', 500))).toBe(
      'a request with an opening bracket without its end in `filters` gets status 500',
    );
    expect(first(exchange(RESERVED_PARAMETERS, 500))).toBe(
      'a request with parameters whose names are `self`, `constructor`, `__proto__`, `hasOwnProperty` gets status 500',
    );
    expect(first(exchange('limit=1&a%00b=1', 500))).toBe(
      'a request with NUL in the name of a parameter gets status 500',
    );
  });

  it('one value in any place', () => {
    expect(first(sent('limit', 'NUL', 500), sent('cursor', 'NUL', 500))).toBe(
      'a request with NUL in any parameter gets status 500',
    );
  });

  it('several values in one place', () => {
    const malformed = ['invalid UTF-8', 'a bad escape', 'NUL', 'an object'] as const;
    expect(first(...malformed.slice(0, 2).map((value) => sent('limit', value, 500)))).toBe(
      'a request with malformed escapes in `limit` gets status 500',
    );
    expect(first(...malformed.map((value) => sent('limit', value, 500)))).toBe(
      'a request with any malformed or extreme value in `limit` gets status 500',
    );
    expect(first(sent('limit', 'NUL', 500), sent('limit', 'a list', 500))).toBe(
      'a request with NUL or a list in `limit` gets status 500',
    );
    expect(first(sent('limit', 'beyond 2^63', 500), sent('limit', '5,000 digits', 500))).toBe(
      'a request with an integer of 2^63 or more in `limit` gets status 500',
    );
  });
});

it('refutes a server error by a refusal of the same value, and not by an overloaded server', () => {
  const [reading] = named(sent('limit', 'NUL', 500));
  expect(reading?.predicts(sent('limit', 'NUL', 400))).toBe(false);
  expect(reading?.predicts(sent('limit', 'NUL', 429))).toBeUndefined();
  expect(reading?.predicts(sent('cursor', 'NUL', 400))).toBeUndefined();
  expect(reading?.predicts(sent('limit', 'an object', 400))).toBeUndefined();
});

it('says nothing of requests without such a value, and of other statuses', () => {
  expect(named(exchange('limit=5', 500))).toEqual([]);
  expect(named(sent('limit', 'NUL', 503))).toEqual([]);
});
