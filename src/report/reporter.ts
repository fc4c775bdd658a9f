import type { Ledger } from '../ledger/index.js';
import type { RunReport } from '../schema/types.js';

/** Makes a report file from the run report and the ledger. */
export interface Reporter {
  readonly file: string;
  /** If true, the report is made only if the user names it. The default is false. */
  readonly onlyNamed?: true;
  readonly make: (report: RunReport, ledger: Ledger) => string;
}
