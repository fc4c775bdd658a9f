import { describe, expect, it } from 'vitest';
import { call, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
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
    expect(rule(recordingOf([refused, call('one', { at: 5 })]))).toMatchObject({
      actual: 'a repetition with token 1, which was refused',
    });
  });

  it('is violated without a repetition, and without a token request before it', () => {
    expect(isRepeated?.(recordingOf([refused, renewal]))).toMatchObject({
      actual: 'no further call: exit code 0',
    });
    expect(isRepeated?.(recordingOf([refused, call('two', { at: 5 })]))).toMatchObject({
      actual: 'no token request between the calls',
    });
  });

  it('is violated by a repetition that is another call', () => {
    const other = call('two', { at: 5, method: 'POST' });
    expect(isRepeated?.(recordingOf([refused, renewal, other]))).toMatchObject({
      actual: 'the method POST',
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
    expect(atOnce?.(each)).toMatchObject({ kind: 'observed' });
    const more = recordingOf([first, ...failed, ...eight(() => renewal), renewal, ...repetitions]);
    expect(atOnce?.(more)).toMatchObject({ kind: 'deviates', actual: '9' });
  });

  it('skips a client with a token for each call', () => {
    const recording = recordingOf([first, first, ...failed, ...repetitions]);
    expect(atOnce?.(recording)).toMatchObject({ kind: 'skipped', cause: 'prerequisite' });
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
    expect(rule(recordingOf(storm))).toMatchObject({ actual: '4 calls that were refused' });
  });

  it('holds for three, for concurrent ones, and for those that are farther apart', () => {
    expect(rule(recordingOf([0, 100, 200].map(failed)))).toBeUndefined();
    expect(rule(recordingOf([0, 0, 0, 0].map(failed)))).toBeUndefined();
    expect(rule(recordingOf([0, 9000, 18_000, 27_000].map(failed)))).toBeUndefined();
  });
});
