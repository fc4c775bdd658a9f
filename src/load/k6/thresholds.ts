import { type Threshold, timeOf } from '../profile/index.js';

/** A threshold as k6 has it. */
type Condition = string | { readonly threshold: string; readonly abortOnFail: boolean };

export interface K6Thresholds {
  readonly thresholds: Readonly<Record<string, readonly Condition[]>>;
  /** Those that k6 cannot hold. */
  readonly left: readonly Threshold[];
}

const COLUMNS: Readonly<Record<string, string>> = {
  mean: 'avg',
  p50: 'med',
  p75: 'p(75)',
  p90: 'p(90)',
  p95: 'p(95)',
  p99: 'p(99)',
  'p99.9': 'p(99.9)',
  max: 'max',
};
const RATES: Readonly<Record<string, string>> = {
  errors: 'assay_errors',
  timeouts: 'assay_timeouts',
  throttled: 'assay_throttled',
  checks: 'checks',
};

/** Thresholds as k6's, on what counts; `warm` where the run begins with a warm-up. `nameOf` is a scenario's name there. */
export function k6Thresholds(
  thresholds: readonly Threshold[],
  warm: boolean,
  nameOf: (scenario: string) => string,
): K6Thresholds {
  const made: Record<string, Condition[]> = {};
  const left: Threshold[] = [];
  for (const threshold of thresholds) {
    const measured = threshold.windowMs === undefined ? measureOf(threshold, warm) : undefined;
    if (!measured) {
      left.push(threshold);
      continue;
    }
    const { scenario, request, max, min, abort } = threshold;
    const tags = [
      ...(warm ? ['counted:yes'] : []),
      ...(scenario === undefined ? [] : [`scenario:${nameOf(scenario)}`]),
      ...(request === undefined ? [] : [`name:${request}`]),
    ];
    const metric = tags.length === 0 ? measured.metric : `${measured.metric}{${tags.join(',')}}`;
    const limits = [
      ...(max === undefined ? [] : [`${measured.column}<=${max}`]),
      ...(min === undefined ? [] : [`${measured.column}>=${min}`]),
    ].map((limit): Condition => (abort ? { threshold: limit, abortOnFail: true } : limit));
    made[metric] = [...(made[metric] ?? []), ...limits];
  }
  return { thresholds: made, left };
}

function measureOf(
  { metric }: Threshold,
  warm: boolean,
): { readonly metric: string; readonly column: string } | undefined {
  const time = timeOf(metric);
  const column = time && COLUMNS[time.column];
  if (time) return time.time === 'lag' || column === undefined ? undefined : { metric: 'http_req_duration', column };
  // k6 divides by the time of the whole test.
  if (metric === 'throughput') return warm ? undefined : { metric: 'http_reqs', column: 'rate' };
  const rate = RATES[metric];
  return rate === undefined ? undefined : { metric: rate, column: 'rate' };
}
