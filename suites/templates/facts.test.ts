import { expect, it } from 'vitest';
import {
  callOf,
  factsOf,
  OWN_LIST,
  requestOf,
  TOKEN_BODY,
} from '../../tests/templates/exchange-of.js';
import { factsOfTraffic } from './facts.js';

const token = TOKEN_BODY.access_token;
const authorization = `Bearer ${token}`;

it('collects the tokens of traffic, and the list that a token received', () => {
  const call = callOf({ authorization }, OWN_LIST);
  const facts = factsOfTraffic([requestOf({}), call], undefined);
  expect([...facts.issued.keys()]).toEqual([token]);
  expect(facts).toMatchObject({ foreign: true, token, authorized: call.answer });
});

it('collects no list if a token was refused, or was issued before the recording', () => {
  const refused = callOf({ authorization }, {}, { status: 401 });
  expect(factsOfTraffic([requestOf({}), refused], undefined).authorized).toBeUndefined();
  const earlier = callOf({ authorization }, OWN_LIST);
  expect(factsOfTraffic([earlier], undefined).token).toBeUndefined();
});

it('collects no token from a failed token request, or from a call', () => {
  const failed = requestOf({}, {}, { status: 400 });
  const call = callOf({ authorization: 'Bearer another' }, TOKEN_BODY);
  expect([...factsOfTraffic([failed, call], undefined).issued]).toEqual([]);
});

it('adds the tokens of traffic to the learned facts', () => {
  const learned = factsOf({ acceptedTokens: new Set(['token-of-one']) });
  const call = callOf({ authorization }, OWN_LIST);
  const facts = factsOfTraffic([requestOf({}), call], learned);
  expect([...facts.issued.keys()]).toEqual([token, 'token-of-one', 'token-of-two']);
  expect([...facts.acceptedTokens]).toEqual([token, 'token-of-one']);
  expect(facts).toMatchObject({ token: 'token-of-one', authorized: learned.authorized });
});

it('does not count an accepted token, or the latest token, as forgotten', () => {
  const later = `${token}x`;
  const exchanges = [
    requestOf({}, TOKEN_BODY, { at: 1000 }),
    requestOf({}, { ...TOKEN_BODY, access_token: later }, { at: 2000 }),
    callOf({ authorization }, OWN_LIST),
    callOf({ authorization: `Bearer ${later}` }, OWN_LIST),
    callOf({ authorization: `Bearer ${later}` }, {}, { status: 401 }),
  ];
  expect([...factsOfTraffic(exchanges, factsOf()).revoked]).toEqual([]);
  const [earlier] = exchanges;
  const refused = callOf({ authorization }, {}, { status: 401 });
  const alone = earlier === undefined ? [] : [earlier, refused];
  expect([...factsOfTraffic(alone, factsOf()).revoked]).toEqual([]);
});

it('counts a refused token as forgotten if a later token is accepted', () => {
  const later = `${token}x`;
  const exchanges = [
    requestOf({}, TOKEN_BODY, { at: 1000 }),
    requestOf({}, { ...TOKEN_BODY, access_token: later }, { at: 2000 }),
    callOf({ authorization }, {}, { status: 401 }),
    callOf({ authorization: `Bearer ${later}` }, OWN_LIST),
  ];
  expect([...factsOfTraffic(exchanges, factsOf()).revoked]).toEqual([token]);
});
