import { describe, expect, it } from 'vitest';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { readings } from './index.js';

/**
 * How a response to a criterion on the column `name` is judged if the server makes a mistake. The
 * records with these places come. The mistake is given by its sentence or its id.
 */
function judged(
  names: readonly string[],
  mistake: string,
  criterion: Criterion,
  ...places: readonly number[]
) {
  const records = names.map((name, id) => ({ id, name }));
  const known = knownOf(records);
  const exchange = listOf(
    { filter: only(criterion) },
    records.filter((_, at) => places.includes(at)),
  );
  const reading = readings
    .all([exchange], known)
    .find(({ id, sentence }) => id === mistake || sentence === mistake);
  return reading === undefined ? 'no such reading' : readings.judge(exchange, known, [reading]);
}

it('takes one character of a value as a wildcard, and the other as itself', () => {
  const verdict = (mistake: string, value: string, ...places: readonly number[]) =>
    judged(['50%', '50 pieces', '5_', '5a'], mistake, where('name', '=', value), ...places);
  const percent = '`=` takes % as a wildcard';
  expect(verdict(percent, '50%', 0, 1)).toBe('conforms');
  expect(verdict(percent, '50%', 0)).toBe('deviates');
  const underscore = '`=` takes _ as a wildcard';
  expect(verdict(underscore, '5_', 2, 3)).toBe('conforms');
  expect(verdict(percent, '5_', 2, 3)).toBe('deviates');
});

it('compares each value of a list as `=` compares its value', () => {
  const verdictOf = (mistake: string, criterion: Criterion, ...places: readonly number[]) =>
    judged(['Lamp', ' Lamp', 'lamp', 'Desk'], mistake, criterion, ...places);
  const everywhere =
    'each of `=`, `!=`, `IN` and `NOT IN` compares texts without blanks at their ends';
  expect(verdictOf(everywhere, where('name', '=', 'Lamp'), 0, 1)).toBe('conforms');
  expect(verdictOf(everywhere, where('name', 'IN', ['Lamp', 'Desk']), 0, 1, 3)).toBe('conforms');
  expect(verdictOf(everywhere, where('name', 'NOT IN', ['Lamp', 'Desk']), 2)).toBe('conforms');
  expect(verdictOf(everywhere, where('name', 'IN', ['Lamp', 'Desk']), 0, 3)).toBe('deviates');
  const ofLists = 'each of `IN` and `NOT IN` compares texts without blanks at their ends';
  expect(verdictOf(ofLists, where('name', 'IN', ['Lamp']), 0, 1)).toBe('conforms');
  expect(verdictOf(ofLists, where('name', '=', 'Lamp'), 0, 1)).toBe('deviates');
});

it('changes the patterns of one operator and of its negation', () => {
  const mistake = 'with `LIKE` and `NOT LIKE` the server removes blanks at the ends of a value';
  const verdictOf = (criterion: Criterion, ...places: readonly number[]) =>
    judged(['Lamp', 'Bench', 'Desk'], mistake, criterion, ...places);
  expect(verdictOf(where('name', 'LIKE', ' D%'), 2)).toBe('conforms');
  expect(verdictOf(where('name', 'NOT LIKE', ' D%'), 0, 1)).toBe('conforms');
  expect(verdictOf(where('name', 'ILIKE', ' D%'), 2)).toBe('deviates');
});

it('leaves open what a mistake adds to a pattern that ends with a backslash', () => {
  const mistake = 'operators.patterns.is-not-anchored-at-the-end';
  const verdictOf = (value: string, ...places: readonly number[]) =>
    judged(['a\\', 'a\\b'], mistake, where('name', 'LIKE', value), ...places);
  expect([verdictOf('a\\', 0), verdictOf('a\\', 0, 1)]).not.toContain('deviates');
  expect(verdictOf('a', 0)).toBe('deviates');
  expect(verdictOf('a', 0, 1)).toBe('conforms');
});

describe('operators that are lost together', () => {
  const verdictOf = (mistake: string, criterion: Criterion, ...places: readonly number[]) =>
    judged(['Lamp', 'Bench', 'Desk'], mistake, criterion, ...places);

  it('are ignored, or match every record or none', () => {
    const between = where('id', 'NOT BETWEEN', [1, 2]);
    const all = [0, 1, 2];
    expect(
      verdictOf('criteria with `BETWEEN` and `NOT BETWEEN` are ignored', between, ...all),
    ).toBe('conforms');
    expect(verdictOf('`BETWEEN` and `NOT BETWEEN` match every record', between, ...all)).toBe(
      'conforms',
    );
    expect(verdictOf('`BETWEEN` and `NOT BETWEEN` match nothing', between)).toBe('conforms');
    expect(verdictOf('`BETWEEN` and `NOT BETWEEN` match nothing', between, 0)).toBe('deviates');
    expect(verdictOf('`BETWEEN` and `NOT BETWEEN` match nothing', where('id', '>', 0), 1, 2)).toBe(
      'conforms',
    );
  });
});

it('names after how many values a list is cut, as the records show', () => {
  const names = Array.from({ length: 9 }, (_, at) => `Lamp ${at}`);
  const listed = (count: number) => {
    const records = names.map((name, id) => ({ id, name }));
    const question = { filter: only(where('name', 'IN', names.slice(0, count))) };
    return listOf(question, records.slice(0, Math.min(count, 7)));
  };
  const known = knownOf(names.map((name, id) => ({ id, name })));
  const found = readings.all([listed(8), listed(9)], known);
  const reading = found.find(({ sentence }) => sentence === 'a list is cut after 7 values');
  const verdictOf = (count: number) => reading && readings.judge(listed(count), known, [reading]);
  expect([verdictOf(7), verdictOf(8), verdictOf(9)]).toEqual(['conforms', 'conforms', 'conforms']);
  expect(found.some(({ sentence }) => sentence === 'a list is cut after 8 values')).toBe(false);
});
