import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Answer } from '../../../src/http/answer.js';
import { IN_BEARER } from '../../../src/protocol/hostile.js';
import type { Writing } from '../../../src/protocol/templates/token-request.js';
import {
  callOf,
  exchangeOf,
  factsOf,
  jwt,
  OTHER_LIST,
  OWN_LIST,
  requestOf,
  TOKEN_BODY,
} from '../../../tests/templates/exchange-of.js';
import type { Exchange } from '../exchange.js';
import { BY_FORM } from '../topic.js';
import { mistakes } from './index.js';

const issued = jwt({ sub: 'one' });
const { issued: plain, ...others } = factsOf();
const first = plain.get('token-of-one');
const known = {
  ...others,
  issued: new Map([...plain, ...(first === undefined ? [] : [[issued, first] as const])]),
  items: new Map([
    ['first', new Set(OWN_LIST.data.map((one) => JSON.stringify(one)))],
    ['other', new Set(OTHER_LIST.data.map((one) => JSON.stringify(one)))],
  ] as const),
};

function predicts(
  sentence: string,
  exchange: Exchange,
  facts = known,
): boolean | undefined | string {
  const found = mistakes.all([exchange], facts).find((one) => one.sentence === sentence);
  return found === undefined ? 'no such mistake' : found.predicts(exchange, facts);
}

const ERROR = { error: 'invalid_client' };
const refused = { status: 401 };

describe('a wrong comparison of secrets', () => {
  const sentence = 'the secret is compared without regard to case';
  const swapped = { mistake: 'secret case swapped' } as const;

  it('predicts which secrets get a token', () => {
    expect(predicts(sentence, requestOf(swapped))).toBe(true);
    expect(predicts(sentence, requestOf(swapped, ERROR, refused))).toBe(false);
    expect(predicts(sentence, requestOf({ mistake: 'secret lengthened' }, ERROR, refused))).toBe(
      true,
    );
  });

  it('says nothing of a refusal with another status, which is another mistake', () => {
    const other = requestOf({ mistake: 'secret lengthened' }, ERROR, { status: 400 });
    expect(predicts(sentence, other)).toBeUndefined();
  });

  it('says nothing of right secrets', () => {
    expect(predicts(sentence, requestOf({}))).toBeUndefined();
  });
});

describe('a token request', () => {
  it('that is refused with another status is named by what is wrong with it', () => {
    const exchange = requestOf({ grant: null }, { error: 'invalid_request' }, refused);
    const sentence =
      'a token request without `grant_type` gets status 401 with the error `invalid_request`';
    expect(predicts(sentence, exchange)).toBe(true);
  });

  it('that gets a token is named by how it is written', () => {
    const named = (writing: Writing, way: 'form' | 'basic' = 'form') => {
      const exchange = requestOf({ writing, way });
      return mistakes
        .all([exchange], known)
        .filter((one) => one.predicts(exchange, known) === true)
        .map(({ sentence }) => sentence);
    };
    expect(named('with scope twice')).toContain('a token request with `scope` twice gets a token');
    expect(named('with Basic without credentials beside the form', 'basic')).toContain(
      'a token request with HTTP Basic without credentials, and right credentials in the form, gets a token',
    );
    const once = requestOf(
      { writing: 'with grant_type twice' },
      { error: 'invalid_request' },
      {
        status: 400,
      },
    );
    const scope = requestOf({ writing: 'with scope twice' });
    const single = mistakes.all([scope], known).find(({ id }) => id.includes('with-scope-twice'));
    const group = mistakes.all([scope], known).find(({ id }) => id.startsWith('tokens.twice-'));
    expect([scope, once].map((one) => single?.predicts(one, known))).toEqual([true, undefined]);
    expect([scope, once].map((one) => group?.predicts(one, known))).toEqual([true, false]);
  });

  it('that gets no token is named by how it is written', () => {
    const exchange = requestOf({ writing: 'without Accept' }, '', { status: 406 });
    const sentence = 'a right token request without Accept gets status 406 instead of a token';
    expect(predicts(sentence, exchange)).toBe(true);
  });

  it('whose token lacks a member names the member, and no value', () => {
    const { scope: _, ...body } = TOKEN_BODY;
    expect(predicts('in token responses, `scope` is missing', requestOf({}, body))).toBe(true);
    const lacking = mistakes.all([requestOf({}, body)], known);
    expect(lacking.find(({ sentence }) => sentence.endsWith('`scope` is missing'))?.requires).toBe(
      'it must be an empty text',
    );
    const texts = requestOf({}, { ...TOKEN_BODY, expires_in: 'secret-of-one' });
    const sentences = mistakes.all([texts], known).map(({ sentence }) => sentence);
    expect(sentences).toContain('in token responses, `expires_in` is a text instead of an integer');
    expect(sentences.join()).not.toContain('secret-of-one');
  });

  it('that names a grant type that is not supported is named once', () => {
    const sentence =
      'a token request whose grant type the server, or the client, does not support gets status 400 with the error `unauthorized_client`';
    const refusal = { error: 'unauthorized_client' };
    const bad = { status: 400 };
    expect(predicts(sentence, requestOf({ client: 'unsupported' }, refusal, bad))).toBe(true);
    expect(predicts(sentence, requestOf({ grant: 'password' }, refusal, bad))).toBe(true);
    expect(predicts(sentence, requestOf({ mistake: 'secret lengthened' }, refusal, bad))).not.toBe(
      true,
    );
  });

  it('whose token may be stored names the header', () => {
    const exchange = requestOf({}, TOKEN_BODY, {
      headers: [
        ['Content-Type', 'application/json'],
        ['Cache-Control', 'max-age=60'],
      ],
    });
    expect(predicts('a token is sent with `Cache-Control: max-age=60`', exchange)).toBe(true);
  });
});

it('names what a public document has wrong', () => {
  const missing = exchangeOf({ ask: 'discovery' }, '', { status: 404 });
  expect(predicts('the discovery document has status 404', missing)).toBe(true);
});

it('names a published key that is not the one that signs tokens', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const token = jwt({ sub: 'one' }, { alg: 'RS256', kid: 'a' });
  const [first] = known.issued.values();
  if (first === undefined) throw new Error('no token was issued');
  const facts = { ...known, issued: new Map([[token, first]]) };
  const keys = (kid: string) =>
    exchangeOf(
      { ask: 'keys', address: 'http://auth.test/keys' },
      { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
      { at: Date.now() },
    );
  const other = 'the key set has another key under the id of the key that signs tokens';
  expect(predicts(other, keys('a'), facts)).toBe(true);
  expect(predicts(other, keys('b'), facts)).toBeUndefined();
  expect(predicts('the key set has no key with the id that tokens name', keys('b'), facts)).toBe(
    true,
  );
});

describe('a call', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const [, claims = ''] = issued.split('.');

  it('with a forged token is named by what is not verified', () => {
    const [header] = jwt({}, { alg: 'none' }).split('.');
    const unsigned = callOf(bearer(`${header}.${claims}.`), OWN_LIST);
    const sentence = 'a token with `alg` none and without a signature is accepted';
    expect(predicts(sentence, unsigned)).toBe(true);
    expect(predicts('the signature of a token is not verified', unsigned)).toBe(true);
    expect(predicts('a text that is not a JWT is accepted as a token', unsigned)).toBe(false);
  });

  it('with a wrong signature is named by it, if `alg` is that of the issued tokens', () => {
    const sentence = 'the signature of a token is not verified if its `alg` is the right one';
    const [header] = issued.split('.');
    const [ofNone] = jwt({}, { alg: 'none' }).split('.');
    const cut = callOf(bearer(`${header}.${claims}.AAAA`), OWN_LIST);
    expect(predicts(sentence, cut)).toBe(true);
    expect(predicts(sentence, callOf(bearer(`${ofNone}.${claims}.`), {}, refused))).toBe(true);
    expect(predicts(sentence, callOf(bearer(`${ofNone}.${claims}.`), OWN_LIST))).toBe(false);
  });

  it('with a forged signature is named by the signature, if nothing else is wrong', () => {
    const tildes = callOf(bearer(`${issued}~~~~`), OWN_LIST);
    const single = 'a token with four tildes after its signature gets templates';
    expect(predicts(single, tildes)).toBe(true);
    expect(predicts(single, callOf(bearer(`${issued}~~~~`), {}, refused))).toBe(false);
    expect(predicts(single, callOf(bearer(`${issued}==`), {}, refused))).toBeUndefined();
    expect(predicts(single, callOf(bearer(issued), OWN_LIST))).toBeUndefined();
    const group = 'a token whose signature is written in base64, not in base64url, gets templates';
    expect(predicts(group, callOf(bearer(`${issued}==`), OWN_LIST))).toBe(true);
    expect(predicts(group, callOf(bearer(`${issued}==`), {}, refused))).toBe(false);
    expect(predicts(group, tildes)).toBeUndefined();
    const unsigned = callOf(bearer(issued.slice(0, issued.lastIndexOf('.') + 1)), OWN_LIST);
    expect(predicts('a token without its signature gets templates', unsigned)).toBe(true);
  });

  it('with a value on which the server fails names the value', () => {
    const failed = callOf(bearer(IN_BEARER['no alg'] ?? ''), '', { status: 500 });
    expect(predicts('a bearer token with no alg gets status 500', failed)).toBe(true);
    const form = Array.from({ length: 1000 }, () => 'a=1').join('&');
    const long = exchangeOf({ ask: 'hostile token', form }, '', { status: 500 });
    expect(predicts('a form of 1,000 parameters gets status 500', long)).toBe(true);
    for (const [sentence, body] of [
      [
        'a body of `multipart/form-data` without a boundary gets status 500',
        { contentType: 'multipart/form-data' },
      ],
      [
        'a `client_id` that is sent as a file gets status 500',
        { contentType: 'multipart/form-data; boundary=assay' },
      ],
      [
        'a body with a charset that does not exist gets status 500',
        { contentType: 'application/x-www-form-urlencoded; charset=assay' },
      ],
      [
        'a body with a wrong `Content-Encoding: gzip` gets status 500',
        { headers: [['Content-Encoding', 'gzip']] },
      ],
    ] as const) {
      const hostile = { ask: 'hostile token', form: 'grant_type=a', ...body } as const;
      expect(predicts(sentence, exchangeOf(hostile, '', { status: 500 })), sentence).toBe(true);
    }
  });

  it('in the error for a malformed token request says nothing of other requests', () => {
    const sentence =
      'the error for a malformed token request is under `message` instead of `error`';
    const malformed = { ask: 'hostile token', form: 'grant_type=%zz' } as const;
    const status = { status: 400 };
    expect(predicts(sentence, exchangeOf(malformed, { message: 'no' }, status))).toBe(true);
    expect(predicts(sentence, exchangeOf(malformed, { error: 'no' }, status))).toBe(false);
    expect(predicts(sentence, exchangeOf(malformed, '<html>', status))).toBeUndefined();
    expect(predicts(sentence, requestOf({ grant: 'x' }, { error: 'no' }, status))).toBeUndefined();
  });

  it('with a readable header and no claims may be refused where other texts are accepted', () => {
    const sentence = 'a text that is not a JWT is accepted as a token';
    const [header = ''] = issued.split('.');
    const unclaimed = bearer(`${header}.${Buffer.from('[]').toString('base64url')}.YXNzYXk`);
    expect(predicts(sentence, callOf(unclaimed, {}, refused))).toBe(true);
    expect(predicts(sentence, callOf(bearer('assay-garbage'), {}, refused))).toBe(false);
    expect(predicts(sentence, callOf(bearer('assay-garbage'), OWN_LIST))).toBe(true);
  });

  it('that is refused as it must be refutes the mistake', () => {
    const garbage = callOf(bearer('assay-garbage'), {}, refused);
    expect(predicts('any text is accepted as a token', garbage)).toBe(false);
    expect(predicts('the signature of a token is not verified', garbage)).toBe(true);
  });

  it('without a claim of the issued tokens may be refused for that', () => {
    const facts = {
      ...known,
      issued: new Map([...known.issued].filter(([one]) => one === issued)),
    };
    const sentence = 'the signature of a token is not verified';
    const isPredicted = (claim: object) =>
      predicts(sentence, callOf(bearer(jwt(claim, { alg: 'HS256' })), {}, refused), facts);
    expect(isPredicted({ sub: 'two' })).toBe(false);
    expect(isPredicted({ iss: 'two' })).toBe(true);
  });

  it('on an unknown path says nothing', () => {
    const elsewhere = callOf(
      { path: '/V1/other', ...bearer('assay-garbage') },
      {},
      { status: 404 },
    );
    expect(predicts('any text is accepted as a token', elsewhere)).toBeUndefined();
  });

  it('without Authorization is named by what else it contains', () => {
    const open = callOf({ headers: [['X-Original-URL', '/']] }, OWN_LIST);
    const sentence =
      'templates are returned without `Authorization`, for a request with `X-Original-URL`';
    expect(predicts(sentence, open)).toBe(true);
  });

  it('that returns templates of another organization names whose', () => {
    const sentence = 'templates of another organization are returned, to the second client';
    expect(predicts(sentence, callOf(bearer('token-of-two'), OWN_LIST))).toBe(true);
    expect(predicts(sentence, callOf(bearer('token-of-two'), OTHER_LIST))).toBe(false);
    expect(predicts(sentence, callOf(bearer('token-of-one'), OWN_LIST))).toBeUndefined();
  });

  it('that is refused without a challenge names it', () => {
    expect(predicts('a 401 has no `WWW-Authenticate`', callOf({}, {}, refused))).toBe(true);
  });
});

it('takes `expires_in` for milliseconds only where it is about the thousandfold lifetime', () => {
  const iat = 1_000_000;
  const of = (lifetime: number, expires_in: number) =>
    requestOf(
      {},
      { ...TOKEN_BODY, access_token: jwt({ sub: 'one', iat, exp: iat + lifetime }), expires_in },
    );
  expect(predicts('`expires_in` counts milliseconds', of(300, 300_000))).toBe(true);
  expect(predicts('`exp` is 4 minutes earlier than `expires_in` says', of(60, 300))).toBe(true);
});

describe('a token that ends earlier ones', () => {
  const sentence = 'only the last token of a client is accepted: a new token ends earlier ones';
  /** Tokens that were issued to one client one after another, and a call with the first one. */
  const factsWith = (client: 'first' | 'other') => {
    const issuedIn = (exchange: number, owner: 'first' | 'other') => ({
      question: { ...BY_FORM, client: owner },
      answer: answerAt(exchange, 200),
    });
    return {
      ...known,
      issued: new Map([
        ['early', issuedIn(1, 'first')],
        ['late', issuedIn(2, client)],
      ]),
    };
  };
  const answerAt = (exchange: number, status: number) =>
    new Answer(
      { interface: 'templates', url: 'http://templates.test' },
      { status, headers: [], body: Buffer.from('') },
      { exchange, sentAt: 10 * exchange, receivedAt: 10 * exchange + 5 },
    );
  const callAt = (exchange: number, status: number, token = 'early'): Exchange => ({
    ...callOf({ authorization: `Bearer ${token}` }, {}),
    answer: answerAt(exchange, status),
  });

  it('is refused, and the last one is not', () => {
    const facts = factsWith('first');
    const refusedCall = callAt(3, 401);
    const mistake = mistakes.all([refusedCall], facts).find((one) => one.sentence === sentence);
    expect(mistake?.predicts(refusedCall, facts)).toBe(true);
    expect(mistake?.predicts(callAt(3, 200), facts)).toBe(false);
    expect(mistake?.predicts(callAt(3, 401, 'late'), facts)).toBeUndefined();
  });

  it('may be refused or not while the new one is issued', () => {
    const facts = factsWith('first');
    const during: Exchange = {
      ...callOf({ authorization: 'Bearer early' }, {}),
      answer: new Answer(
        { interface: 'templates', url: 'http://templates.test' },
        { status: 200, headers: [], body: Buffer.from('') },
        { exchange: 3, sentAt: 21, receivedAt: 30 },
      ),
    };
    const mistake = mistakes.all([callAt(4, 401)], facts).find((one) => one.sentence === sentence);
    expect(mistake?.predicts(during, facts)).toBeUndefined();
  });

  it('is not ended by a token of another client', () => {
    expect(predicts(sentence, callAt(3, 401), factsWith('other'))).toBe('no such mistake');
  });
});

it('a call with a token that no server can verify is named by its token', () => {
  const named = (token: string) =>
    mistakes
      .all([callOf({ authorization: 'Bearer assay' }, '', { status: 500 })], known)
      .filter(
        (one) =>
          one.predicts(callOf({ authorization: `Bearer ${token}` }, '', { status: 500 }), known) ===
          true,
      )
      .map(({ sentence }) => sentence);
  const malformed = 'a call with a token that is not a JWT gets status 500 instead of 401';
  const other =
    'a call with a token that is not a JWT, or has another `alg`, gets status 500 instead of 401';
  expect(named('assay')).toEqual(expect.arrayContaining([malformed, other]));
  expect(named(jwt({}, { alg: 'none' }))).not.toContain(malformed);
  expect(named(jwt({}, { alg: 'none' }))).toContain(other);
});
