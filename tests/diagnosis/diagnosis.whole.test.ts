import { expect, it } from 'vitest';
import { defect } from '../../src/reference/defects/index.js';
import { findingsOf } from './judged.js';

it.each([
  ['export', 'export.like.like-ignores-case'],
  ['platform', 'platform.cursor-inclusive'],
  ['handover', 'handover.no-authorization-needed'],
])(
  'names a fault of the %s interface that it reproduces on other data, in one finding: %s',
  async (name, id) => {
    const found = await findingsOf(name, { defects: [id] });
    expect(found).toHaveLength(1);
    expect(found[0]?.faults.map((fault) => fault.id)).toContain(id);
    expect(found[0]?.faults[0]?.answers).toBeGreaterThan(0);
    expect(found[0]?.faults.length).toBeLessThanOrEqual(3);
    expect(found[0]?.clauses).toContain(defect(id).clause);
  },
);

it('keeps two faults apart', async () => {
  const ids = ['export.filter.not-in-is-in', 'export.lists.limit-ignored'];
  const named = (await findingsOf('export', { defects: ids })).map(({ faults }) =>
    faults.map(({ id }) => id),
  );
  for (const id of ids)
    expect(named.filter((group) => group.includes(id)).length).toBeLessThanOrEqual(1);
  expect(named.filter((group) => ids.every((id) => group.includes(id)))).toEqual([]);
  expect(named.length).toBeGreaterThan(1);
});

it('says nothing of a fault that no server of its own has', async () => {
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
  expect(found.length).toBeGreaterThan(0);
  expect(found.flatMap(({ faults }) => faults)).toEqual([]);
});
