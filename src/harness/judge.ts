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
import { missingSettings, type Target } from '../settings/index.js';
import type { Check } from './check.js';
import { mostOf } from './cost.js';
import { CheckEnded, type Finding, type Skipped, skipped } from './finding.js';
import { GENERATED } from './generated.js';
import type { Scope } from './scope.js';
import type { Session } from './session.js';

/** The options of commands are used for the commands of a failure. */
export interface JudgeOptions extends Partial<CommandOptions> {
  /** Requests planned for an elastic check. Default: the most it asks for. */
  readonly allowance?: number;
  /** `--replay`: the path of one counterexample. */
  readonly replay?: string | undefined;
  readonly allowDestructive?: boolean;
  /** Looks up an exchange by number, for the commands of a failure. */
  readonly exchange?: (id: number) => Exchange | undefined;
  /**
   * What sent the requests that show the violation, if the check itself did not: ids of checks, or
   * `generated`.
   */
  readonly sentBy?: readonly string[];
}

export interface Judgement {
  readonly event: VerdictEvent;
  /** The names of the shared facts that the verdict depends on. */
  readonly used: ReadonlySet<string>;
  readonly answers: readonly Answer[];
  /** An internal error, which says nothing about the target. */
  readonly fault?: unknown;
}

/**
 * Runs one check. A deviation is `failed`, `warning` or `observed` by the level of its clause. A
 * check that could not be completed is `inconclusive`, also where it threw anything else, which is
 * an internal error.
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
  const { observe } = check;
  const { finding: found, ...fault } = await findingOf(
    async () =>
      observe?.(session.seen(check.interface), session.client.counts.limited) ?? check.run(context),
  );
  // A request that is missing from a recording skips the check.
  const isOpen =
    found.kind === 'inconclusive' || (found.kind === 'skipped' && found.cause === 'prerequisite');
  const missing = isOpen && !('fault' in fault) ? scope.missing() : undefined;
  const finding = missing === undefined ? found : skipped('data', missing);
  return {
    ...(await judgementOf(
      session,
      { check, finding, scope },
      session.clock.now() - begun,
      options,
    )),
    ...fault,
  };
}

/** The judgement of a finding, which a check or the review of all exchanges made. */
export async function judgementOf(
  session: Session,
  { check, finding, scope }: { check: Check; finding: Finding; scope: Scope },
  durationMs: number,
  options: JudgeOptions,
): Promise<Judgement> {
  const { context, answers, leftOut, sources, used } = scope;
  const violating = finding.kind === 'deviates' ? finding.answers : [];
  const rules = finding.kind === 'deviates' ? check.rules : undefined;
  const { compared = [], changed } =
    (await rules?.evidenceFor(context, violating, check.clauses, used.size > 0)) ?? {};
  const event = verdictEvent(
    check,
    // A violation proves nothing where the facts behind it have changed meanwhile.
    changed === undefined ? finding : { kind: 'inconclusive', reason: changed },
    { answers, durationMs, seed: session.seed },
    { ...options, redactor: session.redactor, sources, connection: session.target.connection },
  );
  const rows = [...leftOut.values()].reduce((sum, one) => sum + one, 0);
  const besides = compared
    .map(({ exchange }) => exchange)
    .filter((id) => !event.exchanges.includes(id));
  const told = {
    ...event,
    ...(rows === 0 ? {} : { leftOut: rows }),
    ...(besides.length === 0 || event.expected === undefined ? {} : { compared: besides }),
  };
  return { event: redactedVerdict(session.redactor, told), used, answers };
}

/** The finding of a check, and an internal error that it threw. */
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
      return { finding: skipped('data', `not recorded whole: ${error.message}`) };
    if (error instanceof BudgetSpent)
      return { finding: skipped('budget', `${error.message}; raise --max-requests`) };
    const told = error instanceof Error ? `${error.name}: ${error.message}` : error;
    return {
      finding: inconclusive(`internal error of Assay, not of the target: ${told}`),
      fault: error,
    };
  }
}

/** Why a check does not apply to this target; it is known before anything is sent. */
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
  destructive:
    'transfers resources permanently; set "allow": { "destructive": true } in the target file and pass --allow-destructive',
} as const;

/** How a check was run. Default: it was not. */
interface Execution {
  readonly answers?: readonly Answer[];
  readonly durationMs?: number;
  /** Of the run. Default 1. */
  readonly seed?: number;
}

export function verdictEvent(
  check: Check,
  finding: Finding,
  { answers = [], durationMs = 0, seed = 1 }: Execution = {},
  { exchange, naming, redactor, sources, connection, isRecorded, sentBy = [] }: JudgeOptions = {},
): VerdictEvent {
  const showing =
    finding.kind === 'deviates' && finding.answers.length > 0 ? finding.answers : answers;
  const lost =
    finding.kind === 'inconclusive' && finding.exchange !== undefined ? [finding.exchange] : [];
  const exchanges = [...new Set([...showing.map((answer) => answer.exchange), ...lost])];
  // Where a finding names no responses, the last one ended the check.
  const shown = (showing === answers ? exchanges.slice(-1) : exchanges.slice(-MOST_SHOWN)).flatMap(
    (id) => exchange?.(id) ?? [],
  );
  const named = naming === undefined ? '' : `${naming} `;
  const commands =
    (finding.kind === 'deviates' || lost.length > 0) && redactor !== undefined
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
    ...outcome(check, finding, `run ${named}${choiceOf(check, sentBy)} --seed ${seed}`),
    ...(sentBy.length === 0 ? {} : { sentBy: [...sentBy] }),
    ...(commands.length === 0 ? {} : { curl: commands.join('\n'), commands: [...commands] }),
  };
}

/** The options that send the requests which show a violation. */
function choiceOf({ id }: Check, sentBy: readonly string[]): string {
  const others = sentBy.filter((one) => one !== GENERATED);
  const generated = sentBy.includes(GENERATED) ? ` --${GENERATED}` : '';
  return `--check ${[id, ...others].join(',')}${generated}`;
}

/** The number of exchanges that a verdict refers to, and of commands of a finding. */
const MOST_SHOWN = 12;

const BY_LEVEL = { must: 'failed', should: 'warning', open: 'observed' } as const satisfies Record<
  string,
  Verdict
>;

/**
 * The part of a verdict event that depends on the finding; `again` is the command that runs the
 * check alone.
 */
function outcome(
  check: Check,
  finding: Finding,
  again: string,
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
      const { expected, actual, atMost, replay: path } = finding;
      const verdict =
        atMost === 'warning' && check.level === 'must' ? 'warning' : BY_LEVEL[check.level];
      const reason = `${check.title}: expected ${expected}, got ${actual}`;
      return {
        verdict,
        reason,
        expected,
        actual,
        replay: `${again}${path === undefined ? '' : ` --replay ${path}`}`,
      };
    }
  }
}
