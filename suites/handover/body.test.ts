import { describe, expect, it } from 'vitest';
import { exchangeOf, REFUSAL, TRANSFERRED } from '../../tests/handover/exchange-of.js';
import { body } from './body.js';

describe('HND-BODY-1', () => {
  const { warning, cases } = body['HND-BODY-1'].checks['handover.body.open'].observes;

  it('is a warning for a transfer and for a 5xx of the service', () => {
    expect(warning(exchangeOf({}, TRANSFERRED, { status: 200 }))).toBe(
      'returns a success response',
    );
    expect(warning(exchangeOf({}, 'Oops', { status: 500 }))).toMatch(/^returns 500/);
  });

  it('is no warning for a refusal, and if the service is unavailable', () => {
    expect(warning(exchangeOf({}, REFUSAL))).toBeUndefined();
    expect(warning(exchangeOf({}, 'Busy', { status: 503 }))).toBeUndefined();
  });

  it('sends no authorization', () => {
    const asked = Object.values(cases());
    expect(asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    expect(asked).toHaveLength(10);
  });
});

describe('HND-BODY-2', () => {
  const { rule } = body['HND-BODY-2'];

  it('holds for JSON, with parameters or without', () => {
    expect(rule(exchangeOf({}, REFUSAL))).toBe('holds');
    const type = 'application/json; charset=utf-8';
    expect(rule(exchangeOf({}, REFUSAL, { type }))).toBe('holds');
  });

  it('is violated by another media type', () => {
    expect(rule(exchangeOf({}, REFUSAL, { type: 'text/html' }))).toEqual({
      expected: 'Content-Type application/json',
      actual: 'text/html',
    });
    const page = exchangeOf({}, {}, { status: 400, type: 'text/html' });
    expect(rule(page)).toMatchObject({ actual: 'text/html' });
  });

  it('returns nothing for invalid credentials, another body, and JSON without a message', () => {
    const type = 'text/html';
    const invalid = exchangeOf({ authorization: 'Bearer invalid' }, REFUSAL, { type });
    expect(rule(invalid)).toBeUndefined();
    expect(rule(exchangeOf({ body: '{}' }, REFUSAL, { type }))).toBeUndefined();
    expect(rule(exchangeOf({}, { error: 'no' }))).toBeUndefined();
    expect(rule(exchangeOf({}, {}, { status: 404, type }))).toBeUndefined();
  });
});
