import { defined } from '../../defined.js';
import type { LoadReport } from '../../schema/types.js';
import type { RatioLimit } from '../profile/plan.js';
import { compareReports } from './ratios.js';

/** `name` is the name of the baseline for users, such as its file. */
export function comparisonOf(
  name: string,
  baseline: LoadReport,
  current: LoadReport,
  limits: readonly RatioLimit[] = [],
): NonNullable<LoadReport['comparison']> {
  const ratios = compareReports(baseline, current, limits);
  const notes = [
    ...doubtsIn(name, baseline),
    ...doubtsIn('this run', current),
    ...(ratios.length === 0 ? [TOO_FEW] : []),
  ];
  return { baseline: name, ratios, ...defined({ notes: notes.length === 0 ? undefined : notes }) };
}

const TOO_FEW =
  'No metric can be compared: a comparison needs three runs of each side, or runs with at least four intervals.';

const doubtsIn = (name: string, { trustworthy, doubts }: LoadReport): string[] =>
  trustworthy
    ? []
    : [[`The times of ${name} are unreliable, and not judged.`, ...doubts].join(' ')];
