import { describe, expect, it } from 'vitest';
import { exchangeOf, REFUSAL, settings, TRANSFERRED } from '../../tests/handover/exchange-of.js';
import { authorization } from './authorization.js';
import { ANONYMOUS } from './exchange.js';

const unknown = { anonymous: undefined };
const known = { anonymous: exchangeOf({}, REFUSAL).answer };

describe('HND-AUTH-1', () => {
  const { rule, checks } = authorization['HND-AUTH-1'];

  it.each([REFUSAL, 'Bitte melden Sie sich an: nicht angemeldet.', 'Accès interdit'])(
    'holds for the message %j',
    (message) => {
      expect(rule(exchangeOf({}, message, { status: 400 }), unknown)).toBe('holds');
    },
  );

  it('holds for any message with status 401 or 403', () => {
    expect(rule(exchangeOf({}, 'Nope', { status: 403 }), unknown)).toBe('holds');
  });

  it('is violated by a transfer, with any status', () => {
    for (const status of [200, 401])
      expect(rule(exchangeOf({}, TRANSFERRED, { status }), unknown)).toEqual({
        expected: 'nothing transferred',
        sentence: `the response says that resources were transferred: ${status} application/json {"message":"${TRANSFERRED}"}; nothing must be transferred`,
      });
  });

  it('leaves open what is said of a body that a parser may refuse', () => {
    const body = { from: '\ud800', to: 'a85181b4-226c-4971-8070-ae5cb2343eab' };
    const refused = exchangeOf({ body }, 'The JSON is malformed.', { status: 400 });
    expect(rule(refused, unknown)).toBeUndefined();
    expect(rule(refused, known)).toBe('holds');
    expect(rule(exchangeOf({ body }, TRANSFERRED), known)).toMatchObject({
      expected: 'nothing transferred',
    });
  });

  it('is violated by another message, and without a message', () => {
    const expected = 'a message that authorization is required';
    const other = exchangeOf({}, 'Bad request.', { status: 400 });
    expect(rule(other, unknown)).toEqual({
      expected,
      actual: '"Bad request."',
      sentence: 'the message is "Bad request."; it must say that authorization is required',
      atMost: 'warning',
    });
    expect(rule(exchangeOf({}, { error: 'no' }), unknown)).toEqual({ expected });
    expect(rule(exchangeOf({}, ' '), unknown)).toEqual({
      expected,
      actual: '" "',
      sentence: 'the message is " "; it must say that authorization is required',
    });
    const missing = exchangeOf({}, 'Bad request.', { status: 404 });
    expect(rule(missing, unknown)).toEqual({
      expected,
      actual: '"Bad request."',
      sentence: 'the message is "Bad request."; it must say that authorization is required',
      atMost: 'warning',
    });
  });

  it('is a warning with a status that does not refuse', () => {
    for (const status of [200, 500])
      expect(rule(exchangeOf({}, REFUSAL, { status }), unknown)).toEqual({
        expected: 'a status that refuses',
        sentence: `the response is ${status} application/json {"message":"${REFUSAL}"}; its status must be one of a refusal, such as 401`,
        atMost: 'warning',
      });
  });

  it('is a warning if the valid token in another header changes the response', () => {
    const headers = [['X-Auth-Token', 'valid-token'] as const];
    const other = exchangeOf({ headers }, 'Unknown user.', { status: 400 });
    expect(rule(other, known)).toEqual({
      expected: 'a refusal as without authorization',
      atMost: 'warning',
      sentence:
        'the response is 400 application/json {"message":"Unknown user."}; it must be a refusal as without authorization',
    });
    expect(rule(exchangeOf({ headers }, REFUSAL), known)).toBe('holds');
    const more = [['X-Other', '1'] as const, ...headers];
    const second = exchangeOf({ headers: more }, 'Unknown user.', { status: 400 });
    expect(rule(second, known)).toMatchObject({ atMost: 'warning' });
    const failed = exchangeOf({ headers }, REFUSAL, { status: 500 });
    expect(rule(failed, known)).toEqual({
      expected: 'a status that refuses',
      atMost: 'warning',
      sentence:
        'the response is 500 application/json {"message":"You have to be authorized to access this resource."}; its status must be one of a refusal, such as 401',
    });
  });

  it('returns nothing for another body or path without Accept where no refusal is known', () => {
    const body = exchangeOf({ accept: null, body: '[]' }, 'Bad', { status: 400 });
    expect(rule(body, unknown)).toBeUndefined();
    const path = exchangeOf({ path: '/handover/' }, 'Bad', { status: 400 });
    expect(rule(path, unknown)).toBeUndefined();
  });

  it('holds for any response to another path that transfers nothing', () => {
    const path = '/handover/';
    expect(rule(exchangeOf({ path }, 'Not here.', { status: 400 }), known)).toBe('holds');
  });

  it.each([
    ['with Authorization', exchangeOf({ authorization: 'Bearer other' }, TRANSFERRED)],
    ['where the path does not exist', exchangeOf({}, {}, { status: 404 })],
    ['where the service is unavailable', exchangeOf({}, 'Busy', { status: 503 })],
    [
      'for another body where no refusal is known',
      exchangeOf({ body: '[]' }, 'Bad', { status: 400 }),
    ],
  ])('returns nothing %s', (_, exchange) => {
    expect(rule(exchange, unknown)).toBeUndefined();
  });

  it('handover.auth.missing is sent with Accept and without', () => {
    const asked = checks['handover.auth.missing'].asks();
    expect(asked).toEqual([ANONYMOUS, { ...ANONYMOUS, accept: null }]);
  });

  it('is a warning if a request without Accept is not refused by a message', () => {
    const html = exchangeOf({ accept: null }, '<h1>Error</h1>', { status: 500 });
    expect(rule(html, known)).toMatchObject({
      expected: 'a message that authorization is required',
      atMost: 'warning',
    });
    expect(rule(exchangeOf({ accept: null }, REFUSAL), known)).toBe('holds');
    expect(rule(exchangeOf({ accept: null }, TRANSFERRED), known)).toEqual({
      expected: 'nothing transferred',
      sentence:
        'the response says that resources were transferred: 401 application/json {"message":"All resources have been transferred to the new user."}; nothing must be transferred',
    });
  });

  it('handover.auth.path-bypasses sends no Authorization', () => {
    const asked = checks['handover.auth.path-bypasses'].asks({ facts: known, settings });
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.map(({ body }) => body)).toContain('{"from":null,"to":null}');
    expect(asked.filter((question) => 'authorization' in question)).toEqual([]);
  });
});

describe('HND-AUTH-2', () => {
  const { rule } = authorization['HND-AUTH-2'];
  const invalid = { authorization: 'Bearer invalid' };

  it('holds if the request is refused as without authorization', () => {
    expect(rule(exchangeOf(invalid, REFUSAL), known)).toBe('holds');
    expect(rule(exchangeOf(invalid, 'Nope', { status: 403 }), known)).toBe('holds');
  });

  it('is violated by a transfer', () => {
    const accepted = exchangeOf(invalid, TRANSFERRED, { status: 200 });
    expect(rule(accepted, unknown)).toEqual({
      expected: 'nothing transferred',
      sentence:
        'the response says that resources were transferred: 200 application/json {"message":"All resources have been transferred to the new user."}; nothing must be transferred',
    });
  });

  it('is a warning if the message is about something else', () => {
    const other = exchangeOf(invalid, 'Unknown user.', { status: 400 });
    expect(rule(other, known)).toMatchObject({ atMost: 'warning' });
  });

  it('returns nothing without Authorization', () => {
    expect(rule(exchangeOf({}, TRANSFERRED, { status: 200 }), known)).toBeUndefined();
  });

  it('returns nothing for the valid token, and if a request without authorization is not refused', () => {
    const valid = exchangeOf({ authorization: 'Bearer valid-token' }, TRANSFERRED, { status: 200 });
    expect(rule(valid, known)).toBeUndefined();
    const other = exchangeOf(invalid, 'Unknown user.', { status: 400 });
    expect(rule(other, unknown)).toBeUndefined();
    const open = { anonymous: exchangeOf({}, 'Hello', { status: 200 }).answer };
    expect(rule(other, open)).toBeUndefined();
  });
});

describe('HND-AUTH-3', () => {
  const { rule } = authorization['HND-AUTH-3'];

  it('holds for a 401 with WWW-Authenticate, and is violated without', () => {
    const headers = [['WWW-Authenticate', 'Bearer']] as const;
    expect(rule(exchangeOf({}, REFUSAL, { headers }))).toBe('holds');
    const violation = { expected: 'WWW-Authenticate', actual: 'none' };
    expect(rule(exchangeOf({ accept: null }, REFUSAL))).toEqual(violation);
  });

  it('returns nothing for another status, and for another path', () => {
    expect(rule(exchangeOf({}, REFUSAL, { status: 403 }))).toBeUndefined();
    expect(rule(exchangeOf({ path: '/handover/' }, REFUSAL))).toBeUndefined();
  });
});
