import { expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { randomFrom } from '../../random.js';
import type { LoadReport } from '../../schema/types.js';
import { compareReports } from './ratios.js';

const RUNS = 5;
/** 30 s at 100/s. */
const REQUESTS = 3000;
/**
 * How much one run differs from the next for reasons of the machine, as a standard deviation of the
 * logarithm.
 */
const MACHINE = 0.04;
const TIMES = 1000;
const report = sampleReport();
/** Without a series: what is compared are the runs. */
const bare: LoadReport = { ...report, thresholds: [], series: { intervalMs: 1000, points: [] } };

/** A standard normal number, by Box and Muller. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A number of the Gamma distribution with a large shape, by Marsaglia and Tsang. */
function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/**
 * The p95 of one run: an order statistic of response times, by its own distribution.
 * Weibull, in milliseconds.
 */
function p95(slower: number, random: () => number): number {
  const below = gamma(Math.ceil(0.95 * REQUESTS), random);
  const share = below / (below + gamma(REQUESTS + 1 - Math.ceil(0.95 * REQUESTS), random));
  return slower * Math.exp(MACHINE * normal(random)) * 20 * (-Math.log(1 - share)) ** (1 / 1.5);
}

/**
 * The share of comparisons of five runs with five in which a difference is shown, and a limit of
 * 1.05 is missed.
 */
function shown(
  slower: number,
  seed: number,
): { readonly differs: number; readonly missed: number } {
  const random = randomFrom(seed);
  const runs = (factor: number): LoadReport => ({
    ...bare,
    samples: { 'response.p95': Array.from({ length: RUNS }, () => p95(factor, random)) },
  });
  let [differs, missed] = [0, 0];
  for (let time = 0; time < TIMES; time += 1) {
    const limits = [{ metric: 'response.p95' as const, maxRatio: 1.05 }];
    const ratio = compareReports(runs(1), runs(slower), limits).find(
      ({ metric }) => metric === 'response.p95',
    );
    if (ratio?.verdict !== 'no difference shown') differs += 1;
    if (ratio?.held === false) missed += 1;
  }
  return { differs: differs / TIMES, missed: missed / TIMES };
}

it('shows a difference in at most 6 % of comparisons where nothing changed', () => {
  const { differs, missed } = shown(1, 17);
  expect(differs).toBeLessThanOrEqual(0.06);
  expect(missed).toBeLessThanOrEqual(0.03);
});

it('shows a slowdown of 20 % in at least 90 % of comparisons of 5 runs of 30 s', () => {
  expect(shown(1.2, 18).differs).toBeGreaterThanOrEqual(0.9);
});

it('compares each stretch with its counterpart, also where one of them is lost', () => {
  // Ten times slower from stretch to stretch: a shift by one would look like a change.
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

it('gives effect and interval for every metric that a threshold or a limit names', () => {
  const metrics = compareReports(report, report, [{ metric: 'response.p90', maxRatio: 2 }]).map(
    ({ metric }) => metric,
  );
  expect(metrics).toContain('response.p90');
  expect(metrics).toContain('response.p95');
});
