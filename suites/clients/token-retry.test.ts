import { expect, it } from 'vitest';
import { recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { retriedAfter, tokenRetry } from './token-retry.js';

const twice = (waited: number) =>
  recordingOf([
    tokenRequest({ at: 0, answeredAt: 10, status: 429 }),
    tokenRequest({ at: 10 + waited }),
  ]);

it('CLI-TOK-8 holds for a second request after the pause, less 50 ms', () => {
  expect(retriedAfter(2, false)(twice(2000))).toBeUndefined();
  expect(retriedAfter(2, false)(twice(1950))).toBeUndefined();
});

it('CLI-TOK-8 is violated by an earlier one, and without a second request', () => {
  const expected = 'a second token request after 2 s';
  const early = { expected, actual: 'a second token request after 1949 ms' };
  expect(retriedAfter(2, false)(twice(1949))).toMatchObject(early);
  const once = recordingOf([tokenRequest({ status: 429 })]);
  expect(retriedAfter(2, false)(once)).toMatchObject({ expected, actual: 'none: exit code 0' });
});

it('CLI-TOK-8 needs a token request, and a second one also without a pause', () => {
  expect(retriedAfter(2, false)(recordingOf([]))).toMatchObject({
    expected: 'a token request',
    actual: 'none: exit code 0',
  });
  const once = recordingOf([tokenRequest({ status: 503 })]);
  expect(retriedAfter(0, false)(once)).toMatchObject({ expected: 'a second token request' });
  expect(retriedAfter(0, false)(twice(0))).toBeUndefined();
});

it('CLI-TOK-8 allows another second if the pause is a date', () => {
  expect(retriedAfter(2, true)(twice(950))).toBeUndefined();
  expect(retriedAfter(2, true)(twice(949))).toMatchObject({ kind: 'deviates' });
});

it('CLI-TOK-8 allows one more request with a wrong secret, and no third', () => {
  const [rule] = tokenRetry['CLI-TOK-8'].scenarios['clients.token.wrong-secret'].rules;
  const refused = tokenRequest({ status: 401 });
  expect(rule?.(recordingOf([refused, refused]))).toBeUndefined();
  expect(rule?.(recordingOf([refused, refused, refused]))).toMatchObject({ kind: 'deviates' });
});
