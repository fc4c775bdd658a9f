import { describe, expect, it } from 'vitest';
import { call, recorded, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { refusedCalls } from './refused-calls.js';

const refused = call('one', { status: 401, at: 1, answeredAt: 2 });
const renewal = tokenRequest({ at: 3, answeredAt: 4 });

describe('CLI-TOK-4', () => {
  const { scenarios, traffic } = refusedCalls['CLI-TOK-4'];
  const { rule } = traffic['clients.traffic.repetition'];
  const isRepeated = scenarios['clients.token.refused-once'].rules[1];

  it('holds for a repetition with a new token', () => {
    const recording = recordingOf([refused, renewal, call('two', { at: 5 })]);
    expect(rule(recording)).toBeUndefined();
    expect(isRepeated?.(recording)).toBeUndefined();
  });

  it('is violated by a repetition with the refused token', () => {
    for (const at of [2, 5]) {
      expect(rule(recordingOf([refused, call('one', { at })]))).toMatchObject({
        expected: 'a new token before the call is repeated',
        actual: 'a repetition with token 1, which was refused',
      });
    }
  });

  it('returns nothing for a call that was sent before the 401 arrived', () => {
    const early = call('one', { at: 1 });
    expect(rule(recordingOf([refused, early]))).toBeUndefined();
  });

  it.each([
    ['method', { method: 'POST' }],
    ['path', { target: '/V1/other' }],
    ['body', { body: '{}' }],
  ])('returns nothing for a later call with another %s', (_, more) => {
    expect(rule(recordingOf([refused, call('one', { at: 5, ...more })]))).toBeUndefined();
  });

  it('is violated without a repetition, and without a token request before it', () => {
    expect(isRepeated?.(recordingOf([refused, renewal]))).toMatchObject({
      expected: 'a new token and the repeated call',
      actual: 'no further call: exit code 0',
    });
    expect(isRepeated?.(recordingOf([refused, call('two', { at: 5 })]))).toMatchObject({
      expected: 'a new token before the call is repeated',
      actual: 'no token request between the calls',
    });
    const late = tokenRequest({ at: 9 });
    expect(isRepeated?.(recordingOf([refused, call('two', { at: 5 }), late]))).toMatchObject({
      actual: 'no token request between the calls',
    });
  });

  it('is violated without a token request if only another API is called before', () => {
    const other = recorded({ host: 'export', target: '/1/2', at: 3 });
    expect(isRepeated?.(recordingOf([refused, other, call('two', { at: 5 })]))).toMatchObject({
      actual: 'no token request between the calls',
    });
  });

  it('judges the calls after the first call of the template API that returns 401', () => {
    const before = [
      recorded({ host: 'export', target: '/1/2', status: 401 }),
      tokenRequest({ status: 401 }),
      tokenRequest(),
      call('one'),
    ];
    const after = [refused, renewal, call('two', { at: 5 })];
    expect(isRepeated?.(recordingOf([...before, ...after]))).toBeUndefined();
    expect(isRepeated?.(recordingOf([...before, call('one'), refused]))).toMatchObject({
      actual: 'no further call: exit code 0',
    });
  });

  it('is unfinished without a refused call', () => {
    expect(isRepeated?.(recordingOf([tokenRequest(), call('one')]))).toMatchObject({
      expected: '4 calls of /V1/export-templates',
      actual: '1: exit code 0',
    });
  });

  it('is violated by a repetition that is another call', () => {
    const other = call('two', { at: 5, method: 'POST' });
    expect(isRepeated?.(recordingOf([refused, renewal, other]))).toMatchObject({
      expected: 'the method of the refused call: GET',
      actual: 'the method POST',
    });
    const filled = call('two', { at: 5, body: '{}' });
    expect(isRepeated?.(recordingOf([refused, renewal, filled]))).toMatchObject({
      expected: 'the body of the refused call: (empty)',
      actual: 'the body {}',
    });
    const sent = call('one', { status: 401, body: '{}' });
    expect(isRepeated?.(recordingOf([sent, renewal, call('two', { at: 5 })]))).toMatchObject({
      expected: 'the body of the refused call: {}',
      actual: 'the body (empty)',
    });
  });

  it('returns nothing for a token that was not issued', () => {
    const foreign = call('another', { status: 401 });
    expect(rule(recordingOf([foreign, call('another', { at: 5 })]))).toBeUndefined();
  });

  const [atOnce] = scenarios['clients.token.refused-at-once'].rules;
  const eight = <T>(make: () => T) => Array.from({ length: 8 }, make);
  const first = tokenRequest({ at: 0 });
  const failed = eight(() => refused);
  const repetitions = eight(() => call('two', { at: 9 }));

  it('holds for one new token for all calls that are refused at once', () => {
    const recording = recordingOf([first, ...failed, renewal, ...repetitions]);
    expect(atOnce?.(recording)).toBeUndefined();
  });

  it('is only observed if each call costs a new token, and is violated by more tokens', () => {
    const each = recordingOf([first, ...failed, ...eight(() => renewal), ...repetitions]);
    expect(atOnce?.(each)).toEqual({
      kind: 'observed',
      reason: '8 new tokens for 8 calls that were refused at once',
    });
    const more = recordingOf([first, ...failed, ...eight(() => renewal), renewal, ...repetitions]);
    expect(atOnce?.(more)).toMatchObject({
      kind: 'deviates',
      expected: 'at most 8 new tokens for 8 refused calls',
      actual: '9',
    });
  });

  it('counts a token request that was sent when the 401 arrived as the first one', () => {
    const atTheSameTime = tokenRequest({ at: 2 });
    const recording = recordingOf([atTheSameTime, ...failed, renewal, ...repetitions]);
    expect(atOnce?.(recording)).toBeUndefined();
  });

  it('is unfinished if a refused call is not repeated', () => {
    const recording = recordingOf([first, ...failed, renewal, ...repetitions.slice(1)]);
    expect(atOnce?.(recording)).toMatchObject({
      expected: '16 calls of /V1/export-templates',
      actual: '15: exit code 0',
    });
  });

  it('skips a client whose first call alone is refused', () => {
    const others = Array.from({ length: 8 }, () => call('two', { at: 9 }));
    expect(atOnce?.(recordingOf([first, refused, renewal, ...others]))).toMatchObject({
      kind: 'skipped',
      cause: 'configuration',
    });
    const [one, two] = failed;
    const both = [first, one, two, renewal, ...others].filter((each) => each !== undefined);
    expect(atOnce?.(recordingOf(both))).toBeUndefined();
  });

  it('is unfinished without a refused call', () => {
    expect(atOnce?.(recordingOf([first, call('one')]))).toMatchObject({
      expected: '8 calls of /V1/export-templates',
      actual: '1: exit code 0',
    });
  });

  it('skips a client with a token for each call', () => {
    const recording = recordingOf([first, first, ...failed, ...repetitions]);
    expect(atOnce?.(recording)).toEqual({
      kind: 'skipped',
      cause: 'prerequisite',
      reason: 'needs one token for all calls, but the client requested 2',
    });
    const unrefused = recordingOf([first, first, ...repetitions]);
    expect(atOnce?.(unrefused)).toMatchObject({ kind: 'skipped', cause: 'prerequisite' });
  });

  it('is unfinished if the client received no token', () => {
    const denied = tokenRequest({ status: 401 });
    expect(atOnce?.(recordingOf([denied, denied], { tokens: [] }))).toMatchObject({
      expected: '8 calls of /V1/export-templates',
      actual: '0: exit code 0',
    });
  });
});

describe('CLI-TOK-5', () => {
  const { scenarios, traffic } = refusedCalls['CLI-TOK-5'];
  const { rule } = traffic['clients.traffic.storm'];
  const failed = (at: number) => call('one', { status: 401, at, answeredAt: at + 1 });

  it('holds for two calls, and is violated by a third', () => {
    const mostTwo = scenarios['clients.token.refused-twice'].rules[1];
    expect(mostTwo?.(recordingOf([failed(0), failed(5)]))).toBeUndefined();
    expect(mostTwo?.(recordingOf([failed(0), failed(5), failed(9)]))).toMatchObject({
      expected: '2 calls and no further call',
      actual: '3 calls',
    });
  });

  it('is violated by more than three refusals of a call in 10 s', () => {
    const storm = [0, 100, 200, 300].map(failed);
    expect(rule(recordingOf(storm))).toMatchObject({
      expected: 'no further request after the second 401',
      actual: '4 calls that were refused',
    });
    const inTurn = [0, 1, 2, 3].map(failed);
    expect(rule(recordingOf(inTurn))).toMatchObject({ actual: '4 calls that were refused' });
    const last = [0, 3000, 6000, 9999].map(failed);
    expect(rule(recordingOf(last))).toMatchObject({ actual: '4 calls that were refused' });
  });

  it('holds for three, for concurrent ones, and for those that are farther apart', () => {
    expect(rule(recordingOf([0, 100, 200].map(failed)))).toBeUndefined();
    expect(rule(recordingOf([0, 0, 0, 0].map(failed)))).toBeUndefined();
    expect(rule(recordingOf([0, 9000, 18_000, 27_000].map(failed)))).toBeUndefined();
    expect(rule(recordingOf([0, 3000, 6000, 10_000].map(failed)))).toBeUndefined();
  });
});
