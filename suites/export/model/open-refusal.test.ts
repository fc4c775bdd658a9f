import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { KNOWN, knownOf, responseTo } from '../../../tests/export/exchange-of.js';
import { isOpenRefusal } from './open-refusal.js';

const { answer } = responseTo({}, { status: 400 });

/** Whether a refusal is open of a filter for values of `price`, where all prices are `prices`. */
const isOpen = (value: number | string | readonly string[], prices = [10, 20, 30]): boolean => {
  const known = knownOf(prices.map((price, at) => ({ id: at + 1, price })));
  const operator = typeof value === 'object' ? 'IN' : '=';
  return isOpenRefusal(answer, { filter: only(where('price', operator, value)) }, known);
};

describe('a refused filter of numbers', () => {
  it('is open for a fraction in a column of whole numbers', () => {
    expect(isOpen('10.5')).toBe(true);
    expect(isOpen(10.5)).toBe(true);
    expect(isOpen(['10', '10.5'])).toBe(true);
  });

  it('is not open for a whole number, nor for a fraction where prices have decimals', () => {
    expect(isOpen('0')).toBe(false);
    expect(isOpen('10.0')).toBe(false);
    expect(isOpen('10.5', [10, 20.25])).toBe(false);
  });

  it('is open for a number above 32 bits, an empty value and a long list', () => {
    expect(isOpen(2 ** 31)).toBe(true);
    expect(isOpen('')).toBe(true);
    expect(isOpen(Array.from({ length: 17 }, (_, at) => String(at)))).toBe(true);
    expect(isOpen(Array.from({ length: 16 }, (_, at) => String(at)))).toBe(false);
  });
});

it('is not open for a server error, nor for a plain list', () => {
  const filter = only(where('price', '=', '10.5'));
  const { answer: failed } = responseTo({}, { status: 500 });
  expect(isOpenRefusal(failed, { filter }, KNOWN)).toBe(false);
  expect(isOpenRefusal(answer, {}, KNOWN)).toBe(false);
});
