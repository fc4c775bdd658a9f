import type { LoadBreakpointResult, LoadBreakpointStep } from '../schema/types.js';
import { type BreakpointSearch, type Plan, unitOf, withUnit } from './profile/index.js';
import { nearlyAllThrottled } from './record/index.js';
import type { Run } from './run/index.js';
import { measure, wording } from './threshold/index.js';

/**
 * A limit that no search reaches, because a profile has at most 200 steps, and the bisection is
 * short.
 */
const MAX_TRIALS = 300;

/** `runs` are the runs at the tried rates, in the order of `steps`. */
export interface SearchResult extends LoadBreakpointResult {
  readonly runs: readonly Run[];
}

/**
 * Searches for the highest rate at which the thresholds hold. The rate increases in steps until a
 * threshold is missed, and bisection follows. `trial` runs the plan at one rate. The search ends
 * early if a trial is interrupted.
 */
export async function findBreakpoint(
  plan: Plan,
  search: BreakpointSearch,
  trial: (plan: Plan) => Promise<Run>,
): Promise<SearchResult> {
  const runs: Run[] = [];
  const steps: LoadBreakpointStep[] = [];
  let highest: number | undefined;
  let broken: LoadBreakpointStep | undefined;
  let next: number | undefined = search.start;
  while (next !== undefined && runs.length < MAX_TRIALS) {
    const run = await trial(planAt(plan, search, next, runs.length === 0));
    const step = stepOf(plan, next, run);
    runs.push(run);
    steps.push(step);
    if (run.interrupted) break;
    if (step.held) highest = next;
    else broken = step;
    next = nextRate(search, highest, broken?.rate);
  }
  return {
    ...(highest === undefined ? {} : { highest }),
    ...(broken === undefined ? {} : { brokenAt: broken.rate }),
    ...(broken?.reason === undefined ? {} : { reason: broken.reason }),
    steps,
    runs,
  };
}

/**
 * Returns the next rate to try, or undefined if the search is over. `highest` is the highest rate
 * at which the thresholds held, and `brokenAt` is the lowest rate at which one was missed.
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

/** A plan with a constant rate. Only the plan of the first trial has a warm-up. */
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

function stepOf(
  plan: Plan,
  rate: number,
  { measured, verdicts, aborted }: Run,
): LoadBreakpointStep {
  const missed = verdicts.findIndex(({ held }) => !held);
  const [threshold, verdict] = [plan.thresholds[missed], verdicts[missed]];
  const value =
    threshold && verdict?.observed !== undefined
      ? withUnit(verdict.observed, unitOf(threshold.metric))
      : verdict?.reason;
  const throttled = nearlyAllThrottled(measured.tally)
    ? 'nearly every response was 429'
    : undefined;
  const reason = aborted ?? (threshold ? `${wording(threshold)} was missed: ${value}` : throttled);
  return {
    rate,
    held: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    p95: measured.response?.p95 ?? 0,
    throughput: measure('throughput', measured) ?? 0,
    errors: measure('errors', measured) ?? 0,
  };
}
