import { describe, expect, it } from 'vitest';
import { exchangeOf, TRANSFERRED } from '../../tests/handover/exchange-of.js';
import { handover } from './transfer.js';

const { rule } = handover['HND-OK-1'];
const authorization = 'Bearer valid-token';
const accepted = (body: unknown) => rule(exchangeOf({ authorization }, body, { status: 200 }));

describe('HND-OK-1', () => {
  it.each([
    TRANSFERRED,
    '120 of 120 resources have been transferred.',
    'Alle 12 Ressourcen wurden übertragen.',
  ])('holds for the message %j', (message) => {
    expect(accepted(message)).toBe('holds');
  });

  it.each([
    '60 of 120 resources have been transferred to the new user.',
    'Es wurden 3 von 12 Ressourcen übertragen.',
    'You have to be authorized to access this resource.',
    'Nothing was transferred.',
  ])('is violated by the message %j', (message) => {
    expect(accepted(message)).toEqual({
      expected: 'a message that all resources have been transferred',
      actual: `"${message}"`,
      sentence: `the message is "${message}"; it must say that all resources have been transferred`,
    });
  });

  it('is violated without a message, and by another status', () => {
    const expected = 'a message that all resources have been transferred';
    expect(accepted({ text: TRANSFERRED })).toEqual({ expected });
    const refused = exchangeOf({ authorization }, TRANSFERRED, { status: 400 });
    expect(rule(refused)).toEqual({ expected: 'a status 2xx' });
  });

  it('is a warning for a message that no known language reads as a transfer', () => {
    expect(accepted('OK')).toEqual({
      expected: 'a message that all resources have been transferred',
      actual: '"OK", which is no confirmation in any known language',
      atMost: 'warning',
      sentence:
        'the message is "OK", which is no confirmation in any known language; it must say that all resources have been transferred',
    });
  });

  it('returns nothing without the valid token, for another body, and if the service is unavailable', () => {
    expect(rule(exchangeOf({}, 'OK', { status: 200 }))).toBeUndefined();
    expect(rule(exchangeOf({ authorization, body: '{}' }, 'OK', { status: 200 }))).toBeUndefined();
    expect(rule(exchangeOf({ authorization }, 'Bad gateway', { status: 502 }))).toBeUndefined();
  });
});
