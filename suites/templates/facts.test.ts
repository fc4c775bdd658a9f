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
