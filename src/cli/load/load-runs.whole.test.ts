import { expect, it } from 'vitest';
import { loadInFolder, profile } from '../../../tests/load/load-command.js';

const { load, report } = loadInFolder();

it('compares with a stored report', async () => {
  await load(profile, { options: { out: 'before', repeat: 3 } });
  const { code, out } = await load(
    { ...profile, compare: [{ metric: 'response.p50', maxRatio: 50 }] },
    { options: { baseline: 'before/load-report.json', repeat: 3 } },
  );
  expect(code).toBe(0);
  expect(out).toMatch(/✓ response.p50 × /);
});

it('repeats the run, and adds up the counts of all repetitions', async () => {
  await load({ ...profile, timeout: '60s' }, { options: { repeat: 3 } });
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
