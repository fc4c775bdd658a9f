import { describe, expect, it } from 'vitest';
import { exchangeOf, REFUSAL, TRANSFERRED } from '../../../tests/handover/exchange-of.js';
import type { Exchange } from '../exchange.js';
import { mistakes } from './index.js';

const known = { anonymous: undefined };

function predicts(sentence: string, exchange: Exchange): boolean | undefined | string {
  const found = mistakes.all([exchange], known).find((one) => one.sentence === sentence);
  return found === undefined ? 'no such mistake' : found.predicts(exchange, known);
}

const UNKNOWN_USER = 'There is no such user.';

describe('a wrong comparison of tokens', () => {
  const sentence = 'the token is accepted with more characters after it';
  const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

  it('predicts which tokens are accepted', () => {
    expect(
      predicts(sentence, exchangeOf(withToken('valid-tokenx'), UNKNOWN_USER, { status: 404 })),
    ).toBe(true);
    expect(predicts(sentence, exchangeOf(withToken('valid-tokenx'), REFUSAL))).toBe(false);
    expect(predicts(sentence, exchangeOf(withToken('other'), REFUSAL))).toBe(true);
  });

  it('says nothing of the right token, and of other schemes', () => {
    expect(predicts(sentence, exchangeOf(withToken('valid-token'), TRANSFERRED))).toBeUndefined();
    expect(predicts(sentence, exchangeOf({ authorization: 'Basic x' }, REFUSAL))).toBeUndefined();
  });
});

it('accepts a token with another signature if that is not verified', () => {
  const sentence = 'the signature of the token, which is a JWT, is not verified';
  const given = (signature: string, isAccepted: boolean) => ({
    ...exchangeOf(
      { authorization: `Bearer aaa.bbb.${signature}` },
      isAccepted ? TRANSFERRED : REFUSAL,
      { status: isAccepted ? 200 : 401 },
    ),
    settings: { baseUrl: 'http://handover.test', token: 'aaa.bbb.cccc' },
  });
  expect(predicts(sentence, given('dddd', true))).toBe(true);
  expect(predicts(sentence, given('dddd', false))).toBe(false);
  expect(predicts(sentence, given('ddddd', false))).toBeUndefined();
});

it('names the token with which a hostile body gets a server error', () => {
  const sentence =
    'a body of an empty list gets status 500, with a token that begins like the valid one';
  const given = (token: string, status: number) =>
    exchangeOf({ body: '[]', authorization: `Bearer ${token}` }, REFUSAL, { status });
  expect(predicts(sentence, given('valid-tokenx', 500))).toBe(true);
  const [reading] = mistakes
    .all([given('valid-tokenx', 500)], known)
    .filter((one) => one.sentence === sentence);
  expect(reading?.predicts(given('valid-tokenx', 401), known)).toBe(false);
  expect(reading?.predicts(given('another', 401), known)).toBeUndefined();
});

it('names the bearer token that gets a server error', () => {
  const exchange = exchangeOf({ authorization: 'Bearer ÿ' }, '', { status: 500 });
  const sentence = 'a bearer token with a byte that is not UTF-8 gets status 500';
  expect(predicts(sentence, exchange)).toBe(true);
});

it('names what a request without Authorization contains instead', () => {
  const exchange = exchangeOf({ body: '{"from":null,"to":null}' }, TRANSFERRED, { status: 200 });
  const sentence =
    'a handover is accepted without `Authorization`, for a request with users that are null';
  expect(predicts(sentence, exchange)).toBe(true);
});

it('does not count a refusal without a message as a right refusal', () => {
  const sentence = 'a handover is accepted without `Authorization`';
  expect(predicts(sentence, exchangeOf({}, ''))).toBeUndefined();
  expect(predicts(sentence, exchangeOf({}, REFUSAL))).toBe(false);
});

describe('a response', () => {
  it('without authorization is named by what its body is', () => {
    const words = 'the response without authorization';
    expect(predicts(`${words} has an empty \`message\``, exchangeOf({}, ''))).toBe(true);
    expect(
      predicts(`${words} has \`error\` instead of \`message\``, exchangeOf({}, { error: REFUSAL })),
    ).toBe(true);
    expect(predicts(`${words} has a list in \`message\``, exchangeOf({}, REFUSAL))).toBe(false);
  });

  it('may be a redirect, or have an object in `message`', () => {
    const words = 'the response without authorization';
    const redirect = exchangeOf({}, '', { status: 302 });
    expect(predicts(`${words} is a redirect`, redirect)).toBe(true);
    expect(predicts(`${words} is a redirect`, exchangeOf({}, REFUSAL))).toBe(false);
    const pending = exchangeOf({}, { message: {} });
    expect(predicts(`${words} has an object in \`message\``, pending)).toBe(true);
  });

  it('without authorization shows that the body is tested first', () => {
    const sentence =
      'a body without two UUIDs is refused before the authorization is tested, with another message';
    const body = { from: 'a', to: 'b' };
    const message = '`from` must be a user';
    expect(predicts(sentence, exchangeOf({ body }, message, { status: 400 }))).toBe(true);
    expect(predicts(sentence, exchangeOf({ body }, REFUSAL))).toBe(false);
    expect(predicts(sentence, exchangeOf({}, message, { status: 400 }))).toBeUndefined();
  });

  it('without authorization shows that the users are looked up first', () => {
    const sentence =
      'the body and its users are looked at before the authorization is tested, so that another message comes';
    const body = { from: 'a', to: 'b' };
    expect(predicts(sentence, exchangeOf({ body }, UNKNOWN_USER, { status: 404 }))).toBe(true);
    expect(predicts(sentence, exchangeOf({ body }, REFUSAL))).toBe(false);
  });

  it('with status 200 and a message that refuses is a refusal', () => {
    const refusal = exchangeOf({}, REFUSAL, { status: 200 });
    expect(predicts('a refusal has status 200', refusal)).toBe(true);
    expect(predicts('a handover is accepted without `Authorization`', refusal)).toBeUndefined();
  });

  it('is named once if none has a message', () => {
    const sentence = 'each response has a list in `message`';
    const listed = { message: [REFUSAL] };
    expect(predicts(sentence, exchangeOf({}, listed))).toBe(true);
    const valid = { authorization: 'Bearer valid-token' };
    expect(predicts(sentence, exchangeOf(valid, listed, { status: 200 }))).toBe(true);
    expect(predicts(sentence, exchangeOf({}, REFUSAL))).toBe(false);
  });

  it('to a successful handover is named by what its message says', () => {
    const valid = { authorization: 'Bearer valid-token' };
    const part = exchangeOf(valid, '3 of 12 resources have been transferred.', { status: 200 });
    const sentence = 'the response to a successful handover says that only a part was transferred';
    const message = '3 of 12 resources have been transferred.';
    expect(predicts(`${sentence} (\`${message}\`)`, part)).toBe(true);
    expect(predicts(sentence, exchangeOf(valid, TRANSFERRED, { status: 200 }))).toBe(false);
  });

  it('of another media type names the type', () => {
    const text = exchangeOf({}, REFUSAL, { type: 'text/plain' });
    expect(predicts('a refusal is sent as text/plain', text)).toBe(true);
  });
});

describe('a handover that authorizes later ones', () => {
  const sentence = 'after a handover with a valid token, others are accepted without one';
  const refused = exchangeOf({}, REFUSAL, {}, 1);
  const again = exchangeOf({ authorization: 'Bearer x' }, REFUSAL, {}, 2);
  const valid = exchangeOf(
    { authorization: 'Bearer valid-token' },
    TRANSFERRED,
    { status: 200 },
    3,
  );
  const later = exchangeOf({}, UNKNOWN_USER, { status: 404 }, 4);
  const found = (...every: readonly Exchange[]) =>
    mistakes.all([later], known, every).find((one) => one.sentence === sentence);

  it('explains what is accepted after it, and leaves refusals open', () => {
    const mistake = found(refused, again, valid, later);
    const predicted = [refused, valid, later, exchangeOf({}, REFUSAL, {}, 5)].map((exchange) =>
      mistake?.predicts(exchange, known),
    );
    expect(predicted).toEqual([undefined, undefined, true, undefined]);
  });

  it('is not named if others were accepted before the valid one', () => {
    expect(found(refused, again, later)).toBeUndefined();
    // Another kind of request was refused.
    expect(found(again, valid, later)).toBeUndefined();
    const before = exchangeOf({}, UNKNOWN_USER, { status: 404 }, 2);
    expect(found(refused, refused, before, valid, later)).toBeUndefined();
  });
});
