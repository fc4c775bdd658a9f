/**
 * One line of `npm run bench`: a figure measured against a baseline of the same run, and the limit
 * it must reach.
 */
export interface Row {
  /** What is compared, e.g. `reference server ÷ raw node:http`. */
  readonly title: string;
  /** How the figure reads: a plain ratio, a percentage, milliseconds or megabytes. */
  readonly unit: 'ratio' | '%' | 'ms' | 'MB';
  /** The limit as printed, e.g. `≥ 0.85`. */
  readonly limit: string;
  /** Whether a figure reaches the limit. */
  readonly holds: (figure: number) => boolean;
  /**
   * Measures the figure once: both sides, one after the other, in this call. Called for at least
   * five rounds; the median of the rounds is printed. A row that cannot be measured here answers
   * with the reason.
   */
  readonly measure: () => Promise<number | { readonly unavailable: string }>;
}
