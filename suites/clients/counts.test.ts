import { describe, expect, it } from 'vitest';
import { call, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { callCount, tokenRequestCount } from './counts.js';

describe('a number of calls', () => {
  const calls = [1, 2, 3, 4].map((at) => call('one', { at }));
  const other = call('one', { target: '/V1/other' });

  it('counts calls of the template list', () => {
    expect(callCount(4)(recordingOf(calls))).toBeUndefined();
    expect(callCount(5)(recordingOf([...calls, other]))).toMatchObject({
      expected: '5 calls of /V1/export-templates',
      actual: '4: exit code 0',
      answers: calls.slice(1).map(({ answer }) => answer),
    });
  });

  it('allows at most this many calls of the template API', () => {
    expect(callCount(4, 4)(recordingOf(calls))).toBeUndefined();
    expect(callCount(4, 4)(recordingOf([...calls, other]))).toMatchObject({
      expected: '4 calls and no further call',
      actual: '5 calls',
    });
  });
});

describe('a number of token requests', () => {
  const two = [tokenRequest(), tokenRequest()];

  it('may have a least and a greatest value', () => {
    expect(tokenRequestCount(2, 2)(recordingOf(two))).toBeUndefined();
    expect(tokenRequestCount(3)(recordingOf(two))).toMatchObject({
      expected: '3 token requests',
      actual: '2: exit code 0',
    });
    expect(tokenRequestCount(1)(recordingOf([]))).toMatchObject({
      expected: '1 token request',
      actual: '0: exit code 0',
    });
    expect(tokenRequestCount(0, 1)(recordingOf([...two, call('one')]))).toMatchObject({
      expected: 'at most 1 token request for 1 calls',
      actual: '2',
    });
  });
});
