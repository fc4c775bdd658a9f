import { expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { checkSchema } from '../../schema/validate.js';
import { compareReports } from '../compare/ratios.js';
import { EVERYWHERE } from '../percentiles.js';
import { loadReportHtml } from './html/page.js';
import { summary } from './terminal.js';

it('matches its schema', () => {
  expect(
    checkSchema('load-report', JSON.parse(JSON.stringify(sampleReport({ problem: 'x' })))),
  ).toHaveProperty('value');
});

it('begins with the outcome, followed by the reasons', () => {
  const text = summary(sampleReport());
  expect(text.split('\n')[0]).toBe('sample against reference: 1 of 2 thresholds missed');
  expect(text).toContain('✗ response.p95 ≤ 50 ms  100 ms');
  expect(text).toContain('✓ errors ≤ 1 %  0 %');
});

it('shows no difference if there is only noise', () => {
  const noisy = (phase: number) =>
    sampleReport({ slowest: (second) => 50 + 10 * Math.sin(second * 7 + phase) });
  const ratios = compareReports(noisy(0), noisy(2), [{ metric: 'response.p95', maxRatio: 1 }]);
  const p95 = ratios.find(({ metric }) => metric === 'response.p95');
  expect(p95).toMatchObject({ verdict: 'no difference shown', held: true, basis: 'intervals' });
});

it('shows a real difference, and compares it with the limit', () => {
  const at = (ms: number) => sampleReport({ slowest: (second) => ms + (second % 3) });
  const ratios = compareReports(at(50), at(100), [{ metric: 'response.p95', maxRatio: 1.5 }]);
  const p95 = ratios.find(({ metric }) => metric === 'response.p95');
  expect(p95?.ratio).toBeCloseTo(2, 1);
  expect(p95).toMatchObject({ verdict: 'higher', held: false });
});

it('compares whole runs if there are enough runs', () => {
  const report = sampleReport();
  const baseline = { ...report, samples: { 'response.p95': [10, 11, 12, 11] } };
  const current = { ...report, samples: { 'response.p95': [11, 10, 12, 11] } };
  const [p95] = compareReports(baseline, current).filter(({ metric }) => metric === 'response.p95');
  expect(p95).toMatchObject({ basis: 'runs', samples: [4, 4], verdict: 'no difference shown' });
});

const withErrors = (errors: readonly number[]) => ({
  ...sampleReport(),
  samples: { errors: [...errors] },
});
const tenOf = (share: number): number[] => Array.from({ length: 10 }, () => share);
const errorsOf = (before: readonly number[], after: readonly number[], maxRatio?: number) =>
  compareReports(
    withErrors(before),
    withErrors(after),
    maxRatio === undefined ? [] : [{ metric: 'errors', maxRatio }],
  ).find(({ metric }) => metric === 'errors');

it('compares a share of errors with a baseline of 0', () => {
  expect(errorsOf(tenOf(0), tenOf(0.2), 1.1)).toMatchObject({
    verdict: 'higher',
    held: false,
    baseline: 0,
  });
  expect(errorsOf([0, 0, 0, 0, 0, 0, 0, 0.01, 0.01, 0.01], tenOf(0.01))).toMatchObject({
    verdict: 'higher',
  });
  expect(errorsOf(tenOf(0), tenOf(0), 1.1)).toMatchObject({
    verdict: 'no difference shown',
    held: true,
  });
});

it('gives thresholds on times a sign of their own if the generator was late', async () => {
  const report = sampleReport();
  const late = { ...report, trustworthy: false, doubts: ['The generator was late.'] };
  expect(summary(late)).toContain('? response.p95 ≤ 50 ms  100 ms');
  expect(summary(late)).toContain('✓ errors ≤ 1 %  0 %');
  const html = await loadReportHtml(late);
  expect(html).toContain('<li class="warn">? response.p95 ≤ 50 ms  100 ms</li>');
  expect(html).toContain('<li class="warn">- - - ? response.p95 ≤ 50 ms</li>');
  expect(html).toContain('<li class="good">✓ errors ≤ 1 %  0 %</li>');
  expect(await loadReportHtml(report)).toContain(
    '<li class="bad">- - - ✗ response.p95 ≤ 50 ms</li>',
  );
});

it('counts visits, and names why they were abandoned', async () => {
  const report = sampleReport();
  const scenarios = [
    { name: 'a', started: 150, completed: 60, abandoned: 90, reasons: { 'GET /: status 429': 90 } },
    { name: 'b', started: 50, completed: 46, abandoned: 3, reasons: { 'GET /: timed out': 3 } },
  ];
  const text = summary({ ...report, scenarios });
  expect(text).toContain('visits: started 200  completed 106  abandoned 93');
  expect(text).toMatch(/Abandoned visits +visits +reason\n +a +90 +GET \/: status 429\n +b +3/);
  const html = await loadReportHtml({ ...report, scenarios });
  expect(html).toContain('<dt>Abandoned visits</dt><dd>93 of 200</dd>');
  const [, tiles = ''] = /<dl class="tiles of-\d">(.*?)<\/dl>/.exec(html) ?? [];
  expect(tiles.match(/<div>/g)).toHaveLength(7 + EVERYWHERE.length);
});
