/** Reads the ledger of an earlier run that is continued or re-run. */

import path from 'node:path';
import { suites } from '../../../suites/index.js';
import { documentDigest, GENERATED, identityOf, isFinal } from '../../harness/index.js';
import { quoted } from '../../http/shell.js';
import { type IntentEvent, type Ledger, readLedger } from '../../ledger/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';
import { latestLedger } from '../reports/latest.js';
import { Losses } from '../reports/losses.js';
import { toolVersion } from '../version.js';
import type { OneRunOptions } from './run-options.js';

interface ResumeOptions {
  readonly seed?: number | undefined;
  /** The requests that the run may send in addition to those that it has sent. */
  readonly maxRequests?: number | undefined;
}

/**
 * Throws a UsageError if the earlier run has nothing left to do. Also throws it if the target, the
 * version of this tool, the clauses or the seed have changed, because then the verdicts of the two
 * runs cannot be combined.
 */
export function readResumable(
  file: string,
  target: Target,
  { seed, maxRequests }: ResumeOptions,
): Ledger {
  const ledger = readLedger(file);
  refuseFinished(ledger, file, maxRequests);
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

/**
 * A run that was not interrupted may have checks without a result: because of its budget, because
 * the preflight failed, or because responses were lost.
 */
function refuseFinished(
  { footer, header, verdicts }: Ledger,
  file: string,
  maxRequests: number | undefined,
): void {
  if (footer === undefined || footer.interrupted) return;
  const open = verdicts.filter((verdict) => !isFinal(verdict));
  if (open.length === 0)
    throw new UsageError(
      `The run of ${file} is complete: there is nothing to resume. Use --rerun failed ${file} to re-run its failures.`,
    );
  if (maxRequests === undefined && open.every(({ cause }) => cause === 'budget'))
    throw new UsageError(
      `The run of ${file} has used its budget of ${header.maxRequests} requests: continue it with a further budget, such as --max-requests ${header.maxRequests}.`,
    );
}

/**
 * The command that continues a run. `naming` contains the options that name the target. The seed
 * and the rest of the budget are in the ledger.
 */
export function resumeCommand(
  { rerun, ...options }: OneRunOptions,
  naming: string | undefined,
  ledger: string,
  io: Io,
): string {
  const repeated = rerun && readRerun(rerun, io);
  const check = repeated === undefined ? options.check : [...repeated.checks];
  const words = [
    ...Object.entries({ ...options, check }).flatMap(([name, value]) => {
      const option = REPEATED_OPTIONS[name];
      if (option === undefined || value === undefined || value === false) return [];
      return value === true ? [option] : [option, String(value)];
    }),
    ...(repeated?.generated && !options.generated ? ['--generated'] : []),
    ...(options.preflight === false ? ['--no-preflight'] : []),
    '--resume',
    ledger,
  ];
  const named = naming === undefined ? '' : ` ${naming}`;
  return `${io.command ?? 'npx --no -- assay'} run${named} ${words.map(quoted).join(' ')}`;
}

/** The options that a continued run needs again. Lists are written with commas. */
const REPEATED_OPTIONS: Readonly<Record<string, string>> = {
  interface: '--interface',
  check: '--check',
  exclude: '--exclude',
  clause: '--clause',
  level: '--level',
  strict: '--strict',
  minCoverage: '--min-coverage',
  generated: '--generated',
  allowDestructive: '--allow-destructive',
  bail: '--bail',
  baseline: '--baseline',
  updateBaseline: '--update-baseline',
  reason: '--reason',
  reporter: '--reporter',
  json: '--json',
  verbose: '--verbose',
  quiet: '--quiet',
};

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
