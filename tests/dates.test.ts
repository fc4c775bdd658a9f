import { expect, it } from 'vitest';
import { defaultRecords } from '../src/reference/dataset/index.js';
import { operator } from '../src/reference/defects/export/change.js';
import type { ReferenceOptions } from '../src/reference/index.js';
import { type TrialOptions, trial } from '../src/selftest/trial.js';

const DAYS = ['2021-03-01', '2021-03-02', '2021-11-30', '2024-02-29'];
const records = (suffix: string) =>
  defaultRecords()
    .slice(0, 90)
    .map((record, row) => ({
      ...record,
      released: row % 8 === 0 ? null : `${DAYS[row % 4]}${suffix}`,
    }));

/** A date compared by its beginning, as careless queries do. */
const byBeginning = (length: number) =>
  operator(
    '=',
    (healthy, { LIKE }) =>
      (column, [value = '']) =>
        column.name === 'released'
          ? LIKE(column, [`${value.slice(0, length)}%`])
          : healthy(column, [value]),
  );

const algebra: TrialOptions = { wanted: ({ id }) => id === 'export.filter.algebra' };
const verdictOn = async (options: ReferenceOptions): Promise<string | undefined> => {
  const [event] = await trial(options, { ...algebra, fixture: false });
  return event?.verdict === 'failed' ? event.expected : event?.verdict;
};

it.each([
  ['its year', '', 4],
  ['its month', 'T10:00:00Z', 7],
])('a date equal to all of %s is told', async (_, suffix, length) => {
  expect(await verdictOn({ records: records(suffix), behaviour: byBeginning(length) })).toMatch(
    /^= matches only equal dates on released, so that \d+ .*must be/,
  );
});

it('a time compared by its day is told', async () => {
  const byDay = operator(
    '>',
    (healthy) =>
      (column, [value = '']) =>
        healthy(column, [column.name === 'released' ? `${value.slice(0, 10)}T99` : value]),
  );
  const hours = records('').map(({ released, ...record }, row) => ({
    ...record,
    released: released === null ? null : `${released}T${10 + (row % 3)}:00:00Z`,
  }));
  expect(await verdictOn({ records: hours, behaviour: byDay })).toMatch(
    /^> matches all later dates on released, so that \d+ .*must be/,
  );
  expect(await verdictOn({ records: hours })).toBe('passed');
});

it('a range of times that takes whole days is told', async () => {
  const ofDays = operator(
    'BETWEEN',
    (healthy) =>
      (column, [low = '', high = '']) =>
        healthy(
          column,
          column.name === 'released' ? [low.slice(0, 10), `${high.slice(0, 10)}T99`] : [low, high],
        ),
  );
  const hours = records('').map(({ released, ...record }, row) => ({
    ...record,
    released: released === null ? null : `${released}T${10 + (row % 3)}:00:00Z`,
  }));
  expect(await verdictOn({ records: hours, behaviour: ofDays })).toMatch(
    /^BETWEEN matches the dates between its bounds on released, so that \d+ .*must be/,
  );
});

it.each(['', 'T10:00:00Z', ' 10:00:00'])(
  'dates that end with %j are equal to themselves',
  async (suffix) => {
    expect(await verdictOn({ records: records(suffix) })).toBe('passed');
  },
);
