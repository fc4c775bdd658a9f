/** Reads the ledger of an earlier run that is continued or re-run. */

import path from 'node:path';
import { suites } from '../../../suites/index.js';
import { documentDigest, GENERATED, identityOf } from '../../harness/index.js';
import { type IntentEvent, type Ledger, readLedger } from '../../ledger/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { latestLedger } from '../reports/latest.js';
import { toolVersion } from '../version.js';

/**
 * The ledger of an interrupted run with the same target, version, clauses and seed. Throws a
 * UsageError if one of them differs or the run is complete, because verdicts of different runs must
 * not be mixed.
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
    refuse('was made with another set of clauses than this version has');
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

/** The verdicts that `--rerun` accepts. */
const RERUN = ['failed', 'warning', 'inconclusive', 'skipped'] as const;

/** The checks of `--rerun failed LEDGER`. */
export interface Rerun {
  /** The ids of the checks with the verdict, and of checks that sent the violating requests. */
  readonly checks: ReadonlySet<string>;
  /** Whether generated requests showed one of the violations. */
  readonly generated: boolean;
  /**
   * Irreversible requests of the earlier run and of the runs before it. They are never repeated.
   */
  readonly intents: readonly IntentEvent[];
}

/**
 * Reads the arguments of `--rerun`: a verdict and a ledger. Default: the ledger of the last run.
 * Throws a UsageError for anything else.
 */
export function readRerun([verdict = '', named, ...rest]: readonly string[], cwd: string): Rerun {
  if (rest.length > 0 || !RERUN.some((known) => known === verdict)) {
    throw new UsageError(
      `--rerun takes a verdict (${RERUN.join(', ')}) and a ledger, by default that of the last run, such as --rerun failed reports/staging/…/ledger.ndjson.gz.`,
    );
  }
  const file = named ?? latestLedger(cwd);
  const { verdicts, intents } = readLedger(path.resolve(cwd, file));
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
