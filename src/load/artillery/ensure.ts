import { type Threshold, timeOf } from '../profile/index.js';
import { isWhole } from '../threshold/index.js';

export interface Ensure {
  readonly conditions: readonly { readonly expression: string }[];
  /** Thresholds that Artillery cannot hold. */
  readonly left: readonly Threshold[];
}

/**
 * Shares, as Artillery counts: requests that failed without an answer are those of virtual users
 * that failed.
 */
const SHARES: Readonly<Record<string, string>> = {
  errors: '(assay.errors + vusers.failed) / (assay.answers + vusers.failed)',
  throttled: 'assay.throttled / assay.answers',
  dropped: 'vusers.skipped / (vusers.created + vusers.skipped)',
};

/**
 * Thresholds as conditions of Artillery's `ensure`. Response times are its own, from sending to the
 * first byte.
 */
export function ensureOf(thresholds: readonly Threshold[]): Ensure {
  const conditions: { expression: string }[] = [];
  const left: Threshold[] = [];
  for (const threshold of thresholds) {
    const metric = metricName(threshold);
    if (metric === undefined) left.push(threshold);
    else {
      if (threshold.max !== undefined)
        conditions.push({ expression: `${metric} <= ${threshold.max}` });
      if (threshold.min !== undefined)
        conditions.push({ expression: `${metric} >= ${threshold.min}` });
    }
  }
  return { conditions, left };
}

function metricName(threshold: Threshold): string | undefined {
  const { metric, windowMs } = threshold;
  if (!isWhole(threshold) || windowMs !== undefined) return undefined;
  const time = timeOf(metric);
  if (time)
    return time.time === 'response'
      ? `http.response_time.${time.column.replace('.', '')}`
      : undefined;
  return metric === 'throughput' ? 'http.request_rate' : SHARES[metric];
}
