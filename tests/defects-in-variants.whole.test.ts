import { expect, it } from 'vitest';
import { defect } from '../src/reference/defects/index.js';
import { variant } from '../src/reference/variants/index.js';
import { trial } from '../src/selftest/trial.js';

/**
 * Conforming ways and data in which a defect is harder to see than in the reference server as it
 * comes.
 */
const PAIRS = [
  ['platform.last-entity-lost', 'platform.large-limits-refused'],
  ['platform.cursor-inclusive', 'platform.large-limits-cut'],
  ['platform.never-ends', 'platform.first-of-next-and-last-id'],
  ['export.auth.format-not-checked-on-legacy', 'data.no-plain-values'],
  ['export.modes.order-ignored-under-filters', 'data.in-order-of-ids'],
  ['export.modes.offset-ignored-under-filters', 'data.ids-as-text'],
  ['export.legacy.path-order-ignored', 'data.ids-repeated'],
  ['export.legacy.path-finds-beginnings', 'data.in-order-of-ids'],
  ['export.arrange.sort-drops-nulls', 'dialect.limit-clamped-at-100'],
  ['export.arrange.sort-repeats-the-first', 'dialect.limit-refused-above-100'],
  ['export.arrange.group-drops-single-records', 'dialect.limit-clamped-at-100'],
  ['export.filter.is-swapped', 'dialect.nulls-as-empty-text'],
  ['export.filter.equals-cuts-numbers', 'dialect.numbers-as-text'],
  // What is a warning in every response hides no failure.
  ['export.missing.legacy-is-400', 'dialect.numbers-as-text'],
  ['export.routes.legacy-serves-other-data', 'dialect.numbers-as-text'],
  ['export.filter.at-least-is-above', 'data.one'],
  ['export.modes.default-group-mode-or', 'data.one'],
  ['export.legacy.path-comma-is-a-character', 'data.one'],
  ['export.negotiation.json-api-prices-cut', 'data.one'],
  ['export.lists.limit-echoes-the-count', 'data.one'],
  ['export.lists.limit-echoes-the-count', 'data.none'],
  ['export.lists.limit-echoes-the-default', 'data.none'],
  ['export.auth.header-chooses-the-data', 'data.none'],
  ['export.routes.legacy-serves-other-data', 'data.none'],
  ['export.interaction.offset-needs-limit', 'data.beyond-the-snapshot'],
  ['export.interaction.total-ignores-filters-with-offset', 'data.beyond-the-snapshot'],
] as const;

it.each(PAIRS)('catches %s in %s', async (id, way) => {
  const { clause } = defect(id);
  const verdicts = await trial(
    { ...variant(way).options, defects: [id] },
    { wanted: (check) => check.clauses.includes(clause), fixture: false },
  );
  expect(verdicts.map(({ verdict }) => verdict)).toContain('failed');
});
