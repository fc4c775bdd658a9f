import type { Recording } from '../../traffic/index.js';

/** Options of `assay run`. */
export interface RunCommandOptions {
  /** Target files; several are tested in turn. */
  readonly target?: readonly string[];
  /** Judges the embedded reference server. */
  readonly reference?: boolean;
  readonly envFile?: readonly string[];
  readonly interface?: readonly string[];
  readonly check?: readonly string[];
  readonly clause?: readonly string[];
  readonly level?: readonly string[];
  readonly strict?: boolean;
  /** From 0 to 1. */
  readonly minCoverage?: number;
  /** False: run even if an address or a credential seems wrong. */
  readonly preflight?: boolean;
  /** Certificates are not checked. */
  readonly insecure?: boolean;
  readonly dryRun?: boolean;
  readonly maxRequests?: number;
  /** The number of failed checks after which no further check begins. */
  readonly bail?: number;
  readonly seed?: number;
  readonly replay?: string;
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  /** Prints findings and numbers alone. */
  readonly quiet?: boolean;
  /** Checks that do not run, even if another option selects them. */
  readonly exclude?: readonly string[];
  readonly allowDestructive?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** Why `--update-baseline` accepts failures that are new. */
  readonly reason?: string;
  /** Ledger of an interrupted run. */
  readonly resume?: string;
  /** Sends generated requests although checks or clauses are chosen. */
  readonly generated?: boolean;
  /** A verdict and a ledger: re-runs the checks with that verdict. */
  readonly rerun?: readonly string[];
}

/** The options of a run of one target. */
export interface OneRunOptions extends Omit<RunCommandOptions, 'target'> {
  readonly target?: string | undefined;
  /** A recording to test: no requests are sent. */
  readonly traffic?: Recording | undefined;
  /** All requests are those of one client, which is tested as well. */
  readonly client?: boolean;
  /** Requests of each check in the recorded run. */
  readonly allowances?: ReadonlyMap<string, number> | undefined;
}
