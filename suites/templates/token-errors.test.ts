import { describe, expect, it } from 'vitest';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import type { TemplatesTarget } from '../../src/settings/target.js';
import {
  exchangeOf,
  factsOf,
  requestOf,
  settings,
  UNKNOWN,
} from '../../tests/templates/exchange-of.js';
import type { Facts } from './facts.js';
import { tokenErrors } from './token-errors.js';

const ERROR = { error: 'invalid_client' };

describe('TOK-ERR-1', () => {
  const { rule } = tokenErrors['TOK-ERR-1'];

  it('holds for a 401', () => {
    expect(rule(requestOf({ mistake: 'secret empty' }, ERROR, { status: 401 }), UNKNOWN)).toBe(
      'holds',
    );
    expect(rule(requestOf({ client: 'nobody' }, ERROR, { status: 401 }), UNKNOWN)).toBe('holds');
  });

  it('is violated by any other status', () => {
    const violation = { expected: 'status 401', actual: undefined };
    for (const status of [200, 400, 403, 500]) {
      const exchange = requestOf({ mistake: 'secret lengthened' }, ERROR, { status });
      expect(rule(exchange, UNKNOWN)).toEqual(violation);
    }
  });

  it('also allows 400, and 422 of a validator, for mistakes that make a request malformed', () => {
    const invalid = requestOf({ mistake: 'secret in a list' }, ERROR, { status: 422 });
    expect(rule(invalid, UNKNOWN)).toBe('holds');
    const malformed = requestOf({ mistake: 'secret left out' }, ERROR, { status: 400 });
    expect(rule(malformed, UNKNOWN)).toBe('holds');
    for (const mistake of ['secret in a list', 'secret another line', 'secret filled'] as const)
      expect(rule(requestOf({ mistake }, ERROR, { status: 400 }), UNKNOWN)).toBe('holds');
    // A parameter without a value counts as left out (RFC 6749 section 3.2).
    for (const way of ['basic', 'form'] as const) {
      const noSecret = requestOf({ way, mistake: 'secret empty' }, ERROR, { status: 400 });
      expect(rule(noSecret, UNKNOWN)).toBe('holds');
    }
  });

  it('is violated by a 400 for a mistake that makes no request malformed', () => {
    const violation = { expected: 'status 401', actual: undefined };
    for (const question of [
      { client: 'nobody' },
      { way: 'basic', mistake: 'secret lengthened' },
    ] as const) {
      const exchange = requestOf(question, ERROR, { status: 400 });
      expect(rule(exchange, UNKNOWN)).toEqual(violation);
    }
  });

  it('is violated by another status for a malformed request', () => {
    const accepted = requestOf({ mistake: 'secret left out' }, ERROR, { status: 200 });
    expect(rule(accepted, UNKNOWN)).toMatchObject({ expected: 'status 401' });
  });

  it('returns nothing for right credentials', () => {
    expect(rule(requestOf({}, ERROR, { status: 500 }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-ERR-2', () => {
  const { rule } = tokenErrors['TOK-ERR-2'];
  const answered = (status: number, error: string) =>
    rule(requestOf({ client: 'unsupported' }, { error }, { status }), UNKNOWN);

  it('holds for 400 with unsupported_grant_type', () => {
    expect(answered(400, 'unsupported_grant_type')).toBe('holds');
  });

  it('is violated by another status or error', () => {
    const expected = 'status 400 with error "unsupported_grant_type"';
    expect(answered(401, 'unsupported_grant_type')).toMatchObject({ expected });
    expect(answered(400, 'unauthorized_client')).toMatchObject({ expected });
  });

  it('returns nothing for a 401 if the target may have misread a secret in Basic', () => {
    const reserved = { id: 'three', secret: 'secret+of three' };
    const asked = (
      question: Partial<TokenQuestion>,
      more: Partial<TemplatesTarget> = {},
      status = 401,
    ) => {
      const exchange = requestOf({ client: 'unsupported', ...question }, ERROR, { status });
      const target = { ...settings, unsupportedClient: reserved, ...more };
      return rule({ ...exchange, settings: target }, UNKNOWN);
    };
    const expected = 'status 400 with error "unsupported_grant_type"';
    expect(asked({ way: 'basic' })).toBeUndefined();
    expect(asked({ way: 'form' })).toMatchObject({ expected });
    expect(asked({ way: 'basic' }, {}, 400)).toMatchObject({ expected });
    const plain = { unsupportedClient: { id: 'three', secret: 'secret-of-three' } };
    expect(asked({ way: 'basic' }, plain)).toMatchObject({ expected });
    for (const known of ['client', 'otherClient'] as const)
      expect(asked({ way: 'basic' }, { [known]: { ...reserved, id: known } })).toMatchObject({
        expected,
      });
  });

  it('returns nothing for other clients', () => {
    expect(rule(requestOf({}, ERROR, { status: 401 }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-ERR-3', () => {
  const { rule } = tokenErrors['TOK-ERR-3'];

  it('holds for the codes of RFC 6749', () => {
    const unknown = requestOf(
      { grant: 'other' },
      { error: 'unsupported_grant_type' },
      { status: 400 },
    );
    expect(rule(unknown)).toBe('holds');
    const missing = requestOf({ grant: null }, { error: 'invalid_request' }, { status: 400 });
    expect(rule(missing)).toBe('holds');
    const wrong = requestOf({ mistake: 'secret empty' }, ERROR, { status: 401 });
    expect(rule(wrong)).toBe('holds');
  });

  it('is violated by another code, and by a body of another shape', () => {
    const missing = requestOf({ grant: null }, ERROR, { status: 400 });
    const expected = 'status 400 with error "invalid_request"';
    expect(rule(missing)).toMatchObject({ expected });
    const wrong = requestOf({ mistake: 'secret empty' }, { message: 'no' }, { status: 401 });
    expect(rule(wrong)).toMatchObject({
      expected: 'a body that satisfies schemas/templates/token-error.schema.json',
    });
    const described = { error: 'unsupported_grant_type', error_description: 7 };
    expect(rule(requestOf({ grant: 'other' }, described, { status: 400 }))).toMatchObject({
      expected: 'a body that satisfies schemas/templates/token-error.schema.json',
    });
  });

  it.each([400, 499])('judges the body of a refusal with status %s', (status) => {
    const wrong = requestOf({ mistake: 'secret empty' }, { message: 'no' }, { status });
    expect(rule(wrong)).toMatchObject({
      expected: 'a body that satisfies schemas/templates/token-error.schema.json',
    });
  });

  it.each([399, 500])('returns nothing for status %s, which is no refusal', (status) => {
    const wrong = requestOf({ mistake: 'secret empty' }, { message: 'no' }, { status });
    expect(rule(wrong)).toBeUndefined();
  });

  it('returns nothing if wrong credentials are not refused, and for a request without a mistake', () => {
    const accepted = requestOf({ mistake: 'secret empty' }, {}, { status: 200 });
    expect(rule(accepted)).toBeUndefined();
    expect(rule(requestOf({}, {}, { status: 400 }))).toBeUndefined();
  });

  it('judges the JSON with which a malformed body is refused, and no page of a web server', () => {
    const malformed = { ask: 'hostile token', form: 'grant_type=%zz' } as const;
    const refused = (body: unknown, status: number) =>
      rule(exchangeOf(malformed, body, { status }));
    expect(refused({ error: 'invalid_request' }, 400)).toBe('holds');
    expect(refused({ message: 'no' }, 415)).toMatchObject({
      expected: 'a body that satisfies schemas/templates/token-error.schema.json',
    });
    expect(refused('<html>', 400)).toBeUndefined();
    expect(refused({ message: 'blocked' }, 403)).toBeUndefined();
    expect(refused({ message: 'no' }, 500)).toBeUndefined();
  });
});

describe('TOK-ERR-4', () => {
  const { rule } = tokenErrors['TOK-ERR-4'];

  it('holds for a refusal', () => {
    expect(rule(requestOf({ way: 'query' }, ERROR, { status: 405 }), UNKNOWN)).toBe('holds');
  });

  it('is violated by a success', () => {
    const expected = 'a refusal';
    expect(rule(requestOf({ way: 'query' }), UNKNOWN)).toMatchObject({ expected });
    const split = requestOf({ writing: 'with grant_type in the query' });
    expect(rule(split, UNKNOWN)).toMatchObject({ expected });
  });

  it('returns nothing for the form and for Basic', () => {
    expect(rule(requestOf({}), UNKNOWN)).toBeUndefined();
    expect(rule(requestOf({ way: 'basic' }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-ERR-5', () => {
  const { warning } = tokenErrors['TOK-ERR-5'].checks['templates.token.enumeration'].observes;
  const wrongSecret = requestOf({ mistake: 'secret lengthened' }, ERROR, { status: 401 });

  it('is no warning if both responses are the same', () => {
    const unknown = requestOf({ client: 'nobody' }, ERROR, { status: 401 });
    expect(warning(wrongSecret, [])).toBeUndefined();
    expect(warning(unknown, [wrongSecret])).toBeUndefined();
  });

  it('compares nothing if the wrong secret gets a token', () => {
    const accepted = requestOf({ mistake: 'secret lengthened' }, {}, { status: 200 });
    const unknown = requestOf({ client: 'nobody' }, ERROR, { status: 401 });
    expect(warning(unknown, [accepted])).toBeUndefined();
  });

  it('is a warning if status or body differ', () => {
    const otherStatus = requestOf({ client: 'nobody' }, ERROR, { status: 404 });
    const otherBody = requestOf({ client: 'nobody' }, { error: 'unknown' }, { status: 401 });
    for (const unknown of [otherStatus, otherBody])
      expect(warning(unknown, [wrongSecret])).toContain('enumerate clients');
  });
});

describe('templates.token.wrong-credentials', () => {
  const { asks } = tokenErrors['TOK-ERR-1'].checks['templates.token.wrong-credentials'];
  const questions = (facts: Facts, of: TemplatesTarget) => asks({ facts, settings: of });

  it('begins with a wrong secret and an unknown client', () => {
    expect(questions(factsOf(), settings).slice(0, 2)).toEqual([
      { ask: 'token', client: 'first', way: 'form', mistake: 'secret lengthened' },
      { ask: 'token', client: 'nobody', way: 'form' },
    ]);
  });

  const sentBy = (client: string, of = settings) =>
    questions(factsOf(), of).flatMap((one) =>
      one.client === client ? [`${one.way}, ${one.mistake ?? 'unknown'}`] : [],
    );
  const NEAREST = [
    'secret lengthened',
    'secret case swapped',
    'secret empty',
    'id case swapped',
    'secret of another client',
    'secret cut short',
    'secret last character changed',
    'id lengthened',
  ];
  const BASIC = ['secret case swapped', 'secret cut short'];
  const wayOf = (mistake: string, isSwapped: boolean): string =>
    BASIC.includes(mistake) === isSwapped ? 'form' : 'basic';

  it('makes the eight nearest mistakes with both clients, each by the other method', () => {
    expect(sentBy('first').slice(0, 8)).toEqual(
      NEAREST.map((mistake) => `${wayOf(mistake, false)}, ${mistake}`),
    );
    expect(sentBy('other')).toEqual(
      NEAREST.map((mistake) => `${wayOf(mistake, true)}, ${mistake}`),
    );
  });

  it('makes the other mistakes by form with the first client only, and each once', () => {
    const others = sentBy('first').slice(8);
    expect(others).toHaveLength(14);
    expect(others).toEqual(
      expect.arrayContaining(['form, id any end', 'form, secret left out', 'form, secret true']),
    );
    expect(others.filter((one) => !one.startsWith('form'))).toEqual([]);
    const all = questions(factsOf(), settings).map((one) => JSON.stringify(one));
    expect(new Set(all).size).toBe(all.length);
  });

  it('names an unknown client by both methods', () => {
    expect(sentBy('nobody')).toEqual(['form, unknown', 'basic, unknown']);
  });

  it('leaves out mistakes that the settings do not allow', () => {
    const { otherClient: _, ...alone } = settings;
    const mistakes = questions(factsOf(), alone).map(({ mistake }) => mistake);
    expect(mistakes).not.toContain('secret of another client');
    expect(sentBy('first', alone).slice(7, 9)).toEqual([
      'basic, secret lengthened',
      'form, secret case swapped',
    ]);
  });

  it('writes Basic credentials raw if the target reads them so', () => {
    const raw = questions(factsOf({ raw: true }), settings).filter((one) => one.raw === true);
    const basic = questions(factsOf(), settings).filter(({ way }) => way === 'basic');
    expect(raw).toEqual(basic.map((one) => ({ ...one, raw: true })));
  });

  it('makes mistakes for the second client too, if there is one', () => {
    const clients = (of: typeof settings) =>
      new Set(questions(factsOf(), of).map(({ client }) => client));
    expect(clients(settings)).toEqual(new Set(['first', 'nobody', 'other']));
    const { otherClient: _, ...alone } = settings;
    expect(clients(alone)).toEqual(new Set(['first', 'nobody']));
  });
});

describe('TOK-ERR-6', () => {
  const { rule, checks } = tokenErrors['TOK-ERR-6'];
  const twice = { writing: 'with client_secret twice' } as const;
  const unreadable = {
    client: 'nobody',
    way: 'basic',
    writing: 'with Basic without a colon',
  } as const;
  const malformed = { error: 'invalid_request' };

  it('holds for 400 invalid_request, and for 401 if Basic is unreadable', () => {
    expect(rule(requestOf(twice, malformed, { status: 400 }), UNKNOWN)).toBe('holds');
    const refused = requestOf(unreadable, { error: 'invalid_client' }, { status: 401 });
    expect(rule(refused, UNKNOWN)).toBe('holds');
  });

  it('is violated by a token, another error, a 5xx and a page', () => {
    const expected = 'status 400 with error "invalid_request"';
    expect(rule(requestOf(twice), UNKNOWN)).toEqual({ expected });
    const other = requestOf(twice, { error: 'invalid_client' }, { status: 401 });
    expect(rule(other, UNKNOWN)).toEqual({ expected });
    const failed = requestOf(unreadable, malformed, { status: 500 });
    expect(rule(failed, UNKNOWN)).toEqual({ expected: 'status 401 or 400' });
    for (const writing of [
      'with Basic that has an asterisk',
      'with Basic and letters behind its end',
    ] as const)
      expect(rule(requestOf({ way: 'basic', writing }), UNKNOWN)).toEqual({
        expected: 'status 401 or 400',
      });
    const page = requestOf(unreadable, '<h1>No</h1>', { status: 400 });
    expect(rule(page, UNKNOWN)).toEqual({
      expected: 'a JSON body',
      sentence: 'the response is not JSON: 400 application/json <h1>No</h1>; it must be',
    });
  });

  it('returns nothing for the documented request', () => {
    expect(rule(requestOf({}), UNKNOWN)).toBeUndefined();
  });

  it('leaves out the second client if there is none', () => {
    const { otherClient: _, ...alone } = settings;
    const writings = (of: typeof settings) =>
      checks['templates.token.two-ways']
        .asks({ facts: factsOf(), settings: of })
        .map(({ writing }) => writing);
    const another = 'with the credentials of another client in the form';
    expect(writings(settings)).toContain(another);
    expect(writings(alone)).not.toContain(another);
  });
});

describe('TOK-ERR-7', () => {
  const { rule } = tokenErrors['TOK-ERR-7'];

  it('holds for a 401 with WWW-Authenticate, and is violated without', () => {
    const headers = [['WWW-Authenticate', 'Basic']] as const;
    expect(rule(requestOf({}, {}, { status: 401, headers }), UNKNOWN)).toBe('holds');
    const violation = { expected: 'WWW-Authenticate', actual: 'none' };
    expect(rule(requestOf({}, {}, { status: 401 }), UNKNOWN)).toEqual(violation);
    expect(rule(requestOf({}), UNKNOWN)).toBeUndefined();
  });
});
