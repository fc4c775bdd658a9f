import { expect, it } from 'vitest';
import { PlainList, type PlainPage } from './plain-list.js';

const names = Array.from({ length: 140 }, (_, index) => `record ${index}`);

/** A page of a list of 140 records, from a target that uses both parameters. */
const page = (offset: number, limit: number): PlainPage => ({
  offset,
  limit,
  names: names.slice(offset, offset + limit),
  total: 140,
});

it('returns the records of a window that pages show', () => {
  const list = new PlainList([page(0, 100), page(90, 50)]);
  expect(list.at({ offset: 95, limit: 10 })).toEqual(names.slice(95, 105));
  expect(list.at({ offset: 130, limit: 100 })).toEqual(names.slice(130));
  expect(list.at({ offset: 200, limit: 100 })).toEqual([]);
});

it('returns nothing for a window that no page shows, or without a total', () => {
  expect(new PlainList([page(0, 100)]).at({ offset: 95, limit: 10 })).toBeUndefined();
  const withoutTotal = { ...page(0, 100), total: undefined };
  expect(new PlainList([withoutTotal]).at({ offset: 0, limit: 10 })).toBeUndefined();
});

it('returns nothing if pages contradict each other', () => {
  const other = { ...page(0, 100), names: names.toReversed().slice(0, 100) };
  expect(new PlainList([page(0, 100), other]).at({ offset: 0, limit: 10 })).toBeUndefined();
});

it('recognizes that offset is ignored, and returns the beginning', () => {
  const wrong = (offset: number): PlainPage => ({ ...page(0, 20), offset });
  const list = new PlainList([page(0, 100), wrong(20), wrong(40)]);
  expect(list.ignoresOffset).toBe(true);
  expect(list.at({ offset: 40, limit: 5 })).toEqual(names.slice(0, 5));
  expect(new PlainList([page(0, 100), page(20, 20), wrong(40)]).ignoresOffset).toBe(false);
});

it('recognizes that limit is ignored, and returns as many records as without one', () => {
  const wrong = (limit: number): PlainPage => ({ ...page(0, 100), limit });
  const list = new PlainList([page(0, 100), wrong(10), wrong(3)]);
  expect(list.ignoresLimit).toBe(true);
  expect(list.at({ offset: 0, limit: 10 })).toEqual(names.slice(0, 100));
  expect(new PlainList([page(0, 100), wrong(10), page(0, 3)]).ignoresLimit).toBe(false);
});
