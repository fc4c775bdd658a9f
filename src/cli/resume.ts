import path from 'node:path';
import { identityOf } from '../harness/index.js';
import { type Ledger, readLedger } from '../ledger/index.js';
import { type Target, UsageError } from '../target/index.js';

/** The ledger of an interrupted run of the same target. Throws a UsageError where it is of another, or ran to its end. */
export function readResumable(file: string, target: Target): Ledger {
  const ledger = readLedger(file);
  if (ledger.footer !== undefined && !ledger.footer.interrupted) {
    throw new UsageError(
      `The run of ${file} came to its end: there is nothing to resume. Use --rerun failed ${file} to ask its failures again.`,
    );
  }
  const [then, now] = [ledger.header.target, identityOf(target)];
  const embedded = then.origin === 'reference' && now.origin === 'reference';
  if (
    !embedded &&
    (then.configuration !== now.configuration || JSON.stringify(then.interfaces) !== JSON.stringify(now.interfaces))
  ) {
    throw new UsageError(
      `The ledger ${file} is of another target or configuration (${then.name}): resume with the same target file.`,
    );
  }
  return ledger;
}

const RERUN = ['failed', 'warning', 'inconclusive', 'skipped'] as const;

/** Ids of the checks that came to a verdict in a ledger: `--rerun failed LEDGER`. */
export function checksToRerun([verdict = '', file, ...rest]: readonly string[], cwd: string): ReadonlySet<string> {
  if (file === undefined || rest.length > 0 || !RERUN.some((known) => known === verdict)) {
    throw new UsageError(
      `--rerun takes a verdict (${RERUN.join(', ')}) and a ledger, such as --rerun failed reports/staging/…/ledger.ndjson.`,
    );
  }
  const found = readLedger(path.resolve(cwd, file)).verdicts.filter((event) => event.verdict === verdict);
  if (found.length === 0)
    throw new UsageError(`No check came to ${verdict} in ${file}: there is nothing to run again.`);
  return new Set(found.map(({ check }) => check));
}
