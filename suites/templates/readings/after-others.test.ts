import { expect, it } from 'vitest';
import {
  callOf,
  factsOf,
  OWN_LIST,
  requestOf,
  TOKEN_BODY,
} from '../../../tests/templates/exchange-of.js';
import type { Exchange } from '../exchange.js';
import { mistakes } from './index.js';

const facts = factsOf();

/** What the mistake predicts of each exchange, in the order in which they were sent. */
function predicts(sentence: string, violated: Exchange, every: readonly Exchange[]) {
  const found = mistakes.all([violated], facts, every).find((one) => one.sentence === sentence);
  return found === undefined
    ? 'no such mistake'
    : every.map((exchange) => found.predicts(exchange, facts));
}

const call = (number: number, status = 200, token = 'token-of-one'): Exchange =>
  callOf({ authorization: `Bearer ${token}` }, status === 200 ? OWN_LIST : {}, { status, number });

const request = (number: number, status: number, isWrong = false): Exchange =>
  requestOf(isWrong ? { mistake: 'secret lengthened' } : {}, status === 200 ? TOKEN_BODY : {}, {
    status,
    number,
  });

it('counts the calls for which a token is accepted', () => {
  const refused = call(4, 401);
  const sentence = 'a token is accepted for only 2 calls';
  expect(
    predicts(sentence, refused, [call(1), call(2), call(3, 200, 'token-of-two'), refused, call(5)]),
  ).toEqual([undefined, undefined, undefined, true, false]);
});

it('says nothing of a token that is refused in its first call', () => {
  const refused = call(1, 401);
  const ids = mistakes.all([refused], facts, [refused]).map(({ id }) => id);
  expect(ids).toContain('tokens.refused-after-wrong');
  expect(ids).not.toContain('tokens.serves-calls');
});

it('predicts that a right token request after a wrong one is refused', () => {
  const refused = request(2, 401);
  const sentence = 'a right token request gets status 401 after one with wrong credentials';
  const every = [request(1, 401, true), refused, request(3, 200)];
  expect(predicts(sentence, refused, every)).toEqual([undefined, true, undefined]);
  const accepted = request(2, 200);
  expect(predicts(sentence, refused, [request(1, 401, true), accepted])).toEqual([
    undefined,
    false,
  ]);
});

it('predicts that a valid token in the call after an invalid one is refused', () => {
  const refused = call(2, 401);
  const sentence = 'a valid token gets status 401 in the call after one with an invalid token';
  const every = [call(1, 401, 'never-issued'), refused, call(3)];
  expect(predicts(sentence, refused, every)).toEqual([undefined, true, undefined]);
});

it('leaves open which of two requests at the same time came first', () => {
  const refused = call(2, 401);
  const [wrong, right] = [
    callOf({ authorization: 'Bearer never-issued' }, {}, { status: 401, number: 1, at: 0 }),
    callOf({ authorization: 'Bearer token-of-two' }, OWN_LIST, { number: 3, at: 0 }),
  ];
  const sentence = 'a valid token gets status 401 in the call after one with an invalid token';
  expect(predicts(sentence, refused, [wrong, right, refused])).toEqual([
    undefined,
    undefined,
    true,
  ]);
  const accepted = call(2);
  expect(predicts(sentence, refused, [wrong, right, accepted])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('states that a token of one client is returned to another', () => {
  const sentence = 'a token that was issued to one client is also returned to another';
  const first = requestOf({}, TOKEN_BODY, { number: 1 });
  const other = requestOf({ client: 'other' }, TOKEN_BODY, { number: 2 });
  expect(predicts(sentence, other, [first, other])).toEqual([true, true]);
  expect(predicts(sentence, first, [first])).toEqual([undefined]);
});

it('predicts that wrong credentials get a token the second time', () => {
  const sentence = 'wrong credentials get a token when they are sent a second time';
  const sent = (number: number, status: number) => request(number, status, true);
  const accepted = sent(2, 200);
  expect(predicts(sentence, accepted, [sent(1, 401), accepted])).toEqual([true, true]);
  expect(predicts(sentence, accepted, [sent(1, 401), sent(2, 401)])).toEqual([true, false]);
  expect(predicts(sentence, accepted, [sent(1, 200)])).toEqual([false]);
});
