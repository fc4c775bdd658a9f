import type { LoadReport, LoadSpread } from '../../schema/types.js';
import { figure, metricOf, unitOf } from '../profile/index.js';
import { failuresOf, sentOf } from '../record/index.js';
import { breakpointSentence } from './breakpoint.js';
import { routeOf } from './route.js';

const ms = (value: number): string => figure(value, 'ms').replace(' ms', '');
const times = ({ mean, p50, p90, p95, p99, max }: LoadSpread): string[] => [mean, p50, p90, p95, p99, max].map(ms);

/** Lines of cells, each column as wide as its widest; the first is flush left, the others right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd(),
  );
}

const mark = (held: boolean): string => (held ? '✓' : '✗');

/** The report as text for a terminal, without colours. */
export function summary(report: LoadReport): string {
  const { totals, profile, target, thresholds, requests, comparison, breakpoint } = report;
  const failed = failuresOf(totals);
  const lines = [
    `${profile.name} against ${target.name}: ${headline(report)}`,
    '',
    `  offered ${totals.offered}  answered ${totals.answered}  timed out ${totals.timedOut}  failed ${totals.failed}` +
      `  dropped ${totals.dropped}  429 ${totals.throttled}`,
    `  ${figure(report.throughput, 'rate')} answered over ${(report.measuredMs / 1000).toFixed(1)} s` +
      `  errors ${figure(sentOf(totals) === 0 ? 0 : failed / sentOf(totals), 'share')}` +
      `  checks ${totals.checked - totals.wrong} of ${totals.checked} right`,
    '',
    ...table([
      ['milliseconds', 'mean', 'p50', 'p90', 'p95', 'p99', 'max'],
      ['response', ...times(report.response)],
      ['service', ...times(report.service)],
      ['send lag', ...times(report.lag)],
      ...(report.firstByte ? [['first byte', ...times(report.firstByte)]] : []),
      ...(report.connections.connect ? [['connect', ...times(report.connections.connect)]] : []),
      ...(report.connections.tls && report.connections.tls.count > 0
        ? [['TLS', ...times(report.connections.tls)]]
        : []),
    ]),
    '',
    ...table([
      ['response by request', 'answered', 'mean', 'p50', 'p90', 'p95', 'p99', 'max'],
      ...requests.map(({ scenario, title, tally, response }) => [
        `${scenario}: ${title}`,
        String(tally.answered),
        ...times(response),
      ]),
    ]),
  ];
  const route = routeOf(target);
  if (route.length > 0) lines.push('', 'Reached', ...route.map((one) => `  ${one}`));
  if (report.left) lines.push('', 'Left out', ...report.left.map((one) => `  ${one}`));
  if (thresholds.length > 0) lines.push('', 'Thresholds', ...thresholds.map(thresholdLine));
  if (report.problems.length > 0) {
    lines.push('', 'Wrong answers');
    for (const { title, problem, count } of report.problems.slice(0, 10))
      lines.push(`  ${count} × ${title}: ${problem}`);
  }
  const failures = Object.entries(totals.failures);
  if (failures.length > 0)
    lines.push('', 'Not answered', ...failures.map(([reason, count]) => `  ${count} × ${reason}`));
  if (breakpoint) {
    lines.push('', 'Breakpoint');
    for (const { rate, held, reason } of breakpoint.steps) {
      lines.push(`  ${mark(held)} ${figure(rate, 'rate')}${reason === undefined ? '' : `  ${reason}`}`);
    }
  }
  if (comparison) lines.push('', `Against ${comparison.baseline}`, ...comparison.ratios.map(ratioLine));
  if (report.doubts.length > 0)
    lines.push('', 'These figures cannot be trusted', ...report.doubts.map((one) => `  ${one}`));
  return `${lines.join('\n')}\n`;
}

/** What came out, in a few words. */
export function headline({ outcome, aborted, thresholds, breakpoint, trustworthy, totals }: LoadReport): string {
  if (!trustworthy && outcome !== 'interrupted') return 'not judged, for its figures cannot be trusted';
  if (aborted !== undefined) return `ended early, ${aborted}`;
  if (breakpoint) return breakpointSentence(breakpoint);
  const missed = thresholds.filter(({ held }) => !held).length;
  if (outcome === 'missed') return `${missed} of ${thresholds.length} thresholds missed`;
  if (outcome === 'held')
    return thresholds.length === 0 ? 'done, no thresholds' : `all ${thresholds.length} thresholds held`;
  if (outcome === 'interrupted') return outcome;
  return `nothing judged: ${totals.answered === 0 ? 'no answer came' : 'nearly every answer was 429'}`;
}

/** A verdict as people read it: `✓ response.p95 of token ≤ 250 ms  12 ms`. */
export function thresholdLine(verdict: LoadReport['thresholds'][number]): string {
  const { metric, max, min, scenario, request, windowMs, held, observed, missedAtMs, reason } = verdict;
  const known = metricOf(metric);
  const unit = known ? unitOf(known) : 'rate';
  const scope = [scenario, request].filter((one) => one !== undefined).join(', ');
  return [
    `  ${mark(held)} ${metric}`,
    ...(scope === '' ? [] : [` of ${scope}`]),
    ...(min === undefined ? [] : [` ≥ ${figure(min, unit)}`]),
    ...(max === undefined ? [] : [` ≤ ${figure(max, unit)}`]),
    ...(windowMs === undefined ? [] : [` in every ${windowMs / 1000} s`]),
    `  ${observed === undefined ? (reason ?? '') : figure(observed, unit)}`,
    ...(missedAtMs === undefined ? [] : [` (first missed after ${Math.round(missedAtMs / 1000)} s)`]),
  ].join('');
}

/** A ratio as people read it: `✓ response.p95 × 1.020 (0.980 to 1.060)  no difference shown`. */
export function ratioLine(ratio: NonNullable<LoadReport['comparison']>['ratios'][number]): string {
  const { metric, ratio: value, low, high, verdict, held } = ratio;
  const interval = `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  return `  ${held === undefined ? ' ' : mark(held)} ${metric} × ${interval}  ${verdict}`;
}
