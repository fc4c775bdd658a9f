import { expect, it } from 'vitest';
import type { ReportedCheck } from '../schema/types.js';
import { skipReasons } from './skip-reasons.js';

const skipped = (cause: ReportedCheck['cause'], reason: string): ReportedCheck =>
  ({ verdict: 'skipped', cause, reason }) as ReportedCheck;

it('combines the checks that the budget left out, with the number of missing requests', () => {
  expect(
    skipReasons([
      skipped(
        'budget',
        'needs 2 requests, and the budget is used up; raise --max-requests or run --check a',
      ),
      skipped('configuration', 'needs export.fixture (EXPORT_FIXTURE)'),
      skipped('budget', 'needs 1 request, 0 are left; raise --max-requests or run --check b'),
      skipped('budget', 'all 145 requests are used; raise --max-requests'),
      skipped('configuration', 'needs export.fixture (EXPORT_FIXTURE)'),
    ]),
  ).toEqual([
    ['budget: they need 3 more requests; raise --max-requests', 2],
    ['configuration: needs export.fixture (EXPORT_FIXTURE)', 2],
    ['budget: all 145 requests are used; raise --max-requests', 1],
  ]);
});
