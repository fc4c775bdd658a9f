/** Converts thresholds to conditions of Artillery's `ensure` plugin. */

import { inArtillery } from '../percentiles.js';
import { timeOf } from '../profile/metric.js';
import type { Threshold } from '../profile/plan.js';
import { isOfWholeRun } from '../threshold/measure.js';

export interface Ensure {
  readonly conditions: readonly { readonly expression: string }[];
  readonly unsupported: readonly Threshold[];
}

/**
 * Artillery's expressions for metrics that are shares of requests or users. Each failed virtual
 * user counts as one failed request, because a request without a response ends its user.
 */
const SHARES: Readonly<Record<string, string>> = {
  errors: '(assay.errors + vusers.failed) / (assay.answers + vusers.failed)',
  throttled: 'assay.throttled / assay.answers',
  abandoned: 'vusers.failed / (vusers.completed + vusers.failed)',
  dropped: 'vusers.skipped / (vusers.created + vusers.skipped)',
};

/**
 * Converts thresholds to conditions, and returns those that Artillery cannot evaluate as
 * `unsupported`. Limits of response times are not adjusted, although Artillery measures only up to
 * the first byte of a response.
 */
export function ensureOf(thresholds: readonly Threshold[]): Ensure {
  const conditions: { expression: string }[] = [];
  const unsupported: Threshold[] = [];
  for (const threshold of thresholds) {
    const metric = metricName(threshold);
    if (metric === undefined) unsupported.push(threshold);
    else {
      if (threshold.max !== undefined)
        conditions.push({ expression: `${metric} <= ${threshold.max}` });
      if (threshold.min !== undefined)
        conditions.push({ expression: `${metric} >= ${threshold.min}` });
    }
  }
  return { conditions, unsupported };
}

/** Returns undefined for a threshold that Artillery cannot evaluate. */
function metricName(threshold: Threshold): string | undefined {
  const { metric, windowMs } = threshold;
  if (!isOfWholeRun(threshold) || windowMs !== undefined) return undefined;
  const time = timeOf(metric);
  if (time) {
    const column = inArtillery(time.column);
    return time.time === 'response' && column !== undefined
      ? `http.response_time.${column}`
      : undefined;
  }
  return metric === 'throughput' ? 'http.request_rate' : SHARES[metric];
}
