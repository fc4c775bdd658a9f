import path from 'node:path';
import { expect, it } from 'vitest';
import { loadInFolder, profile } from '../../tests/load/load-command.js';
import { mergeLoadReportsCommand } from './load-reports.js';

const { load, report, ioOf } = loadInFolder();

it('compares with a stored report', async () => {
  await load(profile, { options: { out: 'before', repeat: 3 } });
  const { code, out } = await load(
    { ...profile, compare: [{ metric: 'response.p50', maxRatio: 50 }] },
    { options: { baseline: 'before/load-report.json', repeat: 3 } },
  );
  expect(code).toBe(0);
  expect(out).toMatch(/✓ response.p50 × /);
});

it('runs several times and adds the figures up', async () => {
  await load(profile, { options: { repeat: 3 } });
  const { runs, totals, samples } = await report();
  expect(runs).toBe(3);
  expect(totals.answered).toBe(108);
  expect(samples['response.p50']).toHaveLength(3);
});

it('finds the rate at which the target breaks', async () => {
  const { code, out } = await load(
    {
      model: 'open',
      breakpoint: { start: 10, step: 20, max: 50, hold: '1s', precision: 0.5 },
      scenarios: [{ flow: 'first-page', limit: 1 }],
      thresholds: [{ metric: 'throttled', max: 0 }],
      timeout: '1s',
      drain: '100ms',
    },
    { reference: { rateLimit: { requests: 25, perMs: 1000 } } },
  );
  const { breakpoint } = await report();
  expect(breakpoint.reason).toMatch(/throttled ≤ 0 % was missed/);
  expect(breakpoint.brokenAt).toBeGreaterThan(breakpoint.highest ?? 0);
  expect(code).toBe(breakpoint.highest === undefined ? 1 : 0);
  expect(out).toContain('Breakpoint');
});

it('takes its part of a schedule, and the parts together are the whole', async () => {
  const parts = ['1/2', '2/2'];
  const shared = { ...profile, thresholds: [...profile.thresholds, { metric: 'throughput', min: 80 }] };
  for (const share of parts) {
    expect((await load(shared, { options: { share, out: share.slice(0, 1), engine: 'undici' } })).code).toBe(0);
  }
  const out: string[] = [];
  const io = ioOf(out);
  const files = parts.map((share) => path.join(share.slice(0, 1), 'load-report.json'));
  expect(await mergeLoadReportsCommand(files, { out: 'reports', json: true }, io)).toBe(0);
  await expect(mergeLoadReportsCommand(files.slice(1), {}, io)).rejects.toThrow(/not the 2 parts .* look at 1\/2\./);
  const { totals, share, thresholds, profile: merged } = await report();
  expect(totals).toMatchObject({ offered: 36, answered: 36 });
  expect(share).toBeUndefined();
  expect(merged.engine).toBe('undici');
  expect(thresholds[1]).toMatchObject({ metric: 'throughput', held: true });
  const startAt = '2020-01-01T00:00:00Z';
  await expect(load(profile, { options: { startAt } })).rejects.toThrow(/Give a time of the next day with its zone/);
  await expect(load(profile, { options: { startAt: '12:00' } })).rejects.toThrow(/--start-at is 12:00\./);
  await expect(load(profile, { options: { startAt, repeat: 2 } })).rejects.toThrow(/is for one run/);
  await expect(load(profile, { options: { share: '3/2' } })).rejects.toThrow(/--share is 3\/2. Give which part/);
});
