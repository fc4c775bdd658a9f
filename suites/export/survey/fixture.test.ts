import { describe, expect, it } from 'vitest';
import { conversionOf } from './conversions.js';
import { isServedAs } from './fixture.js';

describe('a value that was loaded (EXP-DATA-1)', () => {
  it.each([
    ['a number as a text of another form', 10.5, '10.50'],
    ['null as an empty text', null, ''],
    ['null as a missing member', null, undefined],
    ['1 as true, in the type of a driver', 1, true],
    ['false as 0, in the type of a driver', false, 0],
    ['a date as an instant', '2024-01-31', '2024-01-31T00:00:00.000Z'],
    ['an instant with another offset', '2024-01-31 10:00:00', '2024-01-31T12:00:00+02:00'],
  ])('may be served as %s', (_, loaded, served) => {
    expect(isServedAs(loaded, served)).toBe(true);
  });

  it.each([
    ['another number', -1, 0],
    ['an empty text for a number', 0, ''],
    ['true for 2', 2, true],
    ['0 for null', null, 0],
    ['a text of other characters', 'Caf\u0065\u0301', 'Caf\u00e9'],
    ['the day before', '2024-01-31', '2024-01-30T23:00:00.000Z'],
    ['a text in other letters', 'Red', 'red'],
  ])('must not be served as %s', (_, loaded, served) => {
    expect(isServedAs(loaded, served)).toBe(false);
  });
});

/** A value as it was loaded, and as it was served. */
type Cells = readonly [loaded: unknown, served: unknown];

describe('the change of a column', () => {
  const named = (...cells: readonly Cells[]) =>
    conversionOf(
      cells.map(([loaded, served]) => ({ loaded, served })),
      isServedAs,
    );

  it.each([
    ['negative numbers come as 0', [-1, 0], [5, 5]],
    ['null comes as 0', [null, 0], [5, 5]],
    ['numbers come rounded to integers', [1.6, 2], [1.2, 1]],
    ['texts come in lower case', ['Red', 'red'], ['blue', 'blue']],
    ['texts come escaped for HTML', ['a & b', 'a &amp; b'], ['c', 'c']],
    ['texts come cut to 4 characters', ['silver', 'silv'], ['copper', 'copp']],
  ] satisfies readonly (readonly [string, Cells, Cells])[])('is named: %s', (words, one, other) => {
    expect(named(one, other)).toBe(words);
  });

  it('is not named if it would change a value that is right', () => {
    expect(named([-1, 0], [-2, -2])).toBeUndefined();
    expect(named(['Red', 'red'], ['Blue', 'Blue'])).toBeUndefined();
  });
});
