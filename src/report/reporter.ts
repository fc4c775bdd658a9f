import type { Ledger } from '../ledger/index.js';
import type { RunReport } from '../schema/types.js';

/** A report as the text of a file, from what a run came to and the ledger that it came from. */
export interface Reporter {
  readonly file: string;
  /** It is made only on request. Default false. */
  readonly onlyNamed?: true;
  readonly make: (report: RunReport, ledger: Ledger) => string;
}
