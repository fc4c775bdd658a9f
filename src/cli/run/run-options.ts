/** The options of `assay run`. */

import type { Recording } from '../../traffic/index.js';

/** The options of `assay run`. */
export interface RunCommandOptions {
  /** Target files. Several are tested in turn. */
  readonly target?: readonly string[];
  /** Whether the embedded reference server is tested. */
  readonly reference?: boolean;
  readonly envFile?: readonly string[];
  readonly interface?: readonly string[];
  readonly check?: readonly string[];
  readonly clause?: readonly string[];
  readonly level?: readonly string[];
  readonly strict?: boolean;
  /** The minimum coverage, from 0 to 1. */
  readonly minCoverage?: number;
  /** False runs the checks even if an address or a credential seems wrong. */
  readonly preflight?: boolean;
  /** Whether certificates are accepted without verification. */
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
  /** Whether only findings and numbers are printed. */
  readonly quiet?: boolean;
  /** Checks that do not run even if another option selects them. */
  readonly exclude?: readonly string[];
  readonly allowDestructive?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** The reason with which `--update-baseline` accepts new failures. */
  readonly reason?: string;
  /** The ledger of an interrupted run. */
  readonly resume?: string;
  /** Whether generated requests are sent although checks or clauses are chosen. */
  readonly generated?: boolean;
  /** A verdict and a ledger. The checks with that verdict are run again. */
  readonly rerun?: readonly string[];
}

/** The options of a run of one target. */
export interface OneRunOptions extends Omit<RunCommandOptions, 'target'> {
  readonly target?: string | undefined;
  /** A recording to test. No requests are sent. */
  readonly traffic?: Recording | undefined;
  /** Whether one client sent all requests of the recording, so that the client is tested, too. */
  readonly client?: boolean;
  /** The number of requests of each check in the recorded run. */
  readonly allowances?: ReadonlyMap<string, number> | undefined;
}
