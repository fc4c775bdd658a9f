import { expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { checkSchema } from '../../schema/validate.js';
import { compareReports } from '../compare/index.js';
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
