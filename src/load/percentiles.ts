/** The percentiles of load reports. */

import type { LoadSpread } from '../schema/types.js';

interface Percentile {
  /** The member of `LoadSpread`. */
  readonly key: Exclude<keyof LoadSpread, 'count' | 'mean' | 'max' | 'histogram'>;
  /** The name in metrics and tables. */
  readonly name: string;
  readonly percent: number;
  /**
   * Thresholds can name every percentile. Tables show most of them, and tiles, charts and
   * comparisons only those that are shown everywhere.
   */
  readonly shown: 'everywhere' | 'in tables' | 'nowhere';
  /** The name in the results of Artillery. Artillery reports no other percentiles. */
  readonly inArtillery?: string;
}

/**
 * All percentiles in ascending order. Prometheus and OTLP get histograms instead of percentiles.
 *
 * To add a percentile, add it in three places, which `percentiles.test.ts` compares: here, in
 * `Spread` in `schemas/load-report.schema.json` (then run `npm run types`), and in
 * `suites/load/README.md`. The schema must not require it, because earlier reports and results of
 * other tools may lack it.
 *
 * If tables show the percentile, renew two samples: `tests/screens/load-summary.txt`
 * (`npx vitest run tests/screens -u`), and the shortened one in `docs/load.md` (`npm run assay --
 * load smoke --reference`). If it is shown everywhere, also the picture of the load report (`npm
 * run build && node scripts/pictures.mjs`, which draws the other report, too). The line of a run in
 * progress, the table of a breakpoint search, the curve of the distribution and the lag of the
 * generator name fixed percentiles.
 */
export const PERCENTILES = [
  { key: 'p50', name: 'p50', percent: 50, shown: 'everywhere', inArtillery: 'p50' },
  { key: 'p75', name: 'p75', percent: 75, shown: 'nowhere', inArtillery: 'p75' },
  { key: 'p90', name: 'p90', percent: 90, shown: 'in tables', inArtillery: 'p90' },
  { key: 'p95', name: 'p95', percent: 95, shown: 'everywhere', inArtillery: 'p95' },
  { key: 'p99', name: 'p99', percent: 99, shown: 'everywhere', inArtillery: 'p99' },
  { key: 'p99_9', name: 'p99.9', percent: 99.9, shown: 'in tables', inArtillery: 'p999' },
] as const satisfies readonly Percentile[];

type Listed = Percentile & (typeof PERCENTILES)[number];

export const IN_TABLES = PERCENTILES.filter(({ shown }) => shown !== 'nowhere');
export const EVERYWHERE = PERCENTILES.filter(({ shown }) => shown === 'everywhere');

/** The statistics of a duration or of a captured value. `p95` is the 95th percentile. */
export type Column = 'mean' | 'max' | Listed['name'];
export const columns: readonly Column[] = ['mean', ...PERCENTILES.map(({ name }) => name), 'max'];

/** Computes a value for each percentile. A percentile without a value is left out. */
export function percentilesBy(
  figureOf: (percentile: Listed, index: number) => number | undefined,
): Pick<LoadSpread, Listed['key']> {
  const figures: { -readonly [Key in Listed['key']]?: number } = {};
  for (const [index, percentile] of PERCENTILES.entries()) {
    const figure = figureOf(percentile, index);
    if (figure !== undefined) figures[percentile.key] = figure;
  }
  return figures;
}

/** The percentile that a column contains. */
export function percentileIn(column: Listed['name']): Listed {
  const found = PERCENTILES.find(({ name }) => name === column);
  if (found === undefined) throw new Error(`There is no percentile ${column}`);
  return found;
}

/** The name of a column in the results of Artillery. Undefined if Artillery does not report it. */
export const inArtillery = (column: Column): string | undefined =>
  column === 'mean' || column === 'max' ? column : percentileIn(column).inArtillery;
