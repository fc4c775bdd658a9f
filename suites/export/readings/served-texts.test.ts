import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { sqlComparison } from '../model/oracle/criterion.js';
import { readingsBy } from './judge.js';
import { servedTextReadings, withSameEffect } from './served-texts.js';
import { valueReadings } from './values.js';

/** What the readings of a text predict for a filter: which of the records come. */
function predicted(id: string, names: readonly string[], value: string, ...ids: readonly number[]) {
  const records = names.map((name, at) => ({ id: at, name }));
  const known = knownOf(records, { comparisonRules: sqlComparison });
  const page = records.filter((record) => ids.includes(record.id));
  const meta = { total: page.length, limit: DEFAULT_LIMIT, offset: 0 };
  const exchange = listOf({ filter: only(where('name', '=', value)) }, page, meta);
  const readings = servedTextReadings(known).filter((one) => one.id === `served.${id}`);
  const { judge } = readingsBy(() => readings);
  return new Set(readings.map((one) => judge(exchange, known, [one])));
}

it('predicts that a filter finds the text before it was escaped', () => {
  const names = ['a &lt; b', 'Lamp'];
  expect(predicted('escaped', names, 'a < b', 0)).toEqual(new Set(['conforms']));
  expect(predicted('escaped', names, 'a &lt; b')).toEqual(new Set(['conforms']));
  expect(predicted('escaped', names, 'a &lt; b', 0)).toEqual(new Set(['deviates']));
});

it('predicts that a filter finds the text before it was encoded twice', () => {
  const names = ['CafÃ©', 'Lamp'];
  expect(predicted('encoded-twice', names, 'Café', 0)).toEqual(new Set(['conforms']));
  expect(predicted('encoded-twice', names, 'CafÃ©')).toEqual(new Set(['conforms']));
});

it('says nothing of data without such texts', () => {
  expect(predicted('escaped', ['a < b', 'Lamp'], 'Lamp', 1)).toEqual(new Set());
  expect(predicted('encoded-twice', ['Café', 'Lamp'], 'Lamp', 1)).toEqual(new Set());
});

it('is the same mistake as an escaped value, which has the same effect', () => {
  const mistakeOf = (names: readonly string[]) => {
    const known = knownOf(names.map((name, at) => ({ id: at, name })));
    const all = withSameEffect(valueReadings, servedTextReadings(known));
    return all.find(({ id }) => id === 'values.escape-and-of-a-value-for-html.equals')?.mistake;
  };
  expect(mistakeOf(['a &lt; b'])).toBe('served.escaped');
  expect(mistakeOf(['a < b', 'CafÃ©'])).toBe('rewrite escape `&` of a value for HTML');
});
