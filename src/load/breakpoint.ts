import { defined } from '../defined.js';
import type {
  LoadBreakpointResult,
  LoadBreakpointStep,
  LoadThresholdVerdict,
} from '../schema/types.js';
import { timeOf, unitOf, withUnit } from './profile/metric.js';
import { type BreakpointSearch, type Plan, type Threshold, warmUpMs } from './profile/plan.js';
import { nearlyAllThrottled } from './record/tally.js';
import type { Run } from './run/execute.js';
import { longestDelay, wasDisturbed } from './run/trust.js';
import { isWithinLimit, wording } from './threshold/judge.js';
import { measure } from './threshold/measure.js';

/**
 * The maximum number of trials, which prevents an endless search. A profile has at most 200 steps,
 * and the bisection is short.
 */
const MAX_TRIALS = 300;

/** A rate is tried this many times if the generator is late each time. Then it is skipped. */
const TRIALS_OF_RATE = 3;

/**
 * At a rate that the target sustains, hardly more requests are pending at the end than at the
 * beginning. This share of all requests is tolerated.
 */
const TOLERATED_PENDING = 0.03;

/**
 * The hold is the time at one rate. A generator that was late by more than this share of it did not
 * send the load of the rate.
 */
const TOLERATED_DELAY = 0.03;

/** `runs` are the runs at the tried rates, in the order of `steps`. */
export interface SearchResult extends LoadBreakpointResult {
  readonly runs: readonly Run[];
}

/**
 * Searches for the highest rate at which the thresholds hold and the requests are completed within
 * the hold, which is the time at one rate. The rate increases in steps until a rate fails. Then
 * bisection follows. `trial` runs the plan at one rate. A rate at which the generator was late is
 * tried again, and then skipped. The search ends early if a trial is interrupted.
 */
export async function findBreakpoint(
  plan: Plan,
  search: BreakpointSearch,
  trial: (plan: Plan) => Promise<Run>,
): Promise<SearchResult> {
  const runs: Run[] = [];
  const steps: LoadBreakpointStep[] = [];
  const skipped: number[] = [];
  let highest: number | undefined;
  let broken: LoadBreakpointStep | undefined;
  let next: number | undefined = search.start;
  let trialsOfRate = 0;
  while (next !== undefined && runs.length < MAX_TRIALS) {
    const planned = planAt(plan, search, next, runs.length === 0);
    const run = await trial(planned);
    const step = stepOf(planned, next, run);
    runs.push(run);
    steps.push(step);
    if (run.interrupted) break;
    trialsOfRate += 1;
    if (step.unreliable !== undefined && trialsOfRate < TRIALS_OF_RATE) continue;
    trialsOfRate = 0;
    if (step.unreliable !== undefined) skipped.push(next);
    else if (step.held) highest = next;
    else broken = step;
    next = nextUnskipped(search, highest, broken?.rate, skipped);
  }
  const served = steps.flatMap((step) => (step.unreliable === undefined ? step.throughput : []));
  return {
    ...defined({ highest, brokenAt: broken?.rate, reason: broken?.reason }),
    ...(served.length === 0 ? {} : { served: Math.max(...served) }),
    steps,
    runs,
  };
}

/**
 * Returns the next rate to try, or undefined if the search is over. Skipped rates are passed while
 * the rate increases, and bound the interval of the bisection.
 */
function nextUnskipped(
  search: BreakpointSearch,
  highest: number | undefined,
  brokenAt: number | undefined,
  skipped: readonly number[],
): number | undefined {
  if (brokenAt === undefined) {
    const tried = [...skipped, ...(highest === undefined ? [] : [highest])];
    return nextRate(search, tried.length === 0 ? undefined : Math.max(...tried), undefined);
  }
  const above = skipped.filter((rate) => rate > (highest ?? Number.POSITIVE_INFINITY));
  return nextRate(search, highest, Math.min(brokenAt, ...above));
}

/**
 * Returns the next rate to try, or undefined if the search is over. `highest` is the highest rate
 * that held, and `brokenAt` is the lowest rate that failed.
 */
export function nextRate(
  { start, step, max, precision }: BreakpointSearch,
  highest: number | undefined,
  brokenAt: number | undefined,
): number | undefined {
  if (brokenAt === undefined) {
    const next = highest === undefined ? start : Math.min(max, highest + step);
    return highest !== undefined && highest >= max ? undefined : next;
  }
  if (highest === undefined) return undefined;
  if (brokenAt - highest <= Math.max(highest * precision, 0.1)) return undefined;
  return (highest + brokenAt) / 2;
}

/** Returns the plan with a constant rate. Only the plan of the first trial has a warm-up. */
function planAt(plan: Plan, { holdMs }: BreakpointSearch, rate: number, isFirst: boolean): Plan {
  const warmUps = isFirst ? plan.stages.filter(({ warmUp }) => warmUp) : [];
  const startMs = warmUps.reduce((end, { durationMs }) => end + durationMs, 0);
  const name = withUnit(rate, 'rate');
  return {
    ...plan,
    stages: [
      ...warmUps,
      { name, startMs, durationMs: holdMs, from: rate, to: rate, warmUp: false },
    ],
  };
}

function stepOf(plan: Plan, rate: number, run: Run): LoadBreakpointStep {
  const { measured } = run;
  const miss = missIn(plan, run);
  const unreliable = unreliability(plan, run, miss);
  return {
    rate,
    held: miss === undefined && unreliable === undefined,
    p95: measured.response?.p95 ?? 0,
    throughput: measure('throughput', measured) ?? 0,
    errors: measure('errors', measured) ?? 0,
    ...defined({ reason: miss?.reason, unreliable }),
  };
}

/** Why a rate does not hold. */
interface Miss {
  readonly reason: string;
  /** Whether a delay of the generator, in milliseconds, may be the cause. */
  readonly isDueTo: (delayMs: number) => boolean;
}

function missIn(plan: Plan, run: Run): Miss | undefined {
  const { measured, verdicts, aborted } = run;
  const index = verdicts.findIndex(({ held }) => !held);
  const [threshold, verdict] = [plan.thresholds[index], verdicts[index]];
  if (threshold && verdict) {
    const miss = missedThreshold(threshold, verdict, plan);
    return { ...miss, reason: aborted ?? miss.reason };
  }
  if (aborted !== undefined) return { reason: aborted, isDueTo: () => true };
  if (nearlyAllThrottled(measured.tally))
    return { reason: 'nearly every response was 429', isDueTo: () => false };
  return missedHold(plan, run);
}

function missedThreshold(
  threshold: Threshold,
  { observed, reason: why }: LoadThresholdVerdict,
  { timeoutMs }: Plan,
): Miss {
  const { metric } = threshold;
  const value = observed === undefined ? why : withUnit(observed, unitOf(metric));
  return {
    reason: `${wording(threshold)} was missed: ${value}`,
    isDueTo: (delayMs) => {
      if (timeOf(metric))
        return observed !== undefined && isWithinLimit(threshold, observed - delayMs);
      if (metric === 'throughput') return true;
      // A request can only time out or remain unsent if something takes as long as the timeout.
      return /^(?:errors|timeouts|dropped|abandoned)$/.test(metric) && delayMs > timeoutMs / 2;
    },
  };
}

/**
 * The target does not sustain a rate if more and more requests wait for a response. A request that
 * was scheduled shortly before the end of the hold may be pending. `usual` is the number of
 * pending requests if response times do not grow (Little's law).
 */
function missedHold(plan: Plan, { measured, recording }: Run): Miss | undefined {
  const { tally, seconds } = measured;
  // Times in the series are rounded.
  const counted = recording.series.points.filter(
    ({ atMs, response }) => atMs >= warmUpMs(plan) - 1 && response.count > 0,
  );
  const shortestMs = Math.min(...counted.flatMap(({ response }) => response.p50 ?? []));
  const offeredRate = tally.offered / seconds;
  const usual = Number.isFinite(shortestMs) ? (offeredRate * shortestMs) / 1000 : 0;
  const excess = (recording.pending ?? 0) - usual - 1 - tally.offered * TOLERATED_PENDING;
  if (excess <= 0) return undefined;
  const servedRate = measure('throughput', measured) ?? 0;
  return {
    reason: `only ${withUnit(servedRate, 'rate')} of ${withUnit(offeredRate, 'rate')} were completed within the hold`,
    isDueTo: (delayMs) => excess <= (offeredRate * delayMs) / 1000,
  };
}

/**
 * Returns a text about the delay of the generator, if the delay was long or may be the cause of the
 * miss. Returns undefined if the trial is reliable.
 */
function unreliability(plan: Plan, { recording }: Run, miss: Miss | undefined): string | undefined {
  const { points } = recording.series;
  if (!wasDisturbed(plan, points)) return undefined;
  const delayMs = longestDelay(plan, points);
  const holdMs = plan.stages.at(-1)?.durationMs ?? 0;
  if (delayMs <= holdMs * TOLERATED_DELAY && !miss?.isDueTo(delayMs)) return undefined;
  return `the generator was up to ${withUnit(delayMs, 'ms')} late`;
}
