import { expect, it } from 'vitest';
import { findingsOf } from './judged.js';

/** The sentences of the causes that findings name. */
const saidOf = (findings: Awaited<ReturnType<typeof findingsOf>>): readonly string[] =>
  findings.map(({ faults }) => faults.map(({ sentence }) => sentence).join(' / '));

it.each([
  ['export.like.like-ignores-case', /^`LIKE` .*case/],
  ['export.filter.at-least-is-above', '`>=` is evaluated as `>`'],
  ['export.filter.in-finds-parts', /^`IN` finds values that contain a value of the list/],
  ['export.modes.third-group-ignored', /ignores groups after the first 2$/],
  ['export.literals.brackets-removed', /brackets/],
  ['export.lists.default-limit-50', 'the default of `limit` is 50'],
  ['export.modes.offset-ignored-under-filters', '`offset` is ignored together with filters'],
  ['export.legacy.filters-ignored', /filters are ignored on the legacy route/],
])('names %s in one finding', async (id, sentence) => {
  const [said, ...others] = saidOf(await findingsOf('export', { defects: [id] }));
  expect(said).toMatch(sentence);
  expect(others).toEqual([]);
});

it('says what wrong requests have in common if no mistake is known', async () => {
  const [finding, ...others] = await findingsOf('export', {
    defects: ['export.arrange.sort-drops-ties'],
  });
  expect(finding).toMatchObject({ faults: [], common: '`orderBy`' });
  expect(others).toEqual([]);
});

it('keeps two faults apart', async () => {
  const ids = ['export.filter.not-in-is-in', 'export.lists.limit-ignored'];
  const said = saidOf(await findingsOf('export', { defects: ids }));
  expect(said.filter((one) => /`NOT IN`/.test(one))).toHaveLength(1);
  expect(said.filter((one) => /`limit`/.test(one)).length).toBeLessThanOrEqual(1);
  expect(said.filter((one) => /NOT IN.*limit|limit.*NOT IN/.test(one))).toEqual([]);
});

it('names what refused requests have in common', async () => {
  const found = await findingsOf('export', {
    behaviour: (healthy) => ({
      ...healthy,
      around: (handle) => (call) =>
        call.search.includes('orderBy=price')
          ? {
              status: 400,
              headers: { 'Content-Type': 'application/json' },
              body: '{"error":"no such order"}',
            }
          : handle(call),
    }),
  });
  expect(saidOf(found)).toEqual([
    'requests with an order by price get status 400 instead of products',
  ]);
});
