import { defined } from '../../defined.js';
import type { LoadReport } from '../../schema/types.js';
import type { RatioLimit } from '../profile/plan.js';
import { compareReports } from './ratios.js';

/**
 * Compares a report with its baseline, an earlier report. `name` is the name of the baseline for
 * users, such as its file. The notes name metrics and reports that cannot be judged.
 */
export function comparisonOf(
  name: string,
  baseline: LoadReport,
  current: LoadReport,
  limits: readonly RatioLimit[] = [],
): NonNullable<LoadReport['comparison']> {
  const ratios = compareReports(baseline, current, limits);
  const unmeasured = limits
    .map(({ metric }) => metric)
    .filter((metric) => !ratios.some((ratio) => ratio.metric === metric));
  const notes = [
    ...doubtsIn(name, baseline),
    ...doubtsIn('this run', current),
    ...unmeasured.map(
      (metric) =>
        `The limit of ${metric} is not judged: a report has too few values of it. ${NEEDS}`,
    ),
    ...(ratios.length === 0 ? [`No metric can be compared. ${NEEDS}`] : []),
  ];
  return {
    baseline: name,
    ratios,
    ...defined({
      unmeasured: unmeasured.length === 0 ? undefined : unmeasured,
      notes: notes.length === 0 ? undefined : notes,
    }),
  };
}

const NEEDS =
  'A comparison needs three runs of each side, or runs with at least four intervals with values.';

const doubtsIn = (name: string, { trustworthy, doubts }: LoadReport): string[] =>
  trustworthy
    ? []
    : [[`The times of ${name} are unreliable, and not judged.`, ...doubts].join(' ')];
