/** Reads the ledger of an earlier run that is continued or re-run. */

import path from 'node:path';
import { suites } from '../../../suites/index.js';
import { documentDigest, GENERATED, identityOf } from '../../harness/index.js';
import { type IntentEvent, type Ledger, readLedger } from '../../ledger/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';
import { latestLedger } from '../reports/latest.js';
import { Losses } from '../reports/losses.js';
import { toolVersion } from '../version.js';

/**
 * Throws a UsageError if the earlier run is complete. Also throws it if the target, the version of
 * this tool, the clauses or the seed have changed, because then the verdicts of the two runs cannot
 * be combined.
 */
export function readResumable(file: string, target: Target, seed?: number): Ledger {
  const ledger = readLedger(file);
  if (ledger.footer !== undefined && !ledger.footer.interrupted) {
    throw new UsageError(
      `The run of ${file} is complete: there is nothing to resume. Use --rerun failed ${file} to re-run its failures.`,
    );
  }
  const { tool, document, seed: before } = ledger.header;
  const refuse = (why: string): never => {
    throw new UsageError(`The ledger ${file} ${why}: start a new run without --resume.`);
  };
  if (tool.version !== toolVersion())
    refuse(`was written by version ${tool.version}, and this is ${toolVersion()}`);
  if (document !== documentDigest(suites))
    refuse('was made with clauses that differ from those of this version');
  if (seed !== undefined && seed !== before)
    refuse(`was made with seed ${before}, and --seed is ${seed}`);
  const known = new Set(suites.flatMap(({ checks }) => checks.map(({ id }) => id)));
  const foreign = ledger.verdicts.find(({ check }) => !known.has(check));
  if (foreign !== undefined)
    refuse(`contains a verdict of "${foreign.check}", which is not a check`);
  const [then, now] = [ledger.header.target, identityOf(target)];
  const embedded = then.origin === 'reference' && now.origin === 'reference';
  if (
    !embedded &&
    (then.configuration !== now.configuration ||
      JSON.stringify(then.interfaces) !== JSON.stringify(now.interfaces))
  ) {
    throw new UsageError(
      `The ledger ${file} was made with another target or configuration (${then.name}): resume with the same target file.`,
    );
  }
  return ledger;
}

const RERUN_VERDICTS = ['failed', 'warning', 'inconclusive', 'skipped'] as const;

/** What `--rerun VERDICT LEDGER` repeats. */
export interface Rerun {
  /** The checks with the verdict, and other checks whose requests led to it. */
  readonly checks: ReadonlySet<string>;
  /** Whether generated requests, which belong to no check, are repeated. */
  readonly generated: boolean;
  /** The irreversible requests of the earlier runs. They are never repeated. */
  readonly intents: readonly IntentEvent[];
}

/**
 * Reads the arguments of `--rerun`: a verdict and a ledger. The default is the ledger of the last
 * run. Throws a UsageError if an argument is invalid, or if no check has the verdict.
 */
export function readRerun(
  [verdict = '', named, ...rest]: readonly string[],
  io: Pick<Io, 'cwd' | 'err'>,
): Rerun {
  if (rest.length > 0 || !RERUN_VERDICTS.some((known) => known === verdict)) {
    throw new UsageError(
      `--rerun takes a verdict (${RERUN_VERDICTS.join(', ')}), and the ledger of a run. The default is the ledger of the last run. Example: --rerun failed reports/staging/…/ledger.ndjson.gz.`,
    );
  }
  const file = named ?? latestLedger(io.cwd);
  const { verdicts, intents } = new Losses(io).ledgerAt(path.resolve(io.cwd, file));
  const found = verdicts.filter((event) => event.verdict === verdict);
  if (found.length === 0)
    throw new UsageError(
      `No check has the verdict ${verdict} in ${file}: there is nothing to re-run.`,
    );
  // A request of another check, or a generated request, may have shown the violation.
  const senders = found.flatMap(({ sentBy = [] }) => sentBy);
  const checks = new Set([...found.map(({ check }) => check), ...senders]);
  return { checks, generated: checks.delete(GENERATED), intents };
}
