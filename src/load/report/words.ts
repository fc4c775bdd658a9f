/** Sentences about the results of a load run. */

import type { LoadReport } from '../../schema/types.js';
import { metricOf, unitOf, withUnit } from '../profile/metric.js';
import type { Threshold } from '../profile/plan.js';
import { nearlyAllThrottled } from '../record/tally.js';
import { wording } from '../threshold/judge.js';
import { conclusionOf, type Judgement, judgementOf, missedRatios } from './conclusion.js';

/** The result of a run in one line. */
export function headline(report: LoadReport): string {
  const { outcome, aborted, breakpoint, totals } = report;
  if (outcome === 'interrupted') return outcome;
  const conclusion = conclusionOf(report);
  // A rate limit explains the result better than unreliable figures do.
  if (conclusion === 'unreliable' && !nearlyAllThrottled(totals))
    return `not judged: ${whyUnreliable(report)}`;
  if (aborted !== undefined) return `ended early, because ${aborted}`;
  if (breakpoint) return breakpointSentence(breakpoint);
  if (outcome === 'nothing judged') return `not judged: ${whyNothing(totals)}`;
  return verdictWords(report);
}

function whyUnreliable({ trustworthy, comparison }: LoadReport): string {
  if (!trustworthy) return 'these figures are unreliable';
  const { baseline, unmeasured = [] } = comparison ?? {};
  if (unmeasured.length === 0) return `the figures of ${baseline} are unreliable`;
  return `too few values of ${unmeasured.join(', ')} for the comparison with ${baseline}`;
}

function whyNothing(totals: LoadReport['totals']): string {
  if (totals.answered === 0) return 'no response';
  if (nearlyAllThrottled(totals)) return 'nearly every response was 429';
  return 'no threshold could be evaluated';
}

function verdictWords(report: LoadReport): string {
  const { thresholds, comparison } = report;
  const judgements = thresholds.map((one) => judgementOf(one, report));
  const count = (wanted: Judgement): number =>
    judgements.filter((judgement) => judgement === wanted).length;
  const isMissed = count('failed') > 0;
  const unjudged = count('unjudged') === 0 ? '' : `, ${count('unjudged')} not judged`;
  const words = `${count(isMissed ? 'failed' : 'passed')} of ${thresholds.length} thresholds ${isMissed ? 'missed' : 'met'}${unjudged}`;
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

/** The visits of all scenarios together. */
export function visitsOf({ scenarios }: Pick<LoadReport, 'scenarios'>): {
  readonly started: number;
  readonly completed: number;
  readonly abandoned: number;
} {
  const sum = (of: 'started' | 'completed' | 'abandoned'): number =>
    scenarios.reduce((total, scenario) => total + scenario[of], 0);
  return { started: sum('started'), completed: sum('completed'), abandoned: sum('abandoned') };
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

type Breakpoint = NonNullable<LoadReport['breakpoint']>;

/** A text such as `Holds 57.5/s; at 60/s errors ≤ 1 % was missed: 9 %. Served at most 59.8/s.` */
export function breakpointSentence(breakpoint: Breakpoint): string {
  const { served } = breakpoint;
  return [
    resultOf(breakpoint),
    ...(served === undefined ? [] : [`Served at most ${withUnit(served, 'rate')}.`]),
    ...confidenceIn(breakpoint),
  ].join(' ');
}

function resultOf({ highest, brokenAt, reason, steps }: Breakpoint): string {
  const why = reason === undefined ? '' : ` ${reason}`;
  const broken = brokenAt === undefined ? undefined : `at ${withUnit(brokenAt, 'rate')}${why}.`;
  if (highest === undefined && broken === undefined)
    return steps.length === 0 ? 'No rate was tested.' : 'No rate could be judged.';
  if (highest === undefined) return `No tested rate met the thresholds; ${broken}`;
  const isHighest = steps.every(({ rate }) => rate <= highest);
  const unreached = isHighest ? UNREACHED : ': the breakpoint was not found.';
  return `Holds ${withUnit(highest, 'rate')}${broken === undefined ? unreached : `; ${broken}`}`;
}

const UNREACHED = ', the highest rate tried: the breakpoint was not reached.';

/**
 * The confidence is high if the generator was on time at the rate that holds and at all higher
 * rates. It is low if one of these rates could not be judged.
 */
function confidenceIn({ steps, highest = 0 }: Breakpoint): string[] {
  if (steps.length === 0) return [];
  const isLate = ({ rate, unreliable }: Breakpoint['steps'][number]): boolean =>
    unreliable !== undefined && rate >= highest;
  const late = [...new Set(steps.filter(isLate).map(({ rate }) => rate))];
  const isJudged = (at: number): boolean =>
    steps.some(({ rate, unreliable }) => rate === at && unreliable === undefined);
  const inWords = (rates: readonly number[]): string =>
    rates.map((rate) => withUnit(rate, 'rate')).join(', ');
  const skipped = late.filter((rate) => !isJudged(rate));
  if (skipped.length > 0)
    return [`Confidence: low, because the generator was late at ${inWords(skipped)}.`];
  if (late.length > 0)
    return [`Confidence: medium, because the generator was late at ${inWords(late)} at first.`];
  return ['Confidence: high, because the generator was on time.'];
}

/** The title for the reasons why figures are unreliable, for each conclusion about the run. */
const UNRELIABLE_TITLES = {
  unreliable: 'These figures are unreliable',
  held: 'Times are unreliable; no threshold depends on them',
  missed: 'Times are unreliable; a threshold that does not depend on them was missed',
} as const;

/** Notes that should be read before the figures. */
export function notesOf(report: LoadReport): [title: string, lines: readonly string[]][] {
  const { target, left = [], unmeasured = [], doubts, comparison, remarks = [] } = report;
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
    ['Target', remarks],
    ['Connection', connection],
    [`Comparison with ${comparison?.baseline}`, comparison?.notes ?? []],
  ];
  return notes.filter(([, lines]) => lines.length > 0);
}
