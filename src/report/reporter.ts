import type { Ledger } from '../ledger/index.js';
import type { RunReport } from '../schema/types.js';

/** A report as the text of a file, from the run report and its ledger. */
export interface Reporter {
  readonly file: string;
  /** It is made only on request. Default false. */
  readonly onlyNamed?: true;
  readonly make: (report: RunReport, ledger: Ledger) => string;
}
