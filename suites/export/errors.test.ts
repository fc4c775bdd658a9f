import { describe, expect, it } from 'vitest';
import { PLAIN, type ProductsQuestion } from '../../src/protocol/export/question.js';
import { errorOf, listOf, RECORDS, responseTo, TARGET } from '../../tests/export/exchange-of.js';
import { errors } from './errors.js';

const MISSING = 'Authentication token is required';
const jsonApi: ProductsQuestion = { token: null };
const plain: ProductsQuestion = { token: null, accept: PLAIN };
const empty: ProductsQuestion = { destination: TARGET.emptyDestination };
const emptyPlain: ProductsQuestion = { ...empty, accept: PLAIN };
const unknown: ProductsQuestion = { route: { path: '/no/such/"route"' }, accept: PLAIN };
const list = listOf({}, RECORDS);

describe('EXP-ERR-1', () => {
  const { rule } = errors['EXP-ERR-1'];

  it('holds for an object with error', () => {
    expect(rule(errorOf(plain, 401, MISSING), undefined)).toBe('holds');
  });

  it.each([
    ['errors in place of error', { errors: [{ status: 401, title: '', detail: MISSING }] }],
    ['a number as error', { error: 401, message: MISSING }],
    ['a text that is not the documented one', 'no access'],
  ])('is violated by %s', (_, body) => {
    expect(rule(responseTo(plain, { status: 401, body }), undefined)).toHaveProperty('expected');
  });

  it('returns nothing for the JSON:API format, another status, or a list', () => {
    expect(rule(errorOf(jsonApi, 401, MISSING), undefined)).toBeUndefined();
    expect(rule(errorOf(plain, 403, MISSING), undefined)).toBeUndefined();
    expect(rule(list, undefined)).toBeUndefined();
  });
});

describe('EXP-ERR-2', () => {
  const { rule } = errors['EXP-ERR-2'];

  it('holds for 404 with the message', () => {
    expect(rule(errorOf(emptyPlain, 404, 'No exported data'), undefined)).toBe('holds');
  });

  it.each([
    ['another status', errorOf(emptyPlain, 400, 'No exported data')],
    ['another text', responseTo(emptyPlain, { status: 404, body: { message: 'Nothing' } })],
    ['error in place of message', responseTo(emptyPlain, { status: 404, body: { error: 'x' } })],
    ['products', listOf(emptyPlain, RECORDS)],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, undefined)).toHaveProperty('expected');
  });

  it('returns nothing for an empty list, or another destination', () => {
    expect(rule(listOf(emptyPlain, []), undefined)).toBeUndefined();
    expect(rule(list, undefined)).toBeUndefined();
  });
});

describe('EXP-ERR-3', () => {
  const { rule } = errors['EXP-ERR-3'];

  it('holds for an array of errors', () => {
    expect(rule(errorOf(jsonApi, 401, MISSING), undefined)).toBe('holds');
  });

  it.each([
    ['the plain form', responseTo(jsonApi, { status: 401, body: { error: MISSING } })],
    ['a status as text', errorOf(jsonApi, 401, MISSING, { status: '401' })],
    ['another status in the body', errorOf(jsonApi, 401, MISSING, { status: 400 })],
    ['a body that is not JSON', responseTo(jsonApi, { status: 401, body: '<html>' })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, undefined)).toHaveProperty('expected');
  });

  it('compares the status in the body with that of the response', () => {
    const exchange = errorOf(jsonApi, 401, MISSING, { status: 400 });
    expect(rule(exchange, undefined)).toMatchObject({
      expected: 'status 401 in the error object',
      sentence: '`status` in the error object is 400; it must be 401, as that of the response',
    });
  });

  it('returns nothing for the plain format', () => {
    expect(rule(errorOf(plain, 401, MISSING), undefined)).toBeUndefined();
  });
});

describe('EXP-ERR-4', () => {
  const { rule } = errors['EXP-ERR-4'];

  it('holds for the documented title and detail', () => {
    expect(rule(errorOf(jsonApi, 401, MISSING), undefined)).toBe('holds');
  });

  it.each([
    ['another title', errorOf(jsonApi, 401, MISSING, { title: 'unauthorized' })],
    ['another detail', errorOf(jsonApi, 401, 'Token required')],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, undefined)).toHaveProperty('expected');
  });

  it('returns nothing for the plain format', () => {
    expect(rule(errorOf(plain, 401, 'Token required'), undefined)).toBeUndefined();
  });
});

describe('EXP-ERR-5', () => {
  const { rule } = errors['EXP-ERR-5'];
  const text = (path: string): string => `Requested route was not found: "${path}"`;

  it('holds for a message with the requested path', () => {
    expect(rule(errorOf(unknown, 404, text('/no/such/"route"')), undefined)).toBe('holds');
    expect(rule(errorOf(unknown, 404, text('/base/no/such/"route"')), undefined)).toBe('holds');
  });

  it('is violated by a message with another path, or without one', () => {
    const other = errorOf(unknown, 404, text('/elsewhere'));
    expect(rule(other, undefined)).toMatchObject({
      expected: text('/no/such/"route"'),
      sentence:
        'the text of the error is `Requested route was not found: "/elsewhere"`; it must be `Requested route was not found: "/no/such/"route""`',
    });
    expect(rule(errorOf(unknown, 404, 'Not found'), undefined)).toHaveProperty('expected');
  });

  it('returns nothing for a route that exists', () => {
    expect(rule(errorOf(plain, 401, MISSING), undefined)).toBeUndefined();
  });
});

describe('EXP-ERR-6', () => {
  const { rule } = errors['EXP-ERR-6'];
  const html = { status: 401, headers: [['Content-Type', 'text/html']] as const };

  it('holds for the negotiated media type', () => {
    expect(rule(errorOf(jsonApi, 401, MISSING))).toBe('holds');
  });

  it('is violated by another media type', () => {
    expect(rule(responseTo(jsonApi, html))).toMatchObject({ actual: 'text/html' });
  });

  it('returns nothing without Accept, for no exported data, or for another status', () => {
    expect(rule(responseTo({ token: null, accept: null }, html))).toBeUndefined();
    expect(rule(errorOf(empty, 404, 'No exported data'))).toBeUndefined();
    expect(rule(responseTo(jsonApi, { ...html, status: 500 }))).toBeUndefined();
  });
});

describe('EXP-ERR-7', () => {
  const { rule } = errors['EXP-ERR-7'];
  const headers = [['WWW-Authenticate', 'Bearer']] as const;

  it('holds for a 401 with WWW-Authenticate', () => {
    expect(rule(responseTo(plain, { status: 401, headers }))).toBe('holds');
  });

  it('is violated by a 401 without it', () => {
    expect(rule(errorOf(plain, 401, MISSING))).toMatchObject({ actual: 'none' });
  });

  it('returns nothing for another error', () => {
    expect(rule(errorOf({ token: 'foreign' }, 403, 'no'))).toBeUndefined();
  });
});
