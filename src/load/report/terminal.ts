/** The load report as text for a terminal. */

import type { LoadPoint, LoadReport } from '../../schema/types.js';
import { timeInWords, withUnit } from '../profile/metric.js';
import { modelOf, type Plan, scheduleMs, stageAt } from '../profile/plan.js';
import { failedRequestsIn, sentOf } from '../record/tally.js';
import { isUnjudgedLimit, judgementOf, SIGNS } from './conclusion.js';
import { type Table, tablesOf } from './tables.js';
import { headline, notesOf, ratioWords, thresholdWords, visitsOf } from './words.js';

type Ratio = NonNullable<LoadReport['comparison']>['ratios'][number];

/** A ratio without a limit has no sign. */
function signOf(ratio: Ratio): string {
  if (isUnjudgedLimit(ratio)) return SIGNS.unjudged;
  if (ratio.held === undefined) return ' ';
  return ratio.held ? SIGNS.passed : SIGNS.failed;
}

/** A line such as `✓ response.p95 × 1.020 (0.980 to 1.060) no difference shown`. */
export const ratioLine = (ratio: Ratio): string =>
  `  ${signOf(ratio)} ${ratio.metric} ${ratioWords(ratio)}`;

/** Returns the whole report as text without colours. */
export function summary(report: LoadReport): string {
  const { totals, profile, target, thresholds, comparison } = report;
  const sent = sentOf(totals);
  const lines = [
    `${profile.name} against ${target.name}: ${headline(report)}`,
    '',
    `  offered ${totals.offered}  answered ${totals.answered}  timed out ${totals.timedOut}  failed ${totals.failed}` +
      `  dropped ${totals.dropped}  429 ${totals.throttled}`,
    ...visitLines(report),
    `  ${withUnit(report.throughput, 'rate')} served over ${(report.measuredMs / 1000).toFixed(1)} s` +
      `  errors ${withUnit(sent === 0 ? 0 : failedRequestsIn(totals) / sent, 'share')}` +
      `  checks ${totals.checked - totals.wrong} of ${totals.checked} correct`,
    ...tablesOf(report).flatMap((table) => (table.brief ? tableLines(table) : [])),
  ];
  if (thresholds.length > 0) lines.push('', ...thresholdLines(report));
  if (comparison && comparison.ratios.length > 0)
    lines.push('', `Against ${comparison.baseline}`, ...comparison.ratios.map(ratioLine));
  for (const [title, notes] of notesOf(report))
    lines.push('', title, ...notes.map((one) => `  ${one}`));
  return `${lines.join('\n')}\n`;
}

/** Empty if visits were not counted, as in a report of Artillery's output. */
function visitLines(report: LoadReport): string[] {
  const { started, completed, abandoned } = visitsOf(report);
  if (started === 0) return [];
  return [`  visits: started ${started}  completed ${completed}  abandoned ${abandoned}`];
}

/**
 * Returns the thresholds with their figures. After a breakpoint search, only the limits are shown,
 * because the table of the search contains the figures.
 */
function thresholdLines(report: LoadReport): string[] {
  const { thresholds, breakpoint } = report;
  if (breakpoint)
    return ['Thresholds of each rate', ...thresholds.map((one) => `  ${thresholdWords(one)[0]}`)];
  const lines = thresholds.map(
    (one) => `  ${SIGNS[judgementOf(one, report)]} ${thresholdWords(one).join('  ')}`,
  );
  return ['Thresholds', ...lines];
}

/**
 * Returns the lines of a table. Its title takes the place of the first heading. Each column is as
 * wide as its widest cell. The first column is aligned left, and also the last column if it
 * contains words. Other columns are aligned right.
 */
function tableLines({ title, head, rows }: Table): string[] {
  const all = [[title, ...head.slice(1)], ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lastHasWords = rows.some((row) => /[a-z] [a-z]/.test(row.at(-1) ?? ''));
  const cell = (text: string, column: number): string => {
    const isLeft = column === 0 || (lastHasWords && column === head.length - 1);
    return isLeft ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  };
  return ['', ...all.map((row) => `  ${row.map(cell).join('  ')}`.trimEnd())];
}

/** Counts that are shown only if they are not 0. */
const SHOWN_IF_NOT_ZERO = [
  'timedOut',
  'failed',
  'dropped',
  'errors',
  'throttled',
  'wrong',
] as const;
/** The names of counts for readers, if they differ from the member of a point. */
const NAMES: Readonly<Record<string, string>> = { timedOut: 'timed out', throttled: '429' };

/** A line such as `12/60 s  ramp  planned 50/s  answered 49  p50 8 ms  p95 12 ms`. */
export function progressLine(plan: Plan, point: LoadPoint): string {
  const end = Math.ceil(scheduleMs(plan) / 1000);
  const second = Math.round(point.atMs / 1000) + 1;
  const stage = plan.stages[stageAt(plan.stages, point.atMs)]?.name ?? '';
  const unit = modelOf(plan) === 'closed' ? ' users' : '/s';
  const users = point.users === undefined ? '' : ` and ${Number(point.users.toPrecision(4))} users`;
  return [
    `${String(Math.min(second, end)).padStart(String(end).length)}/${end} s`,
    // After the end of the schedule, the run only waits for responses to pending requests.
    second > end ? 'last responses' : stage,
    `planned ${Number(point.planned.toPrecision(4))}${unit}${users}`,
    `answered ${point.answered}`,
    `p50 ${timeInWords(point.response.p50)}`,
    `p95 ${timeInWords(point.response.p95)}`,
    ...SHOWN_IF_NOT_ZERO.flatMap((key) =>
      point[key] === 0 ? [] : `${NAMES[key] ?? key} ${point[key]}`,
    ),
  ].join('  ');
}
