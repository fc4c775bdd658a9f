/** Sentences about the results of a load run. */

import type { LoadReport } from '../../schema/types.js';
import { metricOf, type Threshold, unitOf, withUnit } from '../profile/index.js';
import { nearlyAllThrottled } from '../record/index.js';
import { wording } from '../threshold/index.js';
import { conclusionOf, missedRatios } from './conclusion.js';

export function headline(report: LoadReport): string {
  const { outcome, aborted, breakpoint, totals } = report;
  if (outcome === 'interrupted') return outcome;
  const conclusion = conclusionOf(report);
  if (conclusion === 'unreliable' && !nearlyAllThrottled(totals))
    return 'not judged: these figures are unreliable';
  if (aborted !== undefined) return `ended early, because ${aborted}`;
  if (breakpoint) return breakpointSentence(breakpoint);
  if (outcome === 'nothing judged')
    return `not judged: ${totals.answered === 0 ? 'no response' : 'nearly every response was 429'}`;
  return verdictWords(report);
}

function verdictWords(report: LoadReport): string {
  const { thresholds, comparison } = report;
  const missed = thresholds.filter(({ held }) => !held).length;
  const isMissed = missed > 0;
  const words = `${isMissed ? missed : thresholds.length} of ${thresholds.length} thresholds ${isMissed ? 'missed' : 'met'}`;
  const missedLimits = missedRatios(report);
  if (missedLimits.length === 0)
    return thresholds.length === 0 ? 'completed, no thresholds' : words;
  const limits = comparison?.ratios.filter(({ held }) => held !== undefined).length ?? 0;
  const limitWords = `${missedLimits.length} of ${limits} ${limits === 1 ? 'limit' : 'limits'} of the comparison with ${comparison?.baseline} missed (${missedLimits.map(missedLimitWords).join(', ')})`;
  if (thresholds.length === 0) return limitWords;
  return isMissed ? `${words}; ${limitWords}` : `${limitWords}; ${words}`;
}

function missedLimitWords(one: ReturnType<typeof missedRatios>[number]): string {
  const { metric, ratio, maxRatio, minRatio } = one;
  const limit = maxRatio !== undefined && ratio > maxRatio ? maxRatio : minRatio;
  return `${metric} × ${ratio.toFixed(3)}, limit ${limit}`;
}

/** Two texts such as `response.p95 of token ≤ 250 ms` and `12 ms`. */
export function thresholdWords(
  verdict: LoadReport['thresholds'][number],
): readonly [name: string, measured: string] {
  const { observed, missedAtMs, reason = '' } = verdict;
  const metric = metricOf(verdict.metric) ?? 'throughput';
  const value = observed === undefined ? reason : withUnit(observed, unitOf(metric));
  const since =
    missedAtMs === undefined ? '' : ` (first missed after ${Math.round(missedAtMs / 1000)} s)`;
  const threshold: Threshold = { ...verdict, metric, abort: false };
  return [wording(threshold), `${value}${since}`];
}

/** A text such as `× 1.020 (0.980 to 1.060) no difference shown`. */
export const ratioWords = ({
  ratio,
  low,
  high,
  verdict,
}: NonNullable<LoadReport['comparison']>['ratios'][number]) =>
  `× ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})  ${verdict}`;

export function breakpointSentence({
  highest,
  brokenAt,
  reason,
}: NonNullable<LoadReport['breakpoint']>): string {
  const why = reason === undefined ? '' : ` ${reason}`;
  const broken = brokenAt === undefined ? undefined : `at ${withUnit(brokenAt, 'rate')}${why}.`;
  if (highest === undefined && broken === undefined) return 'No rate was tested.';
  if (highest === undefined) return `No tested rate met the thresholds; ${broken}`;
  const rest = broken === undefined ? UNREACHED : `; ${broken}`;
  return `Holds ${withUnit(highest, 'rate')}${rest}`;
}

const UNREACHED = ', the highest rate tried: the breakpoint was not reached.';

/** The title for the reasons why figures are unreliable, for each conclusion about the run. */
const UNRELIABLE_TITLES = {
  unreliable: 'These figures are unreliable',
  held: 'Times are unreliable; no threshold depends on them',
  missed: 'Times are unreliable; a threshold that does not depend on them was missed',
} as const;

/** Notes that should be read before the figures. */
export function notesOf(report: LoadReport): [title: string, lines: readonly string[]][] {
  const { target, left = [], unmeasured = [], doubts } = report;
  const { proxy, insecure } = target;
  const connection = [
    ...(proxy === undefined
      ? []
      : [`requests went through the proxy ${proxy}, whose time is part of the figures`]),
    ...(insecure
      ? ['certificates were not verified: the responses may come from another server']
      : []),
  ];
  const notes: [string, readonly string[]][] = [
    [UNRELIABLE_TITLES[conclusionOf(report)], doubts],
    ['Not measured', unmeasured],
    ['Left out', left],
    ['Connection', connection],
  ];
  return notes.filter(([, lines]) => lines.length > 0);
}
