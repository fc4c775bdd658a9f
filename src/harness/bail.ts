import type { VerdictEvent } from '../ledger/index.js';
import type { Finding } from './finding.js';
import type { RunOptions } from './run-options.js';

/** Counts what breaks the gate; when it is enough, no further check is begun. What is under way comes to its end. */
export interface Bail {
  readonly see: (event: VerdictEvent) => void;
  /** Whether enough checks have failed. */
  readonly reached: () => boolean;
  /** Of what was not asked: no green, for it was set out to be judged. */
  readonly finding: () => Extract<Finding, { kind: 'skipped' }>;
}

/** `bail` failures are enough; without it none are. What the baseline accepts is no failure, under `strict` a warning is. */
export function bailAfter({ bail, strict = false, accepted = [] }: RunOptions): Bail {
  const known = new Set(accepted.map(({ check }) => check));
  const failed = new Set<string>();
  return {
    see({ check, verdict }) {
      if (!known.has(check) && (verdict === 'failed' || (strict && verdict === 'warning'))) failed.add(check);
    },
    reached: () => bail !== undefined && failed.size >= bail,
    finding: () => ({
      kind: 'skipped',
      cause: 'prerequisite',
      reason: `not run: the run ended after ${failed.size} failed ${failed.size === 1 ? 'check' : 'checks'} (--bail ${bail})`,
    }),
  };
}
