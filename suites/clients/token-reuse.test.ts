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
    expect(rule?.(recordingOf(renewed))).toMatchObject({
      atMost: 'warning',
      expected: 'one token request, because only a 401 invalidates a token',
      actual: '2',
    });
  });

  it('is unfinished without the call that returns 403', () => {
    const [rule] = scenarios['clients.token.forbidden'].rules;
    expect(rule?.(recordingOf([tokenRequest(), call('one')]))).toMatchObject({
      expected: 'two calls of the template list',
      actual: '1: exit code 0',
    });
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
      actual: '3 more, while the previous token had more than half of its lifetime left',
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

  it('holds for token requests after exactly half of a lifetime', () => {
    const times = [100, 150, 200, 250];
    const halves = times.map((at) => token(`token-${at}`, at));
    const sent = times.map((at) => tokenRequest({ at }));
    expect(rule(recordingOf(sent, { tokens: halves }))).toBeUndefined();
    const early = [100, 149, 198, 247];
    const renewals = early.map((at) => tokenRequest({ at }));
    const renewed = { tokens: early.map((at) => token(`token-${at}`, at)) };
    expect(rule(recordingOf(renewals, renewed))).toMatchObject({ kind: 'deviates' });
  });

  it('counts a 401 between the token and the next token request', () => {
    const issued = { tokens: [5, 15, 25, 35].map((at) => token(`token-${at}`, at)) };
    const refusedAt = (...times: readonly number[]) => {
      const refused = times.map((at) => call('one', { at, status: 401 }));
      return rule(recordingOf([...requests, ...refused], issued));
    };
    expect(refusedAt(5, 15, 25)).toBeUndefined();
    expect(refusedAt(10, 20, 30)).toBeUndefined();
    expect(refusedAt(4)).toMatchObject({ kind: 'deviates' });
    expect(refusedAt(31)).toMatchObject({ kind: 'deviates' });
  });

  it('returns nothing for responses without a token', () => {
    expect(rule(recordingOf(requests, { tokens: [] }))).toBeUndefined();
  });

  it('tests the token requests that a token was issued for', () => {
    const recording = recordingOf([tokenRequest(), tokenRequest({ status: 401 }), call('one')]);
    expect(tests(recording)).toHaveLength(1);
  });
});
