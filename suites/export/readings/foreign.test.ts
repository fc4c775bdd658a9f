import { expect, it } from 'vitest';
import { type Filter, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS } from '../../../tests/export/exchange-of.js';
import { foreignReadings } from './foreign.js';

const groups = (mode: Filter['mode']): ProductsQuestion => ({
  filter: {
    mode,
    groups: [
      { criteria: [where('id', '=', 1)] },
      { criteria: [where('name', 'LIKE', '%'), where('id', '=', 2)] },
    ],
  },
});
const foreign = { id: 9_001, name: 'of another destination' };
const alternatives = listOf(groups('OR'), [...RECORDS.slice(0, 2), foreign]);

it('names records that are not in the whole list, and where they come', () => {
  const [reading] = foreignReadings([alternatives], KNOWN);
  expect(reading?.sentence).toBe(
    'records come together with several groups and mode OR that the whole list of the destination does not contain',
  );
  expect(reading?.response?.(alternatives, KNOWN)).toBe(true);
  expect(reading?.touches(groups('AND'))).toBe(false);
});

it('counts them if the page has no room for them', () => {
  const [reading] = foreignReadings([alternatives], KNOWN);
  const counted = listOf({ ...groups('OR'), limit: 1 }, RECORDS.slice(0, 1), {
    total: 5,
    limit: 1,
  });
  const right = listOf({ ...groups('OR'), limit: 1 }, RECORDS.slice(0, 1), { total: 2 });
  expect(reading?.response?.(counted, KNOWN)).toBe(true);
  expect(reading?.response?.(right, KNOWN)).toBeUndefined();
});

it('says nothing of a record of the list with another value, unless both come', () => {
  const [first = {}] = RECORDS;
  const changed = { ...first, name: 'changed' };
  expect(foreignReadings([listOf(groups('OR'), [changed])], KNOWN)).toEqual([]);
  expect(foreignReadings([listOf(groups('OR'), [first, changed])], KNOWN)).not.toEqual([]);
});

it('says nothing where only a range of keys is known', () => {
  const survey = { ...KNOWN.survey, keyRange: [where('id', '>=', 1), where('id', '<=', 5)] };
  expect(foreignReadings([alternatives], { ...KNOWN, survey })).toEqual([]);
});

it('predicts the whole list beside matching records of others', () => {
  const reading = foreignReadings([alternatives], KNOWN).find(
    ({ id }) => id === 'foreign.or-destination',
  );
  const all = listOf(groups('OR'), RECORDS, { total: 9, limit: DEFAULT_LIMIT, offset: 0 });
  const few = listOf(groups('OR'), RECORDS.slice(0, 2), {
    total: 2,
    limit: DEFAULT_LIMIT,
    offset: 0,
  });
  expect(reading?.response?.(all, KNOWN)).toBe(true);
  expect(reading?.response?.(few, KNOWN)).toBe(false);
});

it('names a route all of whose lists have other records', () => {
  const others = [foreign, { ...foreign, id: 9_002 }];
  const legacy = [{}, { limit: 2 }, { orderBy: 'id' }].map((more) =>
    listOf({ route: 'legacy', ...more }, others),
  );
  const [reading] = foreignReadings(legacy, KNOWN);
  expect(reading?.sentence).toBe(
    'other records come on the legacy route than in the list of the v2 route',
  );
  expect(reading?.touches({})).toBe(false);
  const own = listOf({ route: 'legacy', offset: 1 }, RECORDS.slice(1));
  const sentences = foreignReadings([...legacy, own], KNOWN).map(({ sentence }) => sentence);
  expect(sentences).not.toContain(reading?.sentence);
});

it('names mode OR of the whole filter, even with a single group', () => {
  const single: ProductsQuestion = {
    filter: { mode: 'OR', groups: [{ criteria: [where('id', '=', 1)] }] },
  };
  const exchange = listOf(single, [...RECORDS.slice(0, 1), foreign]);
  const [, reading] = foreignReadings([exchange], KNOWN);
  expect(reading?.sentence).toBe(
    'records come together with `mode=OR`, even with a single group, that the whole list of the destination does not contain',
  );
  expect(reading?.touches(single)).toBe(true);
  expect(reading?.response?.(exchange, KNOWN)).toBe(true);
});

it('names the route on which they come, in either direction', () => {
  const route = { column: 'color', value: 'red' };
  const ofPath = listOf({ route }, [...RECORDS.slice(0, 2), foreign]);
  const [reading] = foreignReadings([ofPath], KNOWN).filter(({ id }) => id.includes('filtered'));
  expect(reading?.sentence).toBe(
    'records come on the legacy filtered route that the whole list of the destination does not contain',
  );
  expect(reading?.touches({})).toBe(false);
  const destination = { id: 4, token: 'other-token' };
  const mixed = listOf({ route, destination }, [foreign, ...RECORDS.slice(0, 1)]);
  const right = listOf({ route, destination }, [foreign]);
  expect(reading?.response?.(mixed, KNOWN)).toBe(true);
  expect(reading?.response?.(right, KNOWN)).toBeUndefined();
});
