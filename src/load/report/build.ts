import { cpus } from 'node:os';
import type { LoadReport, LoadTally, LoadThresholdVerdict } from '../../schema/types.js';
import type { Metric, Plan } from '../profile/index.js';
import { mergeRecordings, mergeSpreads, onlyThrottled } from '../record/index.js';
import { doubtsAbout, type Run } from '../run/index.js';
import { measuredOf } from '../threshold/index.js';
import { samplesOf } from './samples.js';

export interface ReportInput {
  readonly plan: Plan;
  /** One run, or several of the same plan whose figures are added up. */
  readonly runs: readonly Run[];
  readonly target: LoadReport['target'];
  readonly version: string;
  readonly workers: number;
  /** What was left out of the profile, in words. */
  readonly left?: readonly string[];
}

/** The report of one or several runs. What is added later: a comparison, a breakpoint. */
export function reportOf({ plan, runs, target, version, workers, left = [] }: ReportInput): LoadReport {
  const recording = mergeRecordings(runs.map((run) => run.recording));
  const measuredMs = sum(runs.map((run) => run.measuredMs));
  const totals = measuredOf(recording, measuredMs / 1000);
  const doubts = [...new Set(runs.flatMap((run) => doubtsAbout(plan, run.recording.series.points)))];
  const aborted = runs.find((run) => run.aborted !== undefined)?.aborted;
  const thresholds = worstOf(runs.map((run) => run.verdicts));
  const description = plan.description === undefined ? {} : { description: plan.description };
  return {
    tool: { name: 'assay', version },
    profile: {
      name: plan.name,
      model: plan.model,
      engine: plan.engine,
      ...description,
      timeoutMs: plan.timeoutMs,
      connections: plan.connections,
      sample: plan.sample,
      seed: plan.seed,
    },
    target,
    startedAt: (runs[0]?.startedAt ?? new Date(0)).toISOString(),
    durationMs: Math.round(sum(runs.map((run) => run.durationMs))),
    measuredMs: Math.round(measuredMs),
    runs: runs.length,
    environment: environmentOf(workers),
    outcome: outcomeOf(
      totals.tally,
      thresholds,
      runs.some(({ interrupted }) => interrupted),
    ),
    ...(aborted === undefined ? {} : { aborted }),
    ...(left.length === 0 ? {} : { left: [...left] }),
    trustworthy: doubts.length === 0,
    doubts,
    totals: totals.tally,
    throughput: totals.tally.answered / (measuredMs / 1000),
    response: mergeSpreads(recording.requests.map(({ response }) => response)),
    firstByte: mergeSpreads(recording.requests.flatMap(({ firstByte }) => firstByte ?? [])),
    service: mergeSpreads(recording.requests.map(({ service }) => service)),
    lag: mergeSpreads(recording.requests.map(({ lag }) => lag)),
    ...recording,
    // One run after the other would lie on top of each other in time: the curves are those of the last one.
    series: runs.at(-1)?.recording.series ?? recording.series,
    thresholds,
    samples: samplesOf(runs, named(plan)),
  };
}

/** The machine that the load comes from. */
export const environmentOf = (workers: number): LoadReport['environment'] => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  workers,
});

/** The metrics that a profile names for the whole run. */
const named = ({ thresholds, compare }: Plan): Metric[] =>
  [...thresholds.filter(({ scenario, request }) => scenario === undefined && request === undefined), ...compare].map(
    ({ metric }) => metric,
  );

/** What the run came to. Where nothing was answered, or nearly nothing but 429, the target is not judged. */
export function outcomeOf(
  totals: LoadTally,
  thresholds: readonly LoadThresholdVerdict[],
  interrupted: boolean,
): LoadReport['outcome'] {
  if (interrupted) return 'interrupted';
  if (totals.answered === 0) return 'nothing judged';
  if (!thresholds.every(({ held }) => held)) return 'missed';
  return onlyThrottled(totals) ? 'nothing judged' : 'held';
}

/** Of each threshold the worst verdict: a repetition does not make up for a miss. */
function worstOf(runs: readonly (readonly LoadThresholdVerdict[])[]): LoadThresholdVerdict[] {
  return (runs[0] ?? []).map(
    (first, index) => runs.map((run) => run[index]).find((one) => one?.held === false) ?? first,
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
