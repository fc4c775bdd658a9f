import type { Ledger } from '../ledger/index.js';
import type { RunReport } from '../schema/types.js';

/** Makes the text of a report file from the run report and the ledger. */
export interface Reporter {
  /** The name of the report file. */
  readonly file: string;
  /** Whether the report is made only if the user names it. Default false. */
  readonly onlyNamed?: true;
  readonly make: (report: RunReport, ledger: Ledger) => string;
}
