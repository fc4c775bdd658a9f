import type { LoadPoint, LoadThresholdVerdict } from '../../schema/types.js';
import type { Connection } from '../../settings/index.js';
import { type Plan, scheduleMs } from '../profile/index.js';
import type { Observed, ObserveOptions, Recording } from '../record/index.js';
import type { FlowData } from '../scenario/index.js';
import { judgeRun, postponed, Watch } from '../threshold/index.js';
import type { CommonStart } from './common-start.js';
import { runShare } from './share.js';
import { runWorkers } from './workers.js';

export interface ExecuteOptions {
  /** Threads that share the load. Default 1: this one. */
  readonly workers?: number;
  /** Authorities, certificate and proxy, where the target is not reached the plain way. */
  readonly connection?: Connection | undefined;
  /** The most requests a second, where the target is not on this machine. */
  readonly maxPerSecond?: number;
  readonly signal?: AbortSignal;
  readonly point?: (point: LoadPoint, observed?: Observed) => void;
  /** What `point` is to hear of single requests. Default nothing. */
  readonly observe?: ObserveOptions;
  /** The part of the schedule that this generator takes, index from 0. Default all of it. */
  readonly part?: Part;
  /** When the schedule starts, together with other generators. Default as soon as the connections are open. */
  readonly start?: CommonStart;
  readonly workerModule?: URL;
}

/** A part of one schedule, index from 0. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** A run as it went. */
export interface Run {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Milliseconds that count: without warm-up and drain. */
  readonly measuredMs: number;
  readonly recording: Recording;
  readonly verdicts: readonly LoadThresholdVerdict[];
  /** The threshold that ended the run early. */
  readonly aborted?: string;
  /** The run was interrupted from outside. */
  readonly interrupted: boolean;
}

/** Runs a plan with stages, in this thread or in several, and holds its thresholds against what was recorded. */
export async function execute(plan: Plan, flows: readonly FlowData[], options: ExecuteOptions = {}): Promise<Run> {
  const { workers = 1, maxPerSecond, signal, point, observe, start, part = { index: 0, of: 1 } } = options;
  const stop = new AbortController();
  const watch = new Watch(plan.thresholds.filter(({ metric }) => part.of === 1 || metric !== 'throughput'));
  const end = scheduleMs(plan);
  const warmUpMs = plan.stages.filter(({ warmUp }) => warmUp).reduce((sum, { durationMs }) => sum + durationMs, 0);
  let aborted: string | undefined;
  const whole = {
    plan,
    flows,
    connection: options.connection,
    ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
    ...(observe === undefined ? {} : { observe }),
  };
  const ends = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let startedAt = new Date();
  let began = performance.now();
  const hooks = {
    signal: ends,
    ready: async (): Promise<void> => {
      await start?.start(ends);
      startedAt = new Date();
      began = performance.now();
    },
    point: (closed: LoadPoint, observed?: Observed): void => {
      point?.(closed, observed);
      // Half seconds at the edges say nothing about a rate.
      if (aborted !== undefined || closed.atMs < warmUpMs || closed.atMs + 900 > end) return;
      aborted = watch.take(closed);
      if (aborted !== undefined) stop.abort();
    },
  };
  let stoppedMs: number | undefined;
  ends.addEventListener('abort', () => {
    stoppedMs = performance.now() - began;
  });
  await start?.opening(ends);
  const recording =
    workers === 1
      ? await runShare({ ...whole, ...part }, hooks)
      : await runWorkers(whole, {
          ...hooks,
          count: workers,
          part,
          ...(options.workerModule === undefined ? {} : { module: options.workerModule }),
        });
  const durationMs = performance.now() - began;
  const measuredMs = Math.max(1, Math.min(end, stoppedMs ?? end) - warmUpMs);
  const judged = judgeRun(plan.thresholds, recording, measuredMs / 1000);
  return {
    startedAt,
    durationMs,
    measuredMs,
    recording,
    verdicts: plan.thresholds.map((threshold, index) => {
      const seen = watch.verdict(threshold) ?? judged[index];
      if (!seen) throw new Error(`The threshold on ${threshold.metric} was not judged`);
      // A part of the load says nothing of the whole rate.
      if (part.of > 1 && threshold.metric === 'throughput') return postponed(threshold);
      return seen;
    }),
    ...(aborted === undefined ? {} : { aborted }),
    interrupted: signal?.aborted ?? false,
  };
}
