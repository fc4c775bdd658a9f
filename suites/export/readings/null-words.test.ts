import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS } from '../../../tests/export/exchange-of.js';
import { readingsBy } from './judge.js';
import { nullWordReadings } from './null-words.js';

const readings = readingsBy(() => nullWordReadings);

const names = ['null', 'anvil'];
const among: ProductsQuestion = { filter: only(where('name', 'IN', names)) };
const others: ProductsQuestion = { filter: only(where('name', 'NOT IN', names)) };
const none = (question: ProductsQuestion) => listOf(question, [], { total: 0 });
const anvils = RECORDS.filter(({ name }) => name === 'anvil');

it('names a text in a list that is taken for null, with which NOT IN matches nothing', () => {
  const emptied = none(others);
  const sentence =
    'with `IN` and `NOT IN` the server takes the text `null` for null, which equals nothing';
  const reading = readings.all([emptied], KNOWN).find((one) => one.sentence === sentence);
  if (reading === undefined) throw new Error('There is no such reading');
  expect(readings.judge(emptied, KNOWN, [reading])).toBe('conforms');
  expect(readings.judge(none(among), KNOWN, [reading])).toBe('deviates');
  expect(readings.judge(listOf(among, anvils), KNOWN, [reading])).toBe('conforms');
  expect(readings.touches(reading, none({ filter: only(where('name', '=', 'null')) }), KNOWN)).toBe(
    false,
  );
});

it('names it in the path of the legacy filtered route', () => {
  const path: ProductsQuestion = { route: { column: 'name', value: 'null,anvil' } };
  const sentence =
    'with the legacy filtered route the server takes the text `null` for null, which equals nothing';
  const [reading] = readings.all([none(path)], KNOWN).filter((one) => one.sentence === sentence);
  expect(reading && readings.touches(reading, none(path), KNOWN)).toBe(true);
  expect(reading && readings.touches(reading, none(others), KNOWN)).toBe(false);
});
