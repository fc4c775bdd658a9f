import { describe, expect, it } from 'vitest';
import { responseTo } from '../../tests/export/exchange-of.js';
import { root } from './root.js';

const ROOT = { route: 'root' } as const;
const HTML = { headers: [['Content-Type', 'text/html; charset=utf-8']] as const };

describe('EXP-ROOT-1', () => {
  const { rule } = root['EXP-ROOT-1'];

  it('holds for status 200', () => {
    expect(rule(responseTo(ROOT))).toBe('holds');
  });

  it('is violated by another status', () => {
    expect(rule(responseTo(ROOT, { status: 404 }))).toMatchObject({ expected: 'status 200' });
  });

  it('returns nothing for a request with a token, or for products', () => {
    expect(rule(responseTo({ ...ROOT, token: 'x' }, { status: 404 }))).toBeUndefined();
    expect(rule(responseTo({}, { status: 404 }))).toBeUndefined();
  });
});

describe('EXP-ROOT-2', () => {
  const { rule } = root['EXP-ROOT-2'];

  it('holds for a greeting in HTML', () => {
    expect(rule(responseTo(ROOT, { ...HTML, body: 'Welcome' }))).toBe('holds');
  });

  it.each([
    [
      'another media type',
      responseTo(ROOT, { body: 'Welcome' }),
      'media type text/html',
      'the media type is application/vnd.api+json; it must be text/html',
    ],
    [
      'an empty body',
      responseTo(ROOT, { ...HTML, body: ' ' }),
      'a greeting',
      'the body is empty; it must be a greeting',
    ],
  ])('is violated by %s', (_, exchange, expected, sentence) => {
    expect(rule(exchange)).toMatchObject({ expected, sentence });
  });

  it('returns nothing for another status', () => {
    expect(rule(responseTo(ROOT, { status: 500 }))).toBeUndefined();
  });
});
