import { type Threshold, timeOf } from '../profile/index.js';

export interface Ensure {
  readonly conditions: readonly { readonly expression: string }[];
  /** Thresholds that Artillery cannot hold. */
  readonly left: readonly Threshold[];
}

const COLUMNS: Readonly<Record<string, string>> = {
  mean: 'mean',
  p50: 'p50',
  p75: 'p75',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  'p99.9': 'p999',
  max: 'max',
};

/** Shares, as Artillery counts: requests that failed without an answer are those of virtual users that failed. */
const SHARES: Readonly<Record<string, string>> = {
  errors: '(assay.errors + vusers.failed) / (assay.answers + vusers.failed)',
  throttled: 'assay.throttled / assay.answers',
  dropped: 'vusers.skipped / (vusers.created + vusers.skipped)',
};

/** Thresholds as conditions of Artillery's `ensure`. Response times are its own, from sending to the first byte. */
export function ensureOf(thresholds: readonly Threshold[]): Ensure {
  const conditions: { expression: string }[] = [];
  const left: Threshold[] = [];
  for (const threshold of thresholds) {
    const metric = metricName(threshold);
    if (metric === undefined) left.push(threshold);
    else {
      if (threshold.max !== undefined) conditions.push({ expression: `${metric} <= ${threshold.max}` });
      if (threshold.min !== undefined) conditions.push({ expression: `${metric} >= ${threshold.min}` });
    }
  }
  return { conditions, left };
}

function metricName({ metric, scenario, request, windowMs }: Threshold): string | undefined {
  if (scenario !== undefined || request !== undefined || windowMs !== undefined) return undefined;
  const time = timeOf(metric);
  if (time) {
    const column = COLUMNS[time.column];
    return time.time === 'response' && column !== undefined ? `http.response_time.${column}` : undefined;
  }
  return metric === 'throughput' ? 'http.request_rate' : SHARES[metric];
}
