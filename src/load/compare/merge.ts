import type { LoadReport, LoadThresholdVerdict } from '../../schema/types.js';
import { metricOf } from '../profile/index.js';
import { mergeRecordings, mergeSpreads } from '../record/index.js';
import { outcomeOf, samplesOf } from '../report/index.js';
import { measure, measuredOf, verdictOn } from '../threshold/index.js';

/**
 * The reports of several machines that sent the same profile to the same target side by side, as one. Counts and
 * histograms add up exactly; thresholds on the whole run are judged anew, those on a window keep their worst verdict.
 */
export function mergeReports(reports: readonly [LoadReport, ...LoadReport[]]): LoadReport {
  const [first] = reports;
  const recording = mergeRecordings(reports);
  const measuredMs = Math.max(...reports.map((report) => report.measuredMs));
  const measured = measuredOf(recording, measuredMs / 1000);
  const empty = { count: 0, mean: 0, p50: 0, p75: 0, p90: 0, p95: 0, p99: 0, p99_9: 0, max: 0, histogram: '' };
  const thresholds = first.thresholds.map((verdict, index) => {
    const all = reports.map((report) => report.thresholds[index] ?? verdict);
    return verdict.windowMs === undefined
      ? judgedAnew(verdict, recording, measuredMs)
      : (all.find(({ held }) => !held) ?? verdict);
  });
  const { comparison: _, breakpoint: __, share: ___, ...rest } = first;
  return {
    ...rest,
    ...recording,
    startedAt: reports.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    durationMs: Math.max(...reports.map(({ durationMs }) => durationMs)),
    measuredMs,
    environment: {
      ...first.environment,
      workers: reports.reduce((sum, { environment }) => sum + environment.workers, 0),
    },
    outcome: outcomeOf(
      measured.tally.answered,
      thresholds,
      reports.some(({ outcome }) => outcome === 'interrupted'),
    ),
    trustworthy: reports.every(({ trustworthy }) => trustworthy),
    doubts: reports.flatMap(({ doubts }) => doubts),
    totals: measured.tally,
    throughput: measured.tally.answered / (measuredMs / 1000),
    response: measured.response ?? empty,
    firstByte: mergeSpreads(recording.requests.flatMap(({ firstByte }) => firstByte ?? [])),
    service: measured.service ?? empty,
    lag: measured.lag ?? empty,
    thresholds,
    samples: samplesOf(
      [{ recording, measuredMs }],
      thresholds.flatMap(({ metric }) => metricOf(metric) ?? []),
    ),
  };
}

function judgedAnew(
  verdict: LoadThresholdVerdict,
  recording: Pick<LoadReport, 'requests'>,
  measuredMs: number,
): LoadThresholdVerdict {
  const metric = metricOf(verdict.metric);
  if (!metric) return verdict;
  const { max, min, scenario, request, abort = false } = verdict;
  const threshold = {
    metric,
    abort,
    ...(max === undefined ? {} : { max }),
    ...(min === undefined ? {} : { min }),
    ...(scenario === undefined ? {} : { scenario }),
    ...(request === undefined ? {} : { request }),
  };
  return verdictOn(threshold, measure(metric, measuredOf(recording, measuredMs / 1000, threshold)));
}
