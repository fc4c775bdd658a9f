import { expect, it } from 'vitest';
import { call, recorded, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { bearerOf, mostAtOnce, printedIds, tokenName, tokenRequests } from './recording.js';

it('finds token requests by host and path', () => {
  const { path: target } = tokenRequest();
  const request = tokenRequest();
  const others = [tokenRequest({ target: '/other' }), recorded({ host: 'templates', target })];
  expect(tokenRequests(recordingOf([...others, request]))).toEqual([request]);
});

it.each([
  ['Bearer one', 'one'],
  ['bearer  one', 'one'],
  ['Bearer one two', undefined],
  ['My Bearer one', undefined],
  ['Bearer', undefined],
])('reads the token of %j as %s', (authorization, token) => {
  expect(bearerOf(call('', { headers: { Authorization: authorization } }))).toBe(token);
});

it('reads no token without Authorization', () => {
  expect(bearerOf(call('', { headers: {} }))).toBeUndefined();
});

it('reads ids of five digits or more on lines of their own', () => {
  const stdout = ' 10001 \n1234\n10002\r\nid 10003\n-10004\n123456';
  expect(printedIds(recordingOf([], { stdout }))).toEqual([10_001, 10_002, 123_456]);
});

it('counts calls that overlap, but not a call that follows', () => {
  const from = (at: number, answeredAt: number) => call('one', { at, answeredAt });
  expect(mostAtOnce([])).toBe(0);
  expect(mostAtOnce([from(0, 5), from(5, 9)])).toBe(1);
  expect(mostAtOnce([from(0, 6), from(5, 9), from(5, 7), from(8, 9)])).toBe(3);
});

it('numbers tokens in the order of their issue', () => {
  const recording = recordingOf([]);
  expect(tokenName(recording, 'one')).toBe('token 1');
  expect(tokenName(recording, 'two')).toBe('token 2');
  expect(tokenName(recording, 'three')).toBe('a token from elsewhere');
  expect(tokenName(recording, undefined)).toBe('a token from elsewhere');
});
