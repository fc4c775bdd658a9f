import { expect, it } from 'vitest';
import { runSuites } from '../src/harness/index.js';
import type { VerdictEvent } from '../src/ledger/index.js';
import { products } from '../src/reference/dataset/index.js';
import { defect } from '../src/reference/defects/index.js';
import { type ReferenceOptions, startReference } from '../src/reference/index.js';
import { variant } from '../src/reference/variants/index.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';

/** What the checks of a clause say of a target whose data is too large for a snapshot. */
async function judged(
  options: ReferenceOptions,
  clause?: string,
  maxRequests?: number,
): Promise<readonly VerdictEvent[]> {
  const clock = virtualClock();
  const server = await startReference({ clock: clock.now, ...options });
  try {
    const { export: settings, ...others } = server.target;
    if (settings === undefined) throw new Error('the reference server has an export API');
    const target = targetFrom({ ...others, export: { ...settings, snapshot: 150 } }, 'reference');
    const verdicts = new Map<string, VerdictEvent>();
    await runSuites(suites, target, {
      clock,
      toolVersion: 'test',
      maxRequests,
      wanted: (check) =>
        check.interface === 'export' && (clause === undefined || check.clauses.includes(clause)),
      record: (event) => event.type === 'verdict' && verdicts.set(event.check, event),
    });
    return [...verdicts.values()];
  } finally {
    await server.close();
  }
}

/** What only an exact evaluation shows, or an order that is known. */
const DEFECTS = [
  'export.filter.at-least-is-above',
  'export.filter.between-excludes-high',
  'export.filter.in-two-at-most',
  'export.filter.is-not-drops-empty-text',
  'export.like.open-at-the-end',
  'export.modes.third-group-ignored',
  'export.modes.offset-ignored-under-filters',
  'export.modes.limit-ignored-under-filters',
  'export.modes.total-ignores-filters',
  'export.algebra.mixed-groups-take-and',
  'export.legacy.order-ignored',
  'export.legacy.path-offset-ignored',
  'export.legacy.path-last-part-only',
  'export.arrange.sort-after-paging',
  'export.arrange.sort-drops-nulls',
  'export.arrange.group-ignored',
  'export.arrange.group-drops-single-records',
  'export.arrange.group-cuts-numbers',
  'export.legacy.path-not-decoded',
  'export.legacy.filters-ignored-in-groups',
  'export.interaction.offset-needs-limit',
  'export.routes.legacy-lacks-the-last-record',
];

it.each(DEFECTS)('catches %s without a snapshot', async (id) => {
  const { clause } = defect(id);
  const verdicts = await judged({ defects: [id] }, clause, 300);
  expect(verdicts.map(({ verdict }) => verdict)).toContain('failed');
});

const VARIANTS = [
  'data.one-column',
  'data.ids-repeated',
  'dialect.limit-refused-above-100',
  'dialect.negations-keep-nulls',
  'dialect.case-ignored',
];

it.each(VARIANTS)('accuses no %s without a snapshot', async (id) => {
  const verdicts = await judged(variant(id).options, undefined, 250);
  expect(
    verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive'),
  ).toEqual([]);
  expect(verdicts.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(60);
});

it('judges every must clause about data without a snapshot, but for that of a fixture', async () => {
  const records = products(1000, 5).map((one, at) => ({
    ...one,
    active: at % 5 === 0 ? null : at % 3 === 0,
  }));
  const verdicts = await judged({ records });
  const skipped = verdicts.filter(
    ({ verdict, level }) => verdict === 'skipped' && level === 'must',
  );
  expect(skipped.map(({ check }) => check)).toEqual(['export.data.fixture']);
});
