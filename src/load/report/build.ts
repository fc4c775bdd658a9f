/** Makes the report of a load run. */

import { cpus } from 'node:os';
import type { LoadReport, LoadTally, LoadThresholdVerdict } from '../../schema/types.js';
import { EVERYWHERE } from '../percentiles.js';
import type { Metric } from '../profile/metric.js';
import { modelOf, type Plan } from '../profile/plan.js';
import { mergeSpreads } from '../record/histogram.js';
import { mergeMeasurements } from '../record/recording.js';
import { nearlyAllThrottled } from '../record/tally.js';
import type { Run } from '../run/execute.js';
import { doubtsOf } from '../run/trust.js';
import { isOfWholeRun, measure, mergeMeasured } from '../threshold/measure.js';

export interface ReportInput {
  readonly plan: Pick<Plan, 'name' | 'model' | 'stages' | 'thresholds' | 'compare'> & Partial<Plan>;
  /** The tool that sent the requests, if it is not Assay. */
  readonly engine?: string;
  /** One or more runs of the same plan. Their figures are merged. */
  readonly runs: readonly Run[];
  readonly target: LoadReport['target'];
  readonly version: string;
  readonly environment: LoadReport['environment'];
  /** Parts of the profile that were left out. */
  readonly left?: readonly string[];
  /** Values that the tool named by `engine` does not measure. */
  readonly unmeasured?: readonly string[];
}

/** The report without comparison and breakpoint, which are added later. */
export function reportOf(input: ReportInput): LoadReport {
  const { plan, engine, runs, target, version, environment, left = [], unmeasured = [] } = input;
  const { name, description, timeoutMs = 0, connections = 0, sample = 0, seed = 0 } = plan;
  const recording = mergeMeasurements(runs.map((run) => run.recording));
  const totals = mergeMeasured(
    runs.map(({ measured }) => measured),
    sum(runs.map(({ measured }) => measured.seconds)),
  );
  const doubts = [...new Set(runs.flatMap((run) => doubtsOf(plan, run.recording)))];
  const aborted = runs.find((run) => run.aborted !== undefined)?.aborted;
  const thresholds = worstOf(runs.map((run) => run.verdicts));
  const interrupted = runs.some((run) => run.interrupted);
  const engineName = engine ?? plan.engine ?? 'autocannon';
  return {
    tool: { name: 'assay', version },
    profile: {
      name,
      model: modelOf(plan),
      engine: engineName,
      timeoutMs,
      connections,
      sample,
      seed,
      ...(description === undefined ? {} : { description }),
    },
    target,
    startedAt: (runs[0]?.startedAt ?? new Date(0)).toISOString(),
    durationMs: Math.round(sum(runs.map((run) => run.durationMs))),
    measuredMs: Math.round(totals.seconds * 1000),
    runs: runs.length,
    environment,
    outcome: outcomeOf(totals.tally, thresholds, interrupted),
    ...(aborted === undefined ? {} : { aborted }),
    ...(left.length === 0 ? {} : { left: [...left] }),
    ...(unmeasured.length === 0 ? {} : { unmeasured: [...unmeasured] }),
    trustworthy: doubts.length === 0,
    doubts,
    totals: totals.tally,
    throughput: measure('throughput', totals) ?? 0,
    response: totals.response ?? mergeSpreads([]),
    firstByte: totals.firstByte ?? mergeSpreads([]),
    service: totals.service ?? mergeSpreads([]),
    lag: totals.lag ?? mergeSpreads([]),
    ...recording,
    // The curves of consecutive runs would overlap, so only the last run is shown.
    series: runs.at(-1)?.recording.series ?? recording.series,
    thresholds,
    samples: samplesOf(runs, plan),
  };
}

export const environmentOf = (workers: number): LoadReport['environment'] => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  workers,
});

/** The metrics of every comparison, in addition to those that a profile limits. */
export const COMPARED_METRICS: readonly Metric[] = [
  ...EVERYWHERE.map(({ name }) => `response.${name}` as const),
  'throughput',
  'errors',
];

/**
 * Returns the values of each run by metric. The metrics are those of every comparison, and those
 * that the profile limits for the whole run.
 */
function samplesOf(
  runs: readonly Run[],
  { thresholds, compare }: Pick<Plan, 'thresholds' | 'compare'>,
): LoadReport['samples'] {
  const whole = thresholds.filter(isOfWholeRun);
  const metrics = new Set<Metric>([
    ...COMPARED_METRICS,
    ...[...whole, ...compare].map(({ metric }) => metric),
  ]);
  return Object.fromEntries(
    [...metrics].map((metric) => [
      metric,
      runs.flatMap(({ measured }) => measure(metric, measured) ?? []),
    ]),
  );
}

/**
 * Without responses there is no verdict (`nothing judged`). If almost all responses are 429, there
 * is no verdict either, unless a threshold was missed.
 */
function outcomeOf(
  totals: LoadTally,
  thresholds: readonly LoadThresholdVerdict[],
  interrupted: boolean,
): LoadReport['outcome'] {
  if (interrupted) return 'interrupted';
  if (totals.answered === 0) return 'nothing judged';
  if (!thresholds.every(({ held }) => held)) return 'missed';
  return nearlyAllThrottled(totals) ? 'nothing judged' : 'held';
}

/**
 * Returns for each threshold the first verdict that is a miss, or else the verdict of the first
 * run, so that one success cannot hide a miss.
 */
function worstOf(runs: readonly (readonly LoadThresholdVerdict[])[]): LoadThresholdVerdict[] {
  return (runs[0] ?? []).map(
    (first, index) => runs.map((run) => run[index]).find((one) => one?.held === false) ?? first,
  );
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
