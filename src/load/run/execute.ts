/** Runs a load plan once, in one or several threads. */

import type { LoadPoint, LoadThresholdVerdict } from '../../schema/types.js';
import { type Plan, scheduleMs, warmUpMs } from '../profile/plan.js';
import { NOTHING_SEEN, type Observed, type Second } from '../record/observer.js';
import type { Measurements } from '../record/recording.js';
import type { FlowData } from '../scenario/data.js';
import { judgeRun } from '../threshold/judge.js';
import { type Measured, measuredOf } from '../threshold/measure.js';
import { Watch } from '../threshold/watch.js';
import { runShare, type ShareOptions } from './share.js';
import { runWorkers } from './workers.js';

export interface ExecuteOptions extends ShareOptions {
  /** The number of threads that share the load. The default is 1, which is this thread. */
  readonly workers?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The function is called every second, and once more when the run has ended. */
  readonly second?: ((second: Second) => void) | undefined;
  /** The module that runs in each thread. The default is the built module. */
  readonly workerModule?: URL | undefined;
}

/** The result of one run of a plan. */
export interface Run {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly recording: Measurements;
  /** The figures of the requests that were scheduled after the warm-up. */
  readonly measured: Measured;
  readonly verdicts: readonly LoadThresholdVerdict[];
  /** The missed threshold that ended the run early, and its measured value. */
  readonly aborted?: string | undefined;
  /** True if the signal in the options ended the run. */
  readonly interrupted: boolean;
}

/** Runs the plan in this thread or in several, and evaluates its thresholds. */
export async function execute(
  plan: Plan,
  flows: readonly FlowData[],
  options: ExecuteOptions = {},
): Promise<Run> {
  const { workers = 1, signal, second, workerModule, ...shared } = options;
  const stop = new AbortController();
  const endSignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const watch = new Watch(plan.thresholds);
  const end = scheduleMs(plan);
  const begin = warmUpMs(plan);
  let aborted: string | undefined;
  let startedAt = new Date();
  let began = performance.now();
  let stoppedMs: number | undefined;
  endSignal.addEventListener('abort', () => {
    stoppedMs = performance.now() - began;
  });
  const hooks = {
    signal: endSignal,
    ready: (): void => {
      startedAt = new Date();
      began = performance.now();
    },
    point: (point: LoadPoint, observed: Observed = NOTHING_SEEN): void => {
      second?.({ plan, point, observed, began: startedAt });
      // A second that began in the warm-up, or that ends more than 100 ms after the schedule, also
      // contains time that is not measured. It is not evaluated.
      if (aborted !== undefined || point.atMs < begin || point.atMs + 900 > end) return;
      aborted = watch.take(point);
      if (aborted !== undefined) stop.abort();
    },
  };
  const whole = { plan, flows, ...shared };
  const recording =
    workers === 1
      ? await runShare({ ...whole, index: 0, of: 1 }, hooks)
      : await runWorkers(whole, { ...hooks, count: workers, module: workerModule });
  const durationMs = performance.now() - began;
  const measuredMs = Math.max(1, Math.min(end, stoppedMs ?? end) - begin);
  const measured = measuredOf(recording, measuredMs / 1000);
  const judged = judgeRun(plan.thresholds, measured, recording);
  const verdicts = judged.map((verdict, index) => watch.verdict(plan.thresholds[index]) ?? verdict);
  return {
    startedAt,
    durationMs,
    recording,
    measured,
    verdicts,
    aborted,
    interrupted: signal?.aborted ?? false,
  };
}
