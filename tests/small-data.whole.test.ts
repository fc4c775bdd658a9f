import { expect, it } from 'vitest';
import { variant } from '../src/reference/variants/index.js';
import { trial } from '../src/selftest/trial.js';
import { judgeChanged, only } from './gate/changed.js';

/** Ways of writing that data of one record does not teach. */
const WAYS = ['dialect.empty-is-404', 'dialect.comma-arrays', 'dialect.limit-clamped-at-100'];

it.each(WAYS)('accuses no target of one record in %s', async (way) => {
  const [one, other] = [variant('data.one').options, variant(way).options];
  const verdicts = await trial(
    { ...one, ...other, dialect: { ...one.dialect, ...other.dialect } },
    { wanted: (check) => check.interface === 'export', maxRequests: 250 },
  );
  expect(verdicts.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  expect(verdicts.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(60);
});

it('sends no lists on booleans if no other column shows how lists are written', async () => {
  const records = [true, false, true, false, true, true].map((sku) => ({ sku }));
  const verdicts = await trial(
    { records, dialect: { arrayEncodings: ['comma'] } },
    { fixture: false, wanted: (check) => check.id === 'export.filter.booleans' },
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['passed']);
});

it.each([
  ['one', 0.75],
  ['none', 0.5],
])('judges much of a destination of few records: data.%s', async (name, least) => {
  const { report, failed } = await judgeChanged(() => undefined, {
    reference: variant(`data.${name}`).options,
    wanted: only('export'),
    recordExchanges: false,
  });
  expect(failed).toEqual([]);
  expect(report.coverage.ratio).toBeGreaterThanOrEqual(least);
});
