import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { KNOWN } from '../../../tests/export/exchange-of.js';
import { withTypedValues } from './typed.js';

it('converts the values of a column of numbers, and no others', () => {
  const filter = only(
    where('price', 'IN', ['10', '1e1', 20]),
    where('price', '=', '30'),
    where('name', '=', '10'),
  );
  expect(withTypedValues({ filter, limit: 5 }, KNOWN)).toEqual({
    filter: only(
      where('price', 'IN', [10, '1e1', 20]),
      where('price', '=', 30),
      where('name', '=', '10'),
    ),
    limit: 5,
  });
});

it('returns the same object each time, and the question itself if nothing changes', () => {
  const text = { filter: only(where('name', '=', '10'), where('price', '>', 10)) };
  const typed = { filter: only(where('price', '=', '10')) };
  expect(withTypedValues(text, KNOWN)).toBe(text);
  expect(withTypedValues(typed, KNOWN)).not.toBe(typed);
  expect(withTypedValues(typed, KNOWN)).toBe(withTypedValues(typed, KNOWN));
  expect(withTypedValues(typed, undefined)).toBe(typed);
});
