import type { RunReport } from '../schema/types.js';

/** A run among others. */
export interface NamedRun {
  /** Where it was found, as its user names it. */
  readonly run: string;
  readonly report: RunReport;
}
