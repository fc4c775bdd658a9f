import type { LoadReport } from '../../schema/types.js';
import { figure, metricOf, type Threshold, unitOf } from '../profile/index.js';
import { onlyThrottled } from '../record/index.js';
import { wording } from '../threshold/index.js';

/** The result in a few words. */
export function headline({
  outcome,
  aborted,
  thresholds,
  breakpoint,
  trustworthy,
  totals,
}: LoadReport): string {
  if (outcome === 'interrupted') return outcome;
  if (!trustworthy && !onlyThrottled(totals)) return 'not judged: these figures are unreliable';
  if (aborted !== undefined) return `ended early, ${aborted}`;
  if (breakpoint) return breakpointSentence(breakpoint);
  const missed = thresholds.filter(({ held }) => !held).length;
  if (outcome === 'missed') return `${missed} of ${thresholds.length} thresholds missed`;
  if (outcome === 'held')
    return thresholds.length === 0
      ? 'completed, no thresholds'
      : `${thresholds.length} of ${thresholds.length} thresholds met`;
  return `not judged: ${totals.answered === 0 ? 'no response' : 'nearly every response was 429'}`;
}

/**
 * A threshold with its limits, and what was measured: `response.p95 of token ≤ 250 ms`, `12 ms`.
 */
export function thresholdWords(
  verdict: LoadReport['thresholds'][number],
): readonly [name: string, measured: string] {
  const { observed, missedAtMs, reason = '' } = verdict;
  const metric = metricOf(verdict.metric) ?? 'throughput';
  const value = observed === undefined ? reason : figure(observed, unitOf(metric));
  const since =
    missedAtMs === undefined ? '' : ` (first missed after ${Math.round(missedAtMs / 1000)} s)`;
  const threshold: Threshold = { ...verdict, metric, abort: false };
  return [wording(threshold), `${value}${since}`];
}

/** A ratio with its interval: `× 1.020 (0.980 to 1.060)  no difference shown`. */
export const ratioWords = ({
  ratio,
  low,
  high,
  verdict,
}: NonNullable<LoadReport['comparison']>['ratios'][number]) =>
  `× ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})  ${verdict}`;

/** The breakpoint in one sentence, or that it was not reached. */
export function breakpointSentence({
  highest,
  brokenAt,
  reason,
}: NonNullable<LoadReport['breakpoint']>): string {
  const broken =
    brokenAt === undefined
      ? undefined
      : `at ${figure(brokenAt, 'rate')}${reason === undefined ? '' : ` ${reason}`}.`;
  if (highest === undefined)
    return broken === undefined
      ? 'No rate was tested.'
      : `No tested rate met the thresholds; ${broken}`;
  return `Holds ${figure(highest, 'rate')}${broken === undefined ? ', the highest rate tried: the breakpoint was not reached.' : `; ${broken}`}`;
}

/** What to know before the figures are read, under a title each. */
export function notesOf({
  target,
  left = [],
  unmeasured = [],
  doubts,
}: LoadReport): [title: string, lines: readonly string[]][] {
  const { proxy, insecure } = target;
  const reached = [
    ...(proxy === undefined
      ? []
      : [`requests went through the proxy ${proxy}, whose time is part of the figures`]),
    ...(insecure
      ? ['certificates were not verified: the responses may come from another server']
      : []),
  ];
  const notes: [string, readonly string[]][] = [
    ['These figures are unreliable', doubts],
    ['Not measured', unmeasured],
    ['Left out', left],
    ['Reached', reached],
  ];
  return notes.filter(([, lines]) => lines.length > 0);
}
