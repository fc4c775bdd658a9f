import { type EngineName, engineNames } from '../src/load/engine/engines.js';
import { message } from '../src/load/engine/message.js';
import { openPool } from '../src/load/engine/pool.js';
import type { Stage } from '../src/load/profile/plan.js';
import { schedule } from '../src/load/profile/schedule.js';
import { histogramOf, mergeSpreads, percentileMs } from '../src/load/record/histogram.js';
import { doubtsAbout } from '../src/load/run/trust.js';
import { runWorkers } from '../src/load/run/workers.js';
import type { LoadPoint } from '../src/schema/types.js';
import { type Rig, runProfile, shareOf, withRig } from './load-rig.js';

const SECONDS = 4;

/**
 * How far the arrivals at the server are from N(t), on the average over tenths of a second, in per
 * cent of all of them; or how far their number is from that of the schedule, if that is more.
 */
export async function arrivalError(
  shape: readonly { duration: string; rate: number; rampTo?: number }[],
  run: (rig: Rig, profile: object) => Promise<unknown>,
): Promise<number> {
  const arrivals = await arrivalsOf((rig) => run(rig, { model: 'open', stages: shape }));
  let startMs = 0;
  const stages = shape.map(({ duration, rate, rampTo }, index): Stage => {
    const durationMs = Number.parseFloat(duration) * 1000;
    const stage = {
      name: `${index}`,
      startMs,
      durationMs,
      from: rate,
      to: rampTo ?? rate,
      warmUp: false,
    };
    startMs += durationMs;
    return stage;
  });
  const { total, dueAt } = schedule(stages);
  // Both clocks are the same, but not their zero: what most arrivals agree on is the start of the
  // schedule.
  const first = median(arrivals.slice(0, total).map((at, index) => at - dueAt(index)));
  let off = 0;
  let looks = 0;
  let due = 0;
  let come = 0;
  for (let at = 100; at < startMs; at += 100) {
    while (due < total && dueAt(due) < at) due += 1;
    while (come < arrivals.length && (arrivals[come] ?? 0) - first < at) come += 1;
    off += Math.abs(come - due);
    looks += 1;
  }
  return (Math.max(off / looks, Math.abs(arrivals.length - total)) / total) * 100;
}

const arrivalsOf = (run: (rig: Rig) => Promise<unknown>): Promise<number[]> =>
  withRig(async (rig) => {
    await run(rig);
    return rig.arrivals();
  });

/** One generator of an engine, or two threads. */
export const alone = (engine: EngineName) => (rig: Rig, profile: object) =>
  runProfile(rig, profile, { engine });
const twoWorkers = (rig: Rig, profile: object) => runWorkers(shareOf(rig, profile), { count: 2 });

type Unavailable = { readonly unavailable: string };
const LOWER = [8000, 6000, 4000, 2000, 1000];
const MOST_ERROR = 0.2;

/**
 * The errors, in per cent, of what two threads release and of what arrives; and why neither may be
 * trusted.
 */
async function twoAt(rate: number) {
  let doubts: string[] = [];
  let released = Number.NaN;
  const arrived = await arrivalError([{ duration: `${SECONDS}s`, rate }], async (rig, profile) => {
    const { plan } = shareOf(rig, profile);
    const { series } = await twoWorkers(rig, profile);
    doubts = doubtsAbout(plan, series.points);
    released = releaseError(series.points, rate);
  });
  return { released, arrived, doubts };
}

/**
 * 10,000 a second from two threads; where the machine does not give them the time, what it gives
 * them.
 */
export async function tenThousand(seen: 'released' | 'arrived'): Promise<number | Unavailable> {
  const { doubts, ...errors } = await twoAt(10_000);
  if (errors[seen] <= MOST_ERROR || doubts.length === 0) return errors[seen];
  for (const rate of LOWER) {
    const lower = await twoAt(rate);
    if (lower[seen] <= MOST_ERROR && lower.doubts.length === 0) {
      return {
        unavailable: `the machine is the limit, and lets two workers hold ${rate}/s within ${MOST_ERROR} %`,
      };
    }
  }
  return { unavailable: `the machine is the limit. ${doubts.join(' ')}` };
}

/**
 * How far the starts of a constant rate are from it at the ends of the seconds, on the average, in
 * per cent of all.
 */
function releaseError(points: readonly LoadPoint[], rate: number): number {
  let started = 0;
  let off = 0;
  for (const point of points) {
    started += point.started;
    const due = Math.min(SECONDS, (point.atMs + (point.durationMs ?? 0)) / 1000) * rate;
    off += Math.abs(started - due);
  }
  return (off / points.length / (SECONDS * rate)) * 100;
}

/** The median response time of one engine ÷ that of the other, at a target that takes 20 ms. */
export const agreement = () =>
  withRig(async (rig) => {
    await rig.tell({ delayMs: 20 });
    const profile = { model: 'open', stages: [{ duration: '2s', rate: 200 }] };
    const medians: number[] = [];
    for (const engine of engineNames) {
      const { requests } = await runProfile(rig, profile, { engine });
      medians.push(
        percentileMs(histogramOf(mergeSpreads(requests.map(({ response }) => response))), 50),
      );
    }
    return (medians[1] ?? Number.NaN) / (medians[0] ?? Number.NaN);
  });

/**
 * Of the bins of each second, the median over the seconds: what else the machine does in one of
 * them is not our pace. Each bin begins halfway between two arrivals of the schedule: where one is
 * due, an arrival that is a microsecond late would count in another bin than one that is not.
 */
export async function binVariation(engine: EngineName): Promise<number> {
  const [rate, seconds] = [500, SECONDS + 1];
  const profile = { model: 'open', stages: [{ duration: `${seconds}s`, rate }] };
  const arrivals = await arrivalsOf((rig) => runProfile(rig, profile, { engine }));
  const apart = 1000 / rate;
  const first = median(arrivals.map((at, index) => at - index * apart)) - apart / 2;
  const bins = Array.from({ length: seconds * 100 }, () => 0);
  for (const at of arrivals) {
    const bin = Math.floor((at - first) / 10);
    if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return median(
    Array.from({ length: seconds }, (_, second) =>
      variationOf(bins.slice(second * 100, (second + 1) * 100)),
    ),
  );
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function variationOf(bins: readonly number[]): number {
  const mean = bins.reduce((sum, count) => sum + count, 0) / bins.length;
  return Math.sqrt(bins.reduce((sum, count) => sum + (count - mean) ** 2, 0) / bins.length) / mean;
}

/**
 * Five seconds at 500/s, of which the server sleeps one: a fifth of the requests waits from 0 to
 * 1,000 ms.
 */
export const stalled = (percent: number, analyticMs: number, engine: EngineName) => () =>
  withRig(async (rig) => {
    // The warm-up is for the compilers on both sides: how fast the queue empties after the stall is
    // part of the figure.
    await rig.tell({ stallMs: 1000, afterArrivals: 1750 });
    const shape = {
      warmUp: { duration: '2s', rate: 500 },
      stages: [{ duration: '5s', rate: 500 }],
    };
    const recording = await runProfile(rig, { model: 'open', ...shape }, { engine });
    const response = mergeSpreads(recording.requests.map((line) => line.response));
    return percentileMs(histogramOf(response), percent) / analyticMs;
  });

export const misattributed = (engine: EngineName) => () =>
  withRig(async ({ origin }) => {
    const pool = await openPool({
      origin,
      engine,
      connections: 10,
      timeout: 10_000,
      backlog: 10_000,
    });
    const count = 5000;
    let wrong = 0;
    await Promise.all(
      Array.from(
        { length: count },
        (_, index) =>
          new Promise<void>((resolve) => {
            const path = `/echo/${index}`;
            const sent = message({ method: 'GET', url: new URL(path, origin), headers: {} });
            pool.submit({
              request: {
                origin,
                title: 'echo',
                message: sent,
                expects: 200,
                repeatable: true,
                reads: true,
              },
              intended: performance.now(),
              sent: 0,
              firstByte: 0,
              tries: 0,
              keep: true,
              settle: (_ticket, outcome) => {
                // A request whose connections were closed three times in turn is lost, not answered
                // for another.
                if (outcome.kind === 'answered' && outcome.answer.body.toString() !== path)
                  wrong += 1;
                resolve();
              },
            });
          }),
      ),
    );
    await pool.close('done');
    return (wrong / count) * 100;
  });
