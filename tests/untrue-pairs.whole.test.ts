import { expect, it } from 'vitest';
import { tryFindings } from '../bench/untrue-trial.js';
import { defect } from '../src/reference/defects/index.js';

/**
 * In each pair, one defect makes a response show something wrong about the target, which was once
 * believed. Random pairs are in `untrue.whole.test.ts`, which runs nightly.
 */
const PAIRS = [
  ['export.lists.total-of-the-page', 'export.interaction.cached-without-query'],
  ['export.lists.limit-capped-but-echoed', 'export.negotiation.json-api-never'],
  ['export.lists.limit-capped-at-25', 'export.negotiation.json-api-never'],
  ['export.like.like-ignores-case', 'export.missing.patterns-ignored'],
  ['export.like.equals-folds-case-in-or-groups', 'export.filter.not-equals-keeps-all'],
  ['export.lists.first-record-on-every-page', 'export.routes.legacy-lacks-a-column'],
  ['export.modes.total-ignores-filters', 'export.negotiation.json-api-prices-cut'],
] as const;

it.each(PAIRS)('learns nothing from what does not show it: %s and %s', async (...ids) => {
  const { failed, untrue } = await tryFindings(ids.map(defect), { seed: 1 });
  expect(untrue).toEqual([]);
  expect(failed).toBeGreaterThan(0);
});
