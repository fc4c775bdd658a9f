import { describe, expect, it } from 'vitest';
import { factsOf, requestOf, settings, UNKNOWN } from '../../tests/templates/exchange-of.js';
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

  it('also allows 400 for mistakes that make a request malformed', () => {
    const malformed = requestOf({ mistake: 'secret left out' }, ERROR, { status: 400 });
    expect(rule(malformed, UNKNOWN)).toBe('holds');
    const noPair = requestOf({ way: 'basic', mistake: 'secret empty' }, ERROR, { status: 400 });
    expect(rule(noPair, UNKNOWN)).toBe('holds');
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
    expect(rule(unknown, UNKNOWN)).toBe('holds');
    const missing = requestOf({ grant: null }, { error: 'invalid_request' }, { status: 400 });
    expect(rule(missing, UNKNOWN)).toBe('holds');
    const wrong = requestOf({ mistake: 'secret empty' }, ERROR, { status: 401 });
    expect(rule(wrong, UNKNOWN)).toBe('holds');
  });

  it('is violated by another code, and by a body of another shape', () => {
    const missing = requestOf({ grant: null }, ERROR, { status: 400 });
    const expected = 'status 400 with error "invalid_request"';
    expect(rule(missing, UNKNOWN)).toMatchObject({ expected });
    const wrong = requestOf({ mistake: 'secret empty' }, { message: 'no' }, { status: 401 });
    expect(rule(wrong, UNKNOWN)).toMatchObject({
      expected: 'a body that satisfies schemas/templates/token-error.schema.json',
    });
  });

  it('returns nothing if wrong credentials are not refused, and for a request without a mistake', () => {
    const accepted = requestOf({ mistake: 'secret empty' }, {}, { status: 200 });
    expect(rule(accepted, UNKNOWN)).toBeUndefined();
    expect(rule(requestOf({}, {}, { status: 400 }), UNKNOWN)).toBeUndefined();
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
  });

  it('returns nothing for the form and for Basic', () => {
    expect(rule(requestOf({}), UNKNOWN)).toBeUndefined();
    expect(rule(requestOf({ way: 'basic' }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-ERR-5', () => {
  const { warning } = tokenErrors['TOK-ERR-5'].checks['templates.token.enumeration'];
  const wrongSecret = requestOf({ mistake: 'secret lengthened' }, ERROR, { status: 401 });

  it('is no warning if both responses are the same', () => {
    const unknown = requestOf({ client: 'nobody' }, ERROR, { status: 401 });
    expect(warning(wrongSecret, [])).toBeUndefined();
    expect(warning(unknown, [wrongSecret])).toBeUndefined();
  });

  it('is a warning if status or body differ', () => {
    const otherStatus = requestOf({ client: 'nobody' }, ERROR, { status: 404 });
    const otherBody = requestOf({ client: 'nobody' }, { error: 'unknown' }, { status: 401 });
    for (const unknown of [otherStatus, otherBody])
      expect(warning(unknown, [wrongSecret])).toContain('enumerate clients');
  });
});

describe('templates.token.wrong-credentials', () => {
  const { questions } = tokenErrors['TOK-ERR-1'].checks['templates.token.wrong-credentials'];

  it('begins with a wrong secret and an unknown client', () => {
    expect(questions(factsOf(), settings).slice(0, 2)).toEqual([
      { ask: 'token', client: 'first', way: 'form', mistake: 'secret lengthened' },
      { ask: 'token', client: 'nobody', way: 'form' },
    ]);
  });

  it('makes mistakes for the second client too, if there is one', () => {
    const clients = (of: typeof settings) =>
      new Set(questions(factsOf(), of).map(({ client }) => client));
    expect(clients(settings)).toEqual(new Set(['first', 'nobody', 'other']));
    const { otherClient: _, ...alone } = settings;
    expect(clients(alone)).toEqual(new Set(['first', 'nobody']));
  });
});
