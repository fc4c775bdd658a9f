import { describe, expect, it } from 'vitest';
import { call, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { tokenReuse } from './token-reuse.js';

const { scenarios, traffic } = tokenReuse['CLI-TOK-1'];

describe('CLI-TOK-1', () => {
  const [mostOne, fiveCalls] = scenarios['clients.token.reuse'].rules;
  const five = Array.from({ length: 5 }, () => call('one'));

  it('holds for five calls with one token request', () => {
    expect(mostOne?.(recordingOf([tokenRequest(), ...five]))).toBeUndefined();
    expect(fiveCalls?.(recordingOf([tokenRequest(), ...five]))).toBeUndefined();
  });

  it('is violated by a second token request, and by fewer calls', () => {
    expect(mostOne?.(recordingOf([tokenRequest(), tokenRequest(), ...five]))).toMatchObject({
      kind: 'deviates',
      expected: 'at most 1 token request for 5 calls',
      actual: '2',
    });
    expect(fiveCalls?.(recordingOf([tokenRequest(), ...five.slice(1)]))).toMatchObject({
      expected: '5 calls of /V1/export-templates',
      actual: '4: exit code 0',
    });
  });

  it('skips a client that makes sequential instead of concurrent calls', () => {
    const concurrent = scenarios['clients.token.at-once'].rules[2];
    const inTurn = [call('one', { at: 0, answeredAt: 5 }), call('one', { at: 5, answeredAt: 9 })];
    expect(concurrent?.(recordingOf(inTurn))).toMatchObject({ cause: 'configuration' });
    const atOnce = [call('one', { at: 0, answeredAt: 5 }), call('one', { at: 1, answeredAt: 9 })];
    expect(concurrent?.(recordingOf(atOnce))).toBeUndefined();
  });

  it('is a warning if a 403 leads to another token request', () => {
    const [rule] = scenarios['clients.token.forbidden'].rules;
    const forbidden = call('one', { status: 403 });
    expect(rule?.(recordingOf([tokenRequest(), call('one'), forbidden]))).toBeUndefined();
    const renewed = [tokenRequest(), forbidden, tokenRequest()];
    expect(rule?.(recordingOf(renewed))).toMatchObject({ atMost: 'warning', actual: '2' });
  });
});

describe('CLI-TOK-1 in recorded traffic', () => {
  const { rule, tests } = traffic['clients.traffic.reuse'];
  const token = (value: string, issuedMs: number) => ({ value, issuedMs, endsMs: issuedMs + 100 });
  const requests = [0, 10, 20, 30].map((at) => tokenRequest({ at }));
  const tokens = [0, 10, 20, 30].map((at) => token(`token-${at}`, at));

  it('is violated by three token requests in the first half of a lifetime', () => {
    expect(rule(recordingOf(requests, { tokens, isTraffic: true }))).toMatchObject({
      expected: 'one token request in a lifetime',
    });
  });

  it('holds for fewer, for later ones, and after a 401', () => {
    expect(rule(recordingOf(requests.slice(1), { tokens: tokens.slice(1) }))).toBeUndefined();
    const late = [0, 60, 120, 180];
    const later = {
      tokens: late.map((at) => token(`token-${at}`, at)),
      isTraffic: true as const,
    };
    expect(
      rule(
        recordingOf(
          late.map((at) => tokenRequest({ at })),
          later,
        ),
      ),
    ).toBeUndefined();
    const refused = [5, 15, 25].map((at) => call('one', { at, status: 401 }));
    const all = [...requests, ...refused];
    expect(rule(recordingOf(all, { tokens, isTraffic: true }))).toBeUndefined();
  });

  it('tests the token requests that a token was issued for', () => {
    const recording = recordingOf([tokenRequest(), tokenRequest({ status: 401 }), call('one')]);
    expect(tests(recording)).toHaveLength(1);
  });
});
