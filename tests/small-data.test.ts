import { expect, it } from 'vitest';
import { trial } from '../src/cli/selftest/trial.js';
import { variant } from '../src/reference/variants/index.js';

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
