import { describe, expect, it } from 'vitest';
import { call, recordingOf } from '../../tests/clients/recording-of.js';
import { longerThan, tokenExpiry } from './token-expiry.js';

describe('CLI-TOK-3', () => {
  const { rule, tests } = tokenExpiry['CLI-TOK-3'].traffic['clients.traffic.expired'];

  it('holds for calls before the end of their token', () => {
    const calls = [call('one', { at: 9999 }), call('two', { at: 19_999 })];
    expect(rule(recordingOf(calls))).toBeUndefined();
  });

  it('is violated by a call with an expired token', () => {
    const calls = [call('one', { at: 9900 }), call('one', { at: 10_100 })];
    expect(rule(recordingOf(calls))).toMatchObject({
      expected: 'a new token before the old one expires',
      actual: 'a call with token 1, which had expired 100 ms before',
    });
    const atTheEnd = [call('one', { at: 9900 }), call('one', { at: 10_000 })];
    expect(rule(recordingOf(atTheEnd))).toMatchObject({
      actual: 'a call with token 1, which had expired 0 ms before',
    });
  });

  it('is violated by a call that the client sent as soon as a response arrived', () => {
    const slow = call('one', { at: 5000, answeredAt: 12_000 });
    const late = call('one', { at: 12_000, answeredAt: 12_005 });
    expect(rule(recordingOf([slow, late]))).toMatchObject({ kind: 'deviates' });
  });

  it('is inconclusive if the machine paused the client before that call', () => {
    const late = call('one', { at: 10_100, answeredAt: 10_105 });
    const calls = [call('one', { at: 5000 }), late];
    expect(rule(recordingOf(calls))).toEqual({
      kind: 'inconclusive',
      reason: 'this machine delayed the client by more than a second',
    });
    expect(rule(recordingOf([call('one', { at: 9100 }), late]))).toEqual(rule(recordingOf(calls)));
    expect(rule(recordingOf([call('one', { at: 9101 }), late]))).toMatchObject({
      kind: 'deviates',
    });
  });

  it('allows a second in recorded traffic, whose times are rounded', () => {
    const at = (ms: number) => recordingOf([call('one', { at: ms })], { isTraffic: true });
    expect(rule(at(11_000))).toBeUndefined();
    expect(rule(at(11_001))).toMatchObject({ kind: 'deviates' });
  });

  it('returns nothing for a token that was not issued', () => {
    expect(rule(recordingOf([call('another', { at: 99_999 })]))).toBeUndefined();
  });

  it('tests calls if a token was issued', () => {
    const calls = [call('one')];
    expect(tests(recordingOf(calls))).toEqual(calls);
    expect(tests(recordingOf(calls, { tokens: [] }))).toEqual([]);
  });
});

it('is unfinished if the calls end before the lifetime of the token', () => {
  const rule = longerThan(3);
  const [one] = recordingOf([]).tokens;
  const tokens = one === undefined ? [] : [one];
  const short = [call('one', { at: 0 }), call('one', { at: 2900 })];
  expect(rule(recordingOf(short, { tokens }))).toMatchObject({
    expected: 'API calls that continue for more than 3 s, the lifetime of a token',
    actual: 'calls over 2.9 s: exit code 0',
  });
  const equal = [500, 900, 3500].map((at) => call('one', { at, json: { at } }));
  expect(rule(recordingOf(equal, { tokens }))).toMatchObject({
    actual: 'calls over 3 s: exit code 0',
    answers: [{ json: { at: 3500 } }],
  });
  expect(rule(recordingOf([], { tokens }))).toMatchObject({
    actual: 'calls over 0 s: exit code 0',
  });
  const long = [call('one', { at: 0 }), call('one', { at: 3100 })];
  expect(rule(recordingOf(long, { tokens }))).toBeUndefined();
  expect(rule(recordingOf(short))).toBeUndefined();
});
