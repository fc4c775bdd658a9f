/** Confidence intervals of means by Student's t distribution. */

/** Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom, 15 in each list. */
const T95 = [
  ...[
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16,
    2.145, 2.131,
  ],
  ...[
    2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045,
    2.042,
  ],
];

/**
 * The two-sided 95 % quantile. Fractional degrees of freedom are rounded down, so the interval
 * becomes wider. For 31 to 120 degrees of freedom the result is the quantile of 31, and for more
 * than 120 it is the quantile of 120.
 */
const t95 = (freedom: number): number =>
  T95[Math.max(1, Math.floor(freedom)) - 1] ?? (freedom > 120 ? 1.98 : 2.04);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return (
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1)
  );
}

interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The difference of two means with its 95 % confidence interval, by Welch's method for unequal
 * variances.
 */
export function welch(a: readonly number[], b: readonly number[]): Interval {
  const [va, vb] = [variance(a) / a.length, variance(b) / b.length];
  const estimate = mean(b) - mean(a);
  const freedom = (va + vb) ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1)) || 1;
  const margin = va + vb === 0 ? 0 : t95(freedom) * Math.sqrt(va + vb);
  return { estimate, low: estimate - margin, high: estimate + margin };
}

/** The mean of paired differences with its 95 % confidence interval. */
export function paired(a: readonly number[], b: readonly number[]): Interval {
  const differences = a.map((value, index) => (b[index] ?? value) - value);
  const estimate = mean(differences);
  const margin =
    t95(differences.length - 1) * Math.sqrt(variance(differences) / differences.length);
  return { estimate, low: estimate - margin, high: estimate + margin };
}
