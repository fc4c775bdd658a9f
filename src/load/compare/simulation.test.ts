import { expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { randomFrom } from '../../random.js';
import type { LoadReport } from '../../schema/types.js';
import { compareReports } from './ratios.js';

const RUNS = 5;
/** The number of requests of one run, which takes 30 s at 100/s. */
const REQUESTS = 3000;
/**
 * The standard deviation of the logarithm of the response time between runs, because the speed of
 * the machine varies.
 */
const MACHINE_DEVIATION = 0.04;
const COMPARISONS = 1000;
const report = sampleReport();
/** A report without a time series, so that whole runs are compared. */
const bare: LoadReport = { ...report, thresholds: [], series: { intervalMs: 1000, points: [] } };

/** A random number of the standard normal distribution, by the method of Box and Muller. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * A random number of the Gamma distribution with a large shape, by the method of Marsaglia and
 * Tsang.
 */
function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/**
 * A random 95th percentile of the response times of one run, in milliseconds. The response times
 * have a Weibull distribution.
 */
function p95(slower: number, random: () => number): number {
  const below = gamma(Math.ceil(0.95 * REQUESTS), random);
  const share = below / (below + gamma(REQUESTS + 1 - Math.ceil(0.95 * REQUESTS), random));
  return (
    slower * Math.exp(MACHINE_DEVIATION * normal(random)) * 20 * (-Math.log(1 - share)) ** (1 / 1.5)
  );
}

/**
 * Compares five runs with five other runs many times. Returns the share of comparisons that show a
 * difference, and the share that misses a limit of 1.05.
 */
function compareMany(
  slower: number,
  seed: number,
): { readonly differs: number; readonly missed: number } {
  const random = randomFrom(seed);
  const runs = (factor: number): LoadReport => ({
    ...bare,
    samples: { 'response.p95': Array.from({ length: RUNS }, () => p95(factor, random)) },
  });
  let [differs, missed] = [0, 0];
  for (let time = 0; time < COMPARISONS; time += 1) {
    const limits = [{ metric: 'response.p95' as const, maxRatio: 1.05 }];
    const ratio = compareReports(runs(1), runs(slower), limits).find(
      ({ metric }) => metric === 'response.p95',
    );
    if (ratio?.verdict !== 'no difference shown') differs += 1;
    if (ratio?.held === false) missed += 1;
  }
  return { differs: differs / COMPARISONS, missed: missed / COMPARISONS };
}

it('shows a difference in at most 6 % of comparisons if nothing changed', () => {
  const { differs, missed } = compareMany(1, 17);
  expect(differs).toBeLessThanOrEqual(0.06);
  expect(missed).toBeLessThanOrEqual(0.03);
});

it('shows a slowdown of 20 % in at least 90 % of comparisons of 5 runs of 30 s', () => {
  expect(compareMany(1.2, 18).differs).toBeGreaterThanOrEqual(0.9);
});

it('compares intervals at the same position, even without responses', () => {
  // Each second is 1.5 times as slow as the second before, so a shift by one interval would look
  // like a difference.
  const rising = sampleReport({ seconds: 10, slowest: (second) => 10 * 1.5 ** second });
  const points = rising.series.points.map((point, second) =>
    second === 4 ? { ...point, response: { ...point.response, count: 0, histogram: '' } } : point,
  );
  const holed = { ...rising, series: { ...rising.series, points } };
  const p95 = compareReports(rising, holed).find(({ metric }) => metric === 'response.p95');
  expect(p95).toMatchObject({
    ratio: 1,
    verdict: 'no difference shown',
    samples: [9, 9],
    basis: 'intervals',
  });
});

it('compares every metric that a threshold or a limit names', () => {
  const metrics = compareReports(report, report, [{ metric: 'response.p90', maxRatio: 2 }]).map(
    ({ metric }) => metric,
  );
  expect(metrics).toContain('response.p90');
  expect(metrics).toContain('response.p95');
});

it('does not compare runs if one of them measured nothing', () => {
  const runs = (...throughput: number[]): LoadReport => ({ ...bare, samples: { throughput } });
  const limits = [{ metric: 'throughput' as const, minRatio: 0.9 }];
  const ratioOf = (current: LoadReport) =>
    compareReports(runs(100, 100, 100), current, limits).find(
      ({ metric }) => metric === 'throughput',
    )?.ratio;
  expect(ratioOf(runs(99, 100, 101))).toBeCloseTo(1);
  expect(ratioOf(runs(0, 0, 100))).toBeUndefined();
});

it('finds no difference between equal shares of different numbers of requests', () => {
  const withRequests = (factor: number): LoadReport => ({
    ...report,
    samples: { checks: [1, 1, 1] },
    series: {
      ...report.series,
      points: report.series.points.map((point) => ({ ...point, offered: factor * point.offered })),
    },
  });
  const limits = [{ metric: 'checks', minRatio: 1 }] as const;
  const ratios = compareReports(withRequests(1), withRequests(3), limits);
  expect(ratios.find(({ metric }) => metric === 'checks')).toMatchObject({ ratio: 1, held: true });
});
