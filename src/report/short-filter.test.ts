import { describe, expect, it } from 'vitest';
import { shortFilter } from './short-filter.js';

const criteria = (count: number, between: string): string =>
  Array.from({ length: count }, (_, at) => `stock = ${1000 + at}`).join(between);

describe('the description of a filter', () => {
  it('stays as it is if it is short', () => {
    expect(shortFilter('price > 9 AND name = "a OR b"')).toBe('price > 9 AND name = "a OR b"');
  });

  it('keeps the first value of a long list', () => {
    const values = Array.from({ length: 40 }, (_, at) => `"value, ${at}]"`).join();
    expect(shortFilter(`note IN [${values}] AND price > 9`)).toBe(
      'note IN ["value, 0]", … 39 more] AND price > 9',
    );
  });

  it('keeps the first and the last of many criteria', () => {
    expect(shortFilter(criteria(40, ' OR '))).toBe(
      'stock = 1000 OR stock = 1001 OR stock = 1002 … (36 more criteria) … OR stock = 1039',
    );
  });

  it('does not take words within a text for operators', () => {
    const text = `note = "${'a OR b '.repeat(8)}" OR ${criteria(12, ' AND ')}`;
    expect(shortFilter(text)).toBe(
      `note = "${'a OR b '.repeat(8)}" OR stock = 1000 AND stock = 1001 … (9 more criteria) … AND stock = 1011`,
    );
  });

  it('keeps both ends of a single long criterion, without half a character', () => {
    const short = shortFilter(`note = "${'\u{1f600}'.repeat(150)}" end`);
    expect(short).toMatch(/^note = "\u{1f600}+…\u{1f600}+" end$/u);
    expect(short.isWellFormed()).toBe(true);
  });
});
