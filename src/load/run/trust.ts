/**
 * Finds out whether the load generator was too slow in a load run. If it was, the figures do not
 * describe the server under test.
 */

import type { LoadPoint } from '../../schema/types.js';
import { withUnit } from '../profile/metric.js';
import { modelOf, type Plan, warmUpMs } from '../profile/plan.js';
import type { Measurements } from '../record/recording.js';
import { shortagesIn } from './shortage.js';

/**
 * An interval is bad if a request or a visit (one run of a scenario) in it started more than this
 * many ms too late.
 */
const LATE_MS = 10;

/** An interval is bad if the event loop was blocked for more than this many ms. */
const LOOP_DELAY_MS = 20;

/**
 * In the closed model (a fixed number of virtual users), an interval is bad if the event loop was
 * busy for at least this share of the interval.
 */
const BUSY = 0.95;
/**
 * This share of bad intervals is tolerated, because short pauses for garbage collection occur in
 * every run.
 */
const TOLERATED = 0.05;

/** This share of busy intervals is tolerated in the closed model. */
const TOLERATED_BUSY = 0.5;

/** Fewer bad intervals than this are not reported. */
const MIN_BAD_INTERVALS = 3;
/** A generator that is busy for this share of its time still starts requests on time. */
const COMFORTABLE = 0.7;
/** Other processes that use at least this many cores are a disturbance. */
const DISTURBING_CORES = 0.3;

/** The longest delay of the generator in the measured time, in milliseconds. */
export const longestDelay = (plan: Pick<Plan, 'stages'>, points: readonly LoadPoint[]): number =>
  Math.max(
    0,
    ...points.filter(({ atMs, offered }) => atMs >= warmUpMs(plan) && offered > 0).map(delayIn),
  );

/** Whether any interval was bad, even if a whole run would tolerate it. */
export const wasDisturbed = (plan: Pick<Plan, 'stages'>, points: readonly LoadPoint[]): boolean =>
  longestDelay(plan, points) > LATE_MS;

const isLate = ({ lateMax }: LoadPoint): boolean => lateMax > LATE_MS;
const isBlocked = ({ loopDelayP99 }: LoadPoint): boolean => loopDelayP99 > LOOP_DELAY_MS;
const isBusy = ({ utilization }: LoadPoint): boolean => utilization >= BUSY;
/** The delay of the generator in an interval, in milliseconds. */
const delayIn = ({ lateMax, loopDelayP99 }: LoadPoint): number => Math.max(lateMax, loopDelayP99);

/** All reasons to doubt the figures of a run. */
export const doubtsOf = (
  plan: Parameters<typeof doubtsAbout>[0],
  { series, connections }: Pick<Measurements, 'series' | 'connections'>,
): readonly string[] => [...shortagesIn(connections.refusals), ...doubtsAbout(plan, series.points)];

/**
 * Reasons to doubt that the generator was on time. The last two texts name the cause of the delay
 * and a remedy. The list is empty if the figures are reliable.
 */
export function doubtsAbout(
  plan: Pick<Plan, 'model' | 'stages'> & Partial<Pick<Plan, 'scenarios'>>,
  points: readonly LoadPoint[],
): string[] {
  const begin = warmUpMs(plan);
  const counted = points.filter(({ atMs, offered }) => atMs >= begin && offered > 0);
  const isOpen = modelOf(plan) !== 'closed';
  const worst = (of: (point: LoadPoint) => number): number =>
    Math.round(Math.max(0, ...counted.map(of)));
  const doubts: string[] = [];
  const doubt = (some: (point: LoadPoint) => boolean, tolerated: number, words: string): void => {
    const count = counted.filter(some).length;
    if (count < MIN_BAD_INTERVALS || count <= tolerated * counted.length) return;
    doubts.push(`In ${Math.round((count / counted.length) * 100)} % of the time ${words}`);
  };
  const lateness = worst(({ lateMax }) => lateMax);
  const delay = worst(({ loopDelayP99 }) => loopDelayP99);
  if (isOpen)
    doubt(
      isLate,
      TOLERATED,
      `starts were released more than ${LATE_MS} ms late, up to ${lateness} ms.`,
    );
  const blockedWords = `the generator's event loop was blocked for more than ${LOOP_DELAY_MS} ms, up to ${delay} ms.`;
  doubt(isBlocked, TOLERATED, blockedWords);
  const limit = 'the generator was saturated: it limited the throughput itself.';
  if (!isOpen) doubt(isBusy, TOLERATED_BUSY, limit);
  if (doubts.length === 0) return [];
  const isBad = (point: LoadPoint): boolean =>
    isBlocked(point) || (isOpen ? isLate(point) : isBusy(point));
  return [...doubts, causeOf(counted.filter(isBad)), remedyOf(counted, isBad)];
}

/**
 * Describes the cause of the delay: other processes, other threads of this process, or its event
 * loop.
 */
function causeOf(bad: readonly LoadPoint[]): string {
  const known = bad.filter(({ waitedMs }) => waitedMs !== undefined);
  if (known.length === 0) return 'The cause is unknown: this machine has no /proc.';
  // `waitedMs` is the time in which the generator was ready to run, but did not get a CPU. If it is
  // at least half of the delay, the generator's own event loop is not the cause.
  const waiting = known.filter((point) => (point.waitedMs ?? 0) >= delayIn(point) / 2);
  const most = (of: (point: LoadPoint) => number): number => Math.max(0, ...known.map(of));
  const waited = `while the generator waited for a CPU (up to ${Math.round(most(({ waitedMs = 0 }) => waitedMs))} ms a second)`;
  const others = most(({ othersCpu = 0 }) => othersCpu);
  const outside =
    others >= DISTURBING_CORES
      ? `other processes, which used up to ${others.toFixed(1)} cores ${waited}`
      : `other threads of this process, such as the embedded server, or a CPU limit: no other process used much CPU time ${waited}`;
  const own = `its own event loop, which was busy up to ${Math.round(most(({ utilization }) => utilization) * 100)} % of the time`;
  if (waiting.length === 0) return `The cause is ${own}.`;
  if (waiting.length === known.length) return `The cause is ${outside}.`;
  return `The causes are ${outside} (${waiting.length} of ${known.length} intervals), and ${own}.`;
}

const rateOf = ({ offered, durationMs = 1000 }: LoadPoint): number =>
  (offered * 1000) / Math.max(1, durationMs);

/**
 * Names a rate at which the generator was fast enough in this run. If there is none, the rate is
 * computed from the bad intervals in which the event loop was busy most of the time. Other
 * intervals are not used, because their load does not show how much processor time a high rate
 * needs.
 */
function remedyOf(points: readonly LoadPoint[], isBad: (point: LoadPoint) => boolean): string {
  const tried = Math.max(...points.filter(isBad).map(rateOf));
  const kept = keptUpAt(points, isBad, COMFORTABLE * tried);
  if (kept !== undefined)
    return `The generator kept up at ${rateInWords(kept)}. Use --workers, another machine, or that rate.`;
  const saturated = points.filter((point) => isBad(point) && point.utilization >= COMFORTABLE);
  const estimates = saturated
    .map((point) => (rateOf(point) * COMFORTABLE) / point.utilization)
    .sort((a, b) => a - b);
  const middle = estimates[Math.floor(estimates.length / 2)];
  return middle === undefined
    ? 'A lower rate would not help: use another machine, or stop other processes on this one.'
    : `The highest rate that this machine can generate reliably is about ${rateInWords(middle)}. Use --workers, another machine, or that rate.`;
}

const rateInWords = (rate: number): string => withUnit(Number(rate.toPrecision(2)), 'rate');

/**
 * The highest rate below `below` at which hardly any interval was bad. A rate is judged by the
 * intervals whose rates are at most this rate, and at least the share `COMFORTABLE` of it. The
 * result is undefined if there is no such rate.
 */
function keptUpAt(
  points: readonly LoadPoint[],
  isBad: (point: LoadPoint) => boolean,
  below: number,
): number | undefined {
  const rates = points.map(rateOf).filter((one) => one < below);
  return rates
    .sort((a, b) => b - a)
    .find((one) => {
      const near = points.filter(
        (point) => rateOf(point) <= one && rateOf(point) >= one * COMFORTABLE,
      );
      return (
        near.length >= MIN_BAD_INTERVALS && near.filter(isBad).length <= near.length * TOLERATED
      );
    });
}
