import { expect, it } from 'vitest';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { readings } from './index.js';

const RECORDS = ['50%', '50 pieces', '5_', '5a'].map((name, id) => ({ id, name }));
const KNOWN = knownOf(RECORDS);

/** Whether these records come for the criterion, if the server makes this mistake. */
function verdict(sentence: string, value: string, ...places: readonly number[]) {
  const filter = only(where('name', '=', value));
  const exchange = listOf(
    { filter },
    RECORDS.filter((_, at) => places.includes(at)),
  );
  const reading = readings.all([exchange], KNOWN).find((one) => one.sentence === sentence);
  return reading === undefined ? 'no such reading' : readings.judge(exchange, KNOWN, [reading]);
}

it('takes one character of a value as a wildcard, and the other as itself', () => {
  const percent = '`=` takes % as a wildcard';
  expect(verdict(percent, '50%', 0, 1)).toBe('conforms');
  expect(verdict(percent, '50%', 0)).toBe('deviates');
  const underscore = '`=` takes _ as a wildcard';
  expect(verdict(underscore, '5_', 2, 3)).toBe('conforms');
  expect(verdict(percent, '5_', 2, 3)).toBe('deviates');
});

it('compares each value of a list as `=` compares its value', () => {
  const records = ['Lamp', ' Lamp', 'lamp', 'Desk'].map((name, id) => ({ id, name }));
  const known = knownOf(records);
  const verdictOf = (sentence: string, criterion: Criterion, ...places: readonly number[]) => {
    const exchange = listOf(
      { filter: only(criterion) },
      records.filter((_, at) => places.includes(at)),
    );
    const reading = readings.all([exchange], known).find((one) => one.sentence === sentence);
    return reading && readings.judge(exchange, known, [reading]);
  };
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
  const records = ['Lamp', 'Bench', 'Desk'].map((name, id) => ({ id, name }));
  const known = knownOf(records);
  const sentence = 'with `LIKE` and `NOT LIKE` the server removes blanks at the ends of a value';
  const verdictOf = (criterion: Criterion, ...places: readonly number[]) => {
    const exchange = listOf(
      { filter: only(criterion) },
      records.filter((_, at) => places.includes(at)),
    );
    const reading = readings.all([exchange], known).find((one) => one.sentence === sentence);
    return reading && readings.judge(exchange, known, [reading]);
  };
  expect(verdictOf(where('name', 'LIKE', ' D%'), 2)).toBe('conforms');
  expect(verdictOf(where('name', 'NOT LIKE', ' D%'), 0, 1)).toBe('conforms');
  expect(verdictOf(where('name', 'ILIKE', ' D%'), 2)).toBe('deviates');
});

it('leaves open what a mistake adds to a pattern that ends with a backslash', () => {
  const records = ['a\\', 'a\\b'].map((name, id) => ({ id, name }));
  const known = knownOf(records);
  const judged = (value: string, ...places: readonly number[]) => {
    const exchange = listOf(
      { filter: only(where('name', 'LIKE', value)) },
      records.filter((_, at) => places.includes(at)),
    );
    const [reading] = readings
      .all([exchange], known)
      .filter(({ id }) => id === 'operators.patterns.is-not-anchored-at-the-end');
    return reading && readings.judge(exchange, known, [reading]);
  };
  expect([judged('a\\', 0), judged('a\\', 0, 1)]).not.toContain('deviates');
  expect(judged('a', 0)).toBe('deviates');
  expect(judged('a', 0, 1)).toBe('conforms');
});
