import { describe, expect, it } from 'vitest';
import { call, recordingOf } from '../../tests/clients/recording-of.js';
import { longerThan, tokenExpiry } from './token-expiry.js';

describe('CLI-TOK-3', () => {
  const { rule } = tokenExpiry['CLI-TOK-3'].traffic['clients.traffic.expired'];

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
  });

  it('is inconclusive if the machine paused the client before that call', () => {
    const late = call('one', { at: 10_100, answeredAt: 10_105 });
    const calls = [call('one', { at: 5000 }), late];
    expect(rule(recordingOf(calls))).toMatchObject({ kind: 'inconclusive' });
  });

  it('allows a second in recorded traffic, whose times are rounded', () => {
    const at = (ms: number) => recordingOf([call('one', { at: ms })], { isTraffic: true });
    expect(rule(at(11_000))).toBeUndefined();
    expect(rule(at(11_001))).toMatchObject({ kind: 'deviates' });
  });

  it('returns nothing for a token that was not issued', () => {
    expect(rule(recordingOf([call('another', { at: 99_999 })]))).toBeUndefined();
  });
});

it('is unfinished if the calls end before the lifetime of the token', () => {
  const rule = longerThan(3);
  const [one] = recordingOf([]).tokens;
  const tokens = one === undefined ? [] : [one];
  const short = [call('one', { at: 0 }), call('one', { at: 2900 })];
  expect(rule(recordingOf(short, { tokens }))).toMatchObject({
    actual: 'calls over 2.9 s: exit code 0',
  });
  const long = [call('one', { at: 0 }), call('one', { at: 3100 })];
  expect(rule(recordingOf(long, { tokens }))).toBeUndefined();
  expect(rule(recordingOf(short))).toBeUndefined();
});
