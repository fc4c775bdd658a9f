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
  /** From 0 to 1. */
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
  readonly replay?: string;
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  /** Prints only findings and numbers. */
  readonly quiet?: boolean;
  /** Takes precedence over the other options. */
  readonly exclude?: readonly string[];
  readonly allowDestructive?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** Why `--update-baseline` accepts new failures. */
  readonly reason?: string;
  readonly resume?: string;
  /** Sends generated requests although checks or clauses are chosen. */
  readonly generated?: boolean;
  /** A verdict and a ledger. Checks with this verdict are run again. */
  readonly rerun?: readonly string[];
}

export interface OneRunOptions extends Omit<RunCommandOptions, 'target'> {
  readonly target?: string | undefined;
  /** A recording to test. No requests are sent. */
  readonly traffic?: Recording | undefined;
  /** Also tests the client, if one client sent all requests of the recording. */
  readonly client?: boolean;
  /** The number of requests of each check in the recorded run. */
  readonly allowances?: ReadonlyMap<string, number> | undefined;
}
