import type { LoadReport } from '../../schema/types.js';
import type { Metric } from '../profile/index.js';
import type { Run } from '../run/index.js';
import { measure, measuredOf } from '../threshold/index.js';

/** The metrics that a comparison looks at, beside those that a profile limits. */
export const compared = [
  'response.p50',
  'response.p95',
  'response.p99',
  'throughput',
  'errors',
] as const satisfies Metric[];

/** The figures of each run, by metric, those of `named` besides the usual ones; what was not measured in a run is left out. */
export function samplesOf(
  runs: readonly Pick<Run, 'recording' | 'measuredMs'>[],
  named: readonly Metric[] = [],
): LoadReport['samples'] {
  const measured = runs.map(({ recording, measuredMs }) => measuredOf(recording, measuredMs / 1000));
  const table: Record<string, number[]> = {};
  for (const metric of new Set([...compared, ...named])) {
    table[metric] = measured.flatMap((one) => measure(metric, one) ?? []);
  }
  return table;
}
