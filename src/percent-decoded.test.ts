import { expect, it } from 'vitest';
import { percentDecoded } from './percent-decoded.js';

it('decodes escapes as UTF-8', () => {
  expect(percentDecoded('%C3%BC%20%2F')).toBe('ü /');
});

it.each(['%zz', '100 %', '%FC'])('returns %s unchanged, because an escape is invalid', (text) => {
  expect(percentDecoded(text)).toBe(text);
});
