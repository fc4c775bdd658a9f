import type { Recording } from '../../traffic/index.js';

/** The options of `assay run`. */
export interface RunCommandOptions {
  /** Several target files are tested in turn. */
  readonly target?: readonly string[];
  readonly reference?: boolean;
  readonly envFile?: readonly string[];
  readonly interface?: readonly string[];
  readonly check?: readonly string[];
  readonly clause?: readonly string[];
  readonly level?: readonly string[];
  readonly strict?: boolean;
  /** The share of must clauses that must have a verdict, from 0 to 1. */
  readonly minCoverage?: number;
  /** False starts the run even if an address or a credential seems wrong. */
  readonly preflight?: boolean;
  /** Accepts certificates without verification. */
  readonly insecure?: boolean;
  readonly dryRun?: boolean;
  readonly maxRequests?: number;
  /** The number of failed checks after which no further check starts. */
  readonly bail?: number;
  readonly seed?: number;
  /** The path of fast-check to one counterexample of the only check in `check`. */
  readonly replay?: string;
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  /** Prints only findings and numbers. */
  readonly quiet?: boolean;
  /** Checks that are left out, even if another option names them. */
  readonly exclude?: readonly string[];
  readonly allowDestructive?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** Why `--update-baseline` accepts new failures. */
  readonly reason?: string;
  /** The ledger of a run that is continued: it was interrupted, or left checks without a result. */
  readonly resume?: string;
  /** Also sends randomly generated requests if only some checks or clauses are run. */
  readonly generated?: boolean;
  /** A verdict, and the ledger of an earlier run. Checks with this verdict are run again. */
  readonly rerun?: readonly string[];
}

/** The options of a run against one target. */
export interface OneRunOptions extends Omit<RunCommandOptions, 'target'> {
  /** A target file. */
  readonly target?: string | undefined;
  /** A recording to test. No requests are sent. */
  readonly traffic?: Recording | undefined;
  /** Also tests the client, if one client sent all requests of the recording. */
  readonly client?: boolean;
  /** The planned number of requests of each check in the recorded run, by the id of the check. */
  readonly allowances?: ReadonlyMap<string, number> | undefined;
}
