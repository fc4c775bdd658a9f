/** Runs one check and turns its finding into a verdict. */

import { defined } from '../defined.js';
import {
  type Answer,
  BudgetSpent,
  type CommandOptions,
  commandsOf,
  type Exchange,
  Lost,
  NotWhole,
  redactedVerdict,
} from '../http/index.js';
import { listInWords } from '../in-words.js';
import type { Verdict, VerdictEvent } from '../ledger/index.js';
import { messageOf } from '../schema/json-value.js';
import { missingSettings, type Target } from '../settings/index.js';
import { INTERFACES } from '../settings/interfaces.js';
import type { Check } from './check.js';
import { GENERATED } from './check.js';
import { mostOf } from './cost.js';
import { CheckEnded, type Finding, type Skipped, skipped } from './finding.js';
import { repeatFinding } from './repeat-finding.js';
import type { Scope } from './scope.js';
import type { Session } from './session.js';

/** The inherited options are for the commands that reproduce a failure. */
export interface JudgeOptions extends Partial<CommandOptions> {
  /** The number of requests planned for the check. Default: the most that the check can use. */
  readonly allowance?: number;
  /** The option `--replay`: the path of one counterexample of a random test. */
  readonly replay?: string | undefined;
  readonly allowDestructive?: boolean;
  /** Finds an exchange by number, for the commands that reproduce a failure. */
  readonly exchange?: (id: number) => Exchange | undefined;
  /**
   * Returns the ids of other checks that sent the requests of a violation. `generated` stands for
   * the generated requests, which belong to no check.
   */
  readonly sentBy?: (answers: readonly Answer[]) => readonly string[];
  /** See `rerun` of `RunOptions`. */
  readonly rerun?: ((check: Check) => string) | undefined;
}

export interface Judgement {
  readonly event: VerdictEvent;
  /** The shared facts on which the verdict depends. */
  readonly used: ReadonlySet<string>;
  readonly answers: readonly Answer[];
  /** An internal error of Assay, not a property of the target. */
  readonly fault?: unknown;
}

/**
 * Runs a check, and repeats the failure that it reports. The level of the clause decides whether a
 * violation becomes `failed`, `warning` or `observed`. A check that ends with an internal error of
 * Assay is `inconclusive`.
 */
export async function judgeIn(
  session: Session,
  check: Check,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const unfit = notApplicable(check, session.target, options.allowDestructive ?? false);
  if (unfit !== undefined)
    return { event: verdictEvent(check, unfit, {}, options), used: new Set(), answers: [] };
  const scope = session.scope({
    name: check.id,
    interface: check.interface,
    allowance: options.allowance ?? mostOf(check.requests),
    replay: options.replay,
  });
  const { context } = scope;
  const begun = session.clock.now();
  const { responses } = check;
  const { finding: found, ...internalError } = await findingOf(
    async () =>
      responses?.(session.seen(check.interface), session.client.counts.limited) ??
      check.run(context),
  );
  // If a request of an undecided check is missing from the recording, the check is skipped for lack
  // of data.
  const isUndecided =
    found.kind === 'inconclusive' || (found.kind === 'skipped' && found.cause === 'prerequisite');
  const missingRequest = isUndecided && !('fault' in internalError) ? scope.missing() : undefined;
  const reached = missingRequest === undefined ? found : skipped('data', missingRequest);
  const runAgain = async (): Promise<Finding> =>
    (await findingOf(() => check.run(context))).finding;
  const finding = await repeatFinding(session, { check, finding: reached, scope }, runAgain);
  return {
    ...(await judgementOf(
      session,
      { check, finding, scope },
      session.clock.now() - begun,
      options,
    )),
    ...internalError,
  };
}

/** Makes the verdict from a finding. A violation is `inconclusive` if the facts have changed. */
export async function judgementOf(
  session: Session,
  { check, finding, scope }: { check: Check; finding: Finding; scope: Scope },
  durationMs: number,
  options: JudgeOptions,
): Promise<Judgement> {
  const { context, answers, leftOut, sources, used } = scope;
  const violating = finding.kind === 'deviates' ? finding.answers : [];
  const judge = finding.kind === 'deviates' ? check.judge : undefined;
  const { compared = [], changed } =
    (await judge?.evidenceFor(context, violating, check.clauses, used.size > 0)) ?? {};
  const event = verdictEvent(
    check,
    // A violation proves nothing if the facts behind it have changed.
    changed === undefined ? finding : { kind: 'inconclusive', reason: changed },
    { answers, durationMs, seed: session.seed },
    { ...options, redactor: session.redactor, sources, connection: session.target.connection },
  );
  const leftOutCount = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
  const comparedIds = compared
    .map(({ exchange }) => exchange)
    .filter((id) => !event.exchanges.includes(id));
  const completed = {
    ...event,
    ...(leftOutCount === 0 ? {} : { leftOut: leftOutCount }),
    ...(comparedIds.length === 0 || event.expected === undefined ? {} : { compared: comparedIds }),
  };
  return { event: redactedVerdict(session.redactor, completed), used, answers };
}

/** `fault` is an error that `run` threw because of a bug in Assay. */
async function findingOf(
  run: () => Promise<string | Finding>,
): Promise<{ finding: Finding; fault?: unknown }> {
  try {
    const result = await run();
    return { finding: typeof result === 'string' ? { kind: 'passed', witness: result } : result };
  } catch (error) {
    const inconclusive = (reason: string) => ({ kind: 'inconclusive', reason }) as const;
    if (error instanceof CheckEnded) return { finding: error.finding };
    if (error instanceof Lost)
      return {
        finding: { ...inconclusive(`${error.kind}: ${error.message}`), exchange: error.exchange },
      };
    if (error instanceof NotWhole)
      return { finding: skipped('data', `not completely recorded: ${error.message}`) };
    if (error instanceof BudgetSpent)
      return { finding: skipped('budget', `${error.message}; raise --max-requests`) };
    const name = error instanceof Error ? `${error.name}: ` : '';
    return {
      finding: inconclusive(
        `internal error of Assay, not of the target: ${name}${messageOf(error)}`,
      ),
      fault: error,
    };
  }
}

/** Returns why a check does not apply to this target, or undefined if it applies. */
export function notApplicable(
  check: Check,
  target: Target,
  allowDestructive: boolean,
): Skipped | undefined {
  const missing = missingSettings(target, check.needs);
  if (missing.length > 0) return skipped('configuration', `needs ${listInWords(missing)}`);
  const { permission } = check;
  if (permission === undefined) return undefined;
  const isAllowed = target.allow[permission] && (permission !== 'destructive' || allowDestructive);
  return isAllowed ? undefined : skipped('safety', FORBIDDEN[permission]);
}

const FORBIDDEN = {
  unsafeMethods:
    'sends methods that could write; set "allow": { "unsafeMethods": true } in the target file',
  hostileValues:
    'sends values on which careless servers fail, for which a firewall may lock out the sender; set "allow": { "hostileValues": true } in the target file',
  destructive:
    'transfers resources permanently; set "allow": { "destructive": true } in the target file and pass --allow-destructive',
} as const;

/** The defaults describe a check that was not run. */
interface Execution {
  readonly answers?: readonly Answer[];
  readonly durationMs?: number;
  /** The seed of the run. Default 1. */
  readonly seed?: number;
}

/** Makes the event of a verdict, with the commands that reproduce a failure. */
export function verdictEvent(
  check: Check,
  finding: Finding,
  { answers = [], durationMs = 0, seed = 1 }: Execution = {},
  {
    exchange,
    naming,
    redactor,
    sources,
    connection,
    isRecorded,
    sentBy: sendersOf = () => [],
    rerun,
  }: JudgeOptions = {},
): VerdictEvent {
  const about = 'answers' in finding ? (finding.answers ?? []) : [];
  const showing = about.length > 0 ? about : answers;
  const lost =
    finding.kind === 'inconclusive' && finding.exchange !== undefined ? [finding.exchange] : [];
  const exchanges = [...new Set([...showing.map((answer) => answer.exchange), ...lost])];
  const reproduced = showing === answers ? [] : exchanges;
  // If a finding names no responses, only the last response is shown, because it ended the check.
  const shown = (
    reproduced.length === 0 ? exchanges.slice(-1) : reproduced.slice(-MOST_SHOWN)
  ).flatMap((id) => exchange?.(id) ?? []);
  const sentBy = finding.kind === 'deviates' ? sendersOf(finding.answers) : [];
  const prefix = naming === undefined ? '' : `${naming} `;
  const commands =
    (finding.kind === 'deviates' || lost.length > 0 || about.length > 0) && redactor !== undefined
      ? commandsOf(shown, { redactor, naming, sources, connection, isRecorded })
      : [];
  return {
    type: 'verdict',
    check: check.id,
    title: check.title,
    interface: check.interface,
    clauses: [...check.clauses],
    level: check.level,
    requests: answers.length,
    durationMs: Math.round(durationMs * 100) / 100,
    exchanges: exchanges.slice(-MOST_SHOWN),
    ...outcome(check, finding),
    ...againOf(check, finding, {
      own: `run ${prefix}${choiceOf(check, sentBy)} --seed ${seed}`,
      rerun,
    }),
    ...(sentBy.length === 0 ? {} : { sentBy: [...sentBy] }),
    ...(commands.length === 0 ? {} : { curl: commands.join('\n'), commands: [...commands] }),
  };
}

/** How a failed check is run again: by a command of Assay, or as the user's own suite says. */
function againOf(
  check: Check,
  finding: Finding,
  { own, rerun }: { readonly own: string; readonly rerun: JudgeOptions['rerun'] },
): Pick<VerdictEvent, 'replay' | 'rerun'> {
  if (finding.kind !== 'deviates') return {};
  return isOwn(check)
    ? { replay: `${own}${exampleOf(finding)}` }
    : defined({ rerun: rerun?.(check) });
}

/** Whether Assay itself contains the suite, so that its command runs the check. */
const isOwn = ({ interface: name }: Check): boolean =>
  name === 'clients' || INTERFACES.some((one) => one === name);

const exampleOf = ({ replay }: { readonly replay?: string }): string =>
  replay === undefined ? '' : ` --replay ${replay}`;

/** The options that send the violating requests again. */
function choiceOf({ id }: Check, sentBy: readonly string[]): string {
  const others = sentBy.filter((one) => one !== GENERATED);
  const generated = sentBy.includes(GENERATED) ? ` --${GENERATED}` : '';
  return `--check ${[id, ...others].join(',')}${generated}`;
}

/** The maximum number of exchanges of a verdict, and of its commands. */
const MOST_SHOWN = 12;

const BY_LEVEL = { must: 'failed', should: 'warning', open: 'observed' } as const satisfies Record<
  string,
  Verdict
>;

function outcome(
  check: Check,
  finding: Finding,
): Pick<VerdictEvent, 'verdict'> & Partial<VerdictEvent> {
  switch (finding.kind) {
    case 'passed':
      return { verdict: 'passed', witness: finding.witness };
    case 'skipped':
      return { verdict: 'skipped', cause: finding.cause, reason: finding.reason };
    case 'inconclusive':
      return { verdict: 'inconclusive', reason: finding.reason };
    case 'observed': {
      const { reason, table = [], warning } = finding;
      const verdict = warning === undefined ? 'observed' : 'warning';
      return {
        verdict,
        reason: warning ?? reason,
        ...(table.length === 0 ? {} : { table: [...table] }),
      };
    }
    case 'deviates': {
      const { expected, actual, sentence, atMost, seen, failsToo } = finding;
      const verdict =
        atMost === 'warning' && check.level === 'must' ? 'warning' : BY_LEVEL[check.level];
      const reason = `${check.title}: expected ${expected}, got ${actual}`;
      return {
        verdict,
        reason,
        expected,
        actual,
        ...defined({ sentence, seen, failsToo: failsToo && [...failsToo] }),
      };
    }
  }
}
