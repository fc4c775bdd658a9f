import { expect, it } from 'vitest';
import { defaultRecords } from '../src/reference/index.js';
import { trial } from '../src/selftest/trial.js';

/** What contradicts itself about the list, the one check that says so, and its two numbers. */
const CONTRADICTIONS = [
  [
    'export.lists.window-of-joined-rows',
    'export.list.window',
    '240 of 240 records for limit=240',
    '120',
  ],
  [
    'export.lists.limit-of-joined-rows',
    'export.list.window',
    '240 of 240 records for limit=240',
    '120',
  ],
  [
    'export.lists.limit-capped-at-25',
    'export.list.window',
    '100 of 240 records for limit=100',
    '25',
  ],
  ['export.lists.limit-capped-but-echoed', 'export.list.window', '240 records (limit 1000)', '200'],
  [
    'export.lists.last-record-lost',
    'export.list.window',
    '240 of 240 records for limit=1000',
    '239',
  ],
  [
    'export.lists.default-page-short',
    'export.list.defaults',
    '100 of 240 records for the default limit',
    '56',
  ],
  [
    'export.lists.total-of-joined-rows',
    'export.list.total',
    'meta.total 240, the number of records on the pages',
    '480',
  ],
  [
    'export.lists.total-of-the-page',
    'export.list.total',
    'the same meta.total for every page of the list',
    '100 for the first page and 240 for limit=1000',
  ],
  ['export.lists.total-capped-at-100', 'export.list.total', 'meta.total of at least 240', '100'],
  [
    'export.lists.total-of-the-rest',
    'export.list.total',
    'meta.total 240, as without offset, for limit 1, offset 1',
    '239',
  ],
  [
    'export.modes.total-ignores-filters',
    'export.list.total',
    'meta.total 1, the number of records that came, for',
    '240',
  ],
  [
    'export.modes.first-operator-last-value',
    'export.filter.group-default',
    'the records of each criterion alone',
    'nothing for',
  ],
] as const;

it.each(CONTRADICTIONS)(
  '%s is one finding, with both numbers',
  async (id, check, expected, actual) => {
    const verdicts = await trial(
      { records: defaultRecords().slice(0, 240), defects: [id] },
      { inProcess: true, fixture: false, wanted: ({ interface: name }) => name === 'export' },
    );
    const failed = verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
    expect(
      failed.map((one) => [
        one.check,
        one.expected?.includes(expected),
        one.actual?.startsWith(actual),
      ]),
    ).toEqual([[check, true, true]]);
    expect(verdicts.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
  },
);

it('skips what rests on a list whose answers contradict each other, and says why', async () => {
  const verdicts = await trial(
    { defects: ['export.lists.total-of-joined-rows'] },
    { inProcess: true, fixture: false, wanted: ({ interface: name }) => name === 'export' },
  );
  const skipped = verdicts.filter(
    ({ verdict, cause }) => verdict === 'skipped' && cause === 'prerequisite',
  );
  expect(skipped.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['export.filter.algebra', 'export.filter.equal', 'export.sort.order']),
  );
  expect(new Set(skipped.map(({ reason }) => reason?.includes('(EXP-LIST-7)')))).toEqual(
    new Set([true]),
  );
});

it('judges the records that a filter brings, whatever the total is', async () => {
  const verdicts = await trial(
    { defects: ['export.lists.total-of-joined-rows', 'export.filter.above-is-at-least'] },
    { inProcess: true, fixture: false, wanted: ({ interface: name }) => name === 'export' },
  );
  const failed = verdicts.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check);
  expect(failed).toEqual(expect.arrayContaining(['export.list.total', 'export.filter.greater']));
});

it('names records of another destination, whatever route they come on', async () => {
  const verdicts = await trial(
    { defects: ['export.routes.legacy-serves-other-data'] },
    {
      inProcess: true,
      wanted: ({ clauses }) => clauses.includes('EXP-AUTH-4') || clauses.includes('EXP-AUTH-8'),
    },
  );
  const [found] = verdicts.filter(({ check }) => check === 'export.auth.other-destination');
  expect(found).toMatchObject({
    verdict: 'failed',
    expected: expect.stringMatching(/^no records of destination \d+/),
  });
});
