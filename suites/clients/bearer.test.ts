import { expect, it } from 'vitest';
import { call, recordingOf } from '../../tests/clients/recording-of.js';
import { bearer } from './bearer.js';

const { rule, tests } = bearer['CLI-TOK-7'].traffic['clients.traffic.bearer'];

it('CLI-TOK-7 holds for issued tokens, with the scheme in any case', () => {
  const lower = call('', { headers: { authorization: 'bearer two' } });
  expect(rule(recordingOf([call('one'), lower]))).toBeUndefined();
});

it.each([
  ['no header', {}, 'no Authorization header'],
  ['another scheme', { Authorization: 'Token one' }, 'Authorization: Token one'],
  [
    'a token that was not issued',
    { Authorization: 'Bearer three' },
    'Bearer with a token that was not issued to this client',
  ],
])('CLI-TOK-7 is violated by %s', (_, headers, actual) => {
  expect(rule(recordingOf([call('', { headers })]))).toMatchObject({
    expected: 'Authorization: Bearer with a token of the token endpoint',
    actual,
  });
});

it('CLI-TOK-7 allows any token in recorded traffic, which may begin after it was issued', () => {
  expect(rule(recordingOf([call('three')], { isTraffic: true }))).toBeUndefined();
});

it('CLI-TOK-7 tests no call if a tool has removed the header from every call', () => {
  const without = call('', { headers: {} });
  expect(tests(recordingOf([without, without]))).toEqual([]);
  expect(tests(recordingOf([without, call('one')]))).toHaveLength(2);
});
