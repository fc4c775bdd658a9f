/**
 * The main stage of a run: runs all checks, sends generated requests, tests every exchange by the
 * rules, and detects facts that changed. A fact is what a check learned about the target.
 */

import type { Answer } from '../http/answer.js';
import type { VerdictEvent } from '../ledger/index.js';
import { inParallel } from './ask-within-budget.js';
import { type Check, GENERATED } from './check.js';
import { changedDuringRun, type Finding, skipped } from './finding.js';
import { lastExchange } from './header.js';
import { optional } from './optional.js';
import type { PlannedCheck } from './plan.js';
import type { IsOpen } from './review.js';
import type { JudgeOne, SuiteRun } from './run-options.js';
import type { Scope } from './scope.js';
import type { Session } from './session.js';
import type { Suite } from './suite.js';
import { type Judgement, judgeIn, judgementOf, verdictEvent } from './verdict.js';

interface Judged {
  readonly suite: Suite;
  readonly judgements: Map<PlannedCheck, Judgement>;
  readonly generated: Generated;
}

interface Generated {
  /** Which combinations the requests cover, in words; undefined if no requests were sent. */
  readonly covered: string | undefined;
  readonly answers: readonly Answer[];
}

const NONE_GENERATED: Generated = { covered: undefined, answers: [] };

/**
 * Tests all interfaces concurrently:
 *
 * 1. the checks in plan order, several at once, and then the generated requests
 * 2. inconclusive checks once more, when all others have sent their requests
 * 3. the checks that send nothing and describe all responses
 * 4. the data once more, with the checks that failed before a change of it was known
 * 5. every exchange by every rule, by the facts that are known then
 */
export async function judgeSuites(suites: readonly Suite[], run: SuiteRun): Promise<void> {
  const { session } = run;
  const judgeOne = judgingOne(run);
  const judged = await Promise.all(
    suites.map(async (suite): Promise<Judged> => {
      const own = run.open.filter(({ check }) => check.interface === suite.interface);
      const planned = run.plan.planned.filter(({ check }) => check.interface === suite.interface);
      const judgements = carriedJudgements(planned, run);
      await runChecks(own, { judgements, run, judgeOne });
      return { suite, judgements, generated: await generate(suite, planned, run) };
    }),
  );
  session.forgetFailures();
  await Promise.all(judged.map(({ judgements }) => rerunInconclusive(judgements, run, judgeOne)));
  await Promise.all(
    judged.map(async (one) => {
      await observeAll(one, run);
      await judgeChanged(one, run, judgeOne);
      await reviewAll(one, run);
    }),
  );
}

/** The judgements of the earlier parts of a resumed run. */
function carriedJudgements(
  planned: readonly PlannedCheck[],
  { carried }: SuiteRun,
): Map<PlannedCheck, Judgement> {
  const events = new Map(carried.map((event) => [event.check, event]));
  return new Map(
    planned.flatMap((one) => {
      const event = events.get(one.check.id);
      return event === undefined ? [] : [[one, { event, used: new Set<string>(), answers: [] }]];
    }),
  );
}

/**
 * Makes the function that runs one check. It returns undefined if the check is inconclusive because
 * the run was interrupted.
 */
function judgingOne(run: SuiteRun): JudgeOne {
  const unrecorded = skipped('data', 'no exchange of the recording exercises it');
  return async ({ check, allowance }) => {
    // Recorded requests of other clients belong to no check. The later review of all exchanges may
    // replace this verdict.
    if (run.traffic?.origin === 'of others')
      return { event: verdictEvent(check, unrecorded), used: new Set(), answers: [] };
    const judgement = await judgeIn(run.session, check, {
      allowance,
      replay: run.replay,
      naming: run.naming,
      rerun: run.rerun,
      allowDestructive: run.allowDestructive ?? false,
      exchange: (id) => run.known.get(id),
    });
    if ('fault' in judgement) run.faults.push(judgement.fault);
    // The check is left open, so that it runs when the run is resumed.
    return run.signal?.aborted && judgement.event.verdict === 'inconclusive'
      ? undefined
      : judgement;
  };
}

interface ChecksInRun {
  readonly judgements: Map<PlannedCheck, Judgement>;
  readonly run: SuiteRun;
  readonly judgeOne: JudgeOne;
}

/**
 * Runs these checks. If the number of requests is limited, inconclusive checks are run again at
 * once, before generated requests use up the limit.
 */
async function runChecks(
  some: readonly PlannedCheck[],
  { judgements, run, judgeOne }: ChecksInRun,
): Promise<void> {
  const { session, plan } = run;
  const asking = some.filter(({ check }) => check.responses === undefined);
  await inParallel(asking, session.target.concurrency, async (planned) => {
    const judgement = run.isOver() ? undefined : await judgeOne(planned);
    if (judgement === undefined) return;
    judgements.set(planned, judgement);
    run.record(judgement.event);
  });
  if (plan.maxRequests === undefined) return;
  session.forgetFailures();
  await rerunInconclusive(judgements, run, judgeOne);
}

/** Sends the generated requests that test clauses of these checks. */
async function generate(
  { interface: name, judge }: Suite,
  some: readonly PlannedCheck[],
  run: SuiteRun,
): Promise<Generated> {
  const { session, plan, traffic, isOver } = run;
  const allowance = plan.generated.get(name) ?? 0;
  if (allowance === 0 || traffic?.origin === 'of others' || judge === undefined || isOver())
    return NONE_GENERATED;
  const scope = session.scope({ name: `${name}.${GENERATED}`, interface: name, allowance });
  const covered = await judge.generate(scope.context, answersOfChecks(name, run), (clause) =>
    some.some(({ check }) => check.clauses.includes(clause)),
  );
  return { covered, answers: scope.answers };
}

/**
 * The generated requests depend on these responses. In a resumed run the responses to the generated
 * requests of its earlier parts are left out, so that the same requests are generated again.
 */
function answersOfChecks(
  name: string,
  { session, resumed, known, record }: SuiteRun,
): readonly Answer[] {
  const answers = session.receivedIn(name);
  const generatedFrom = resumed?.surveys.find(
    (survey) => survey.interface === name && survey.generatedFrom !== undefined,
  )?.generatedFrom;
  if (generatedFrom === undefined) {
    const last = [...known.keys()].reduce((most, id) => Math.max(most, id), 0);
    record({ type: 'survey', interface: name, generatedFrom: last + 1 });
    return answers;
  }
  const lastEarlier = lastExchange(resumed);
  return answers.filter(({ exchange }) => exchange < generatedFrom || exchange > lastEarlier);
}

/** Runs the checks that send nothing, and describe responses of all others (`responses`). */
async function observeAll({ suite, judgements, generated }: Judged, run: SuiteRun): Promise<void> {
  if (run.isOver()) return;
  for (const { check } of run.open) {
    if (check.interface !== suite.interface || check.responses === undefined) continue;
    const sentBy = (answers: readonly Answer[]): readonly string[] => {
      const senders = sendersOf(answers, check, { judgements, generated });
      return senders.length > 0 ? senders : learnerIn(judgements);
    };
    run.record((await judgeIn(run.session, check, { ...optionsOf(run), sentBy })).event);
  }
}

/**
 * Responses that no check asked for came while facts were learned. Any passed check that uses facts
 * sends these requests again.
 */
const learnerIn = (judgements: Judged['judgements']): readonly string[] =>
  [...judgements]
    .flatMap(([{ check }, { used, event }]) =>
      used.size > 0 && event.verdict === 'passed' ? [check.id] : [],
    )
    .slice(0, 1);

/** What verdicts need to name the commands that reproduce them. */
const optionsOf = ({ naming, rerun, known, traffic }: SuiteRun) => ({
  naming,
  rerun,
  isRecorded: traffic?.origin === 'of others',
  exchange: (id: number) => known.get(id),
});

/**
 * Reads the data of the target again. If it changed, failed checks are run again if they compare
 * responses with the data and failed before the change was known. A check that is then skipped, for
 * example because the budget is used up, becomes inconclusive.
 */
async function judgeChanged(
  { suite, judgements }: Judged,
  run: SuiteRun,
  judgeOne: JudgeOne,
): Promise<void> {
  const { session, traffic } = run;
  const { judge, interface: name } = suite;
  const usesFacts = [...judgements.values()].some(({ used }) => used.size > 0);
  if (judge === undefined || !usesFacts || traffic?.origin === 'of others' || run.isOver()) return;
  // The requests that were reserved for the end of the run may be sent from here on.
  session.client.reserve(0);
  const { context } = session.scope({ name: `${name}.changes`, interface: name });
  await optional(judge.renew(context));
  const changes = await judge.changes(context);
  if (changes === undefined) return;
  session.client.forget();
  for (const [planned, { event, used, answers }] of judgements) {
    const { check } = planned;
    const isSettled =
      event.verdict !== 'failed' ||
      (event.exchanges.at(-1) ?? 0) > changes.since ||
      used.size === 0 ||
      check.permission === 'destructive';
    if (isSettled || isShownWithoutFacts(check, session, answers)) continue;
    const again = await judgeOne(planned);
    const isJudged = again !== undefined && isConclusive(again.event);
    const { witness: _, expected: __, actual: ___, sentence: ____, ...rest } = event;
    const reason = changedDuringRun(changes.what);
    const judgement = isJudged
      ? again
      : { event: { ...rest, verdict: 'inconclusive' as const, reason }, used, answers };
    judgements.set(planned, judgement);
    run.record(judgement.event);
  }
}

const isConclusive = ({ verdict }: VerdictEvent): boolean =>
  verdict !== 'inconclusive' && verdict !== 'skipped';

/**
 * Tests every exchange of an interface by every rule. A violation fails the check that owns the
 * clause. The number of conforming responses is added to the result of a passed check.
 */
async function reviewAll({ suite, judgements, generated }: Judged, run: SuiteRun): Promise<void> {
  const { interface: name, judge } = suite;
  const { session } = run;
  const scope = session.scope({ name: `${name}.review`, interface: name });
  await lookUpRepetitions(name, scope, run);
  if (judge === undefined || run.isOver()) return;
  const answers = session.seen(name);
  if (answers.length === 0) return;
  const owners = ownersOf(suite, run);
  const isOpen: IsOpen = (clause, atMost) => {
    const owner = owners.get(clause);
    const reported = [...judgements].filter(([, { event }]) => event.clauses[0] === clause);
    const isReported = reported.some(([{ check }, { event }]) => {
      if (event.verdict === 'failed' || event.verdict === atMost) return true;
      // A violation of a `should` clause is a warning, and one from another check is enough. The
      // owner's own warning is replaced, because the review may count more responses.
      return event.verdict === 'warning' && event.level === 'should' && check !== owner;
    });
    return owner !== undefined && !isReported;
  };
  // If every planned check of the interface runs without facts, the review does not learn facts
  // either.
  const maySurvey = run.plan.planned.some(
    ({ check }) => check.interface === name && check.needsFacts?.(session.target) !== false,
  );
  const { judged, violations, evidence } = await judge.review(
    scope.context,
    answers,
    isOpen,
    maySurvey,
  );
  run.evidence.set(name, evidence);
  for (const [clause, { finding }] of violations) {
    const check = owners.get(clause);
    if (check !== undefined) await failOwner(check, finding, { judgements, generated, scope, run });
  }
  for (const [planned, judgement] of judgements) {
    const [clause] = planned.check.clauses;
    const shown = judged.get(clause) ?? 0;
    if (shown === 0 || owners.get(clause) !== planned.check) continue;
    const count = Math.max(shown, run.traffic?.tested?.get(clause) ?? 0);
    const isRecorded = run.traffic?.origin === 'of others' && !violations.has(clause);
    const { covered } = generated;
    const event = withCount(judgement.event, planned.check, { count, covered, isRecorded });
    if (event === undefined) continue;
    judgements.set(planned, { ...judgement, event });
    run.record(event);
  }
}

/**
 * A GET request of another client that received a 5xx response may occur in the recording again.
 * Looks up the response to the repetition.
 */
async function lookUpRepetitions(
  name: string,
  { context }: Scope,
  { traffic, session }: SuiteRun,
): Promise<void> {
  if (traffic?.origin !== 'of others') return;
  for (const request of traffic.troubled(name, session.redactor))
    await optional(context.ask(request, { fresh: true }));
}

/** The first check of a clause owns the clause, if it was planned, or skipped by the plan. */
function ownersOf({ checks }: Suite, { plan }: SuiteRun): ReadonlyMap<string, Check> {
  const chosen = new Set([...plan.planned, ...plan.skipped].map(({ check }) => check));
  const owners = new Map(checks.toReversed().map((check) => [check.clauses[0], check]));
  for (const [clause, check] of owners) if (!chosen.has(check)) owners.delete(clause);
  return owners;
}

interface FindingContext {
  readonly judgements: Map<PlannedCheck, Judgement>;
  readonly generated: Generated;
  readonly scope: Scope;
  readonly run: SuiteRun;
}

/**
 * Returns who sent the requests of a finding if the failing check sent none of them: the id of
 * another check, or `generated`. Requests that learn facts have no sender here, because every run
 * sends them.
 */
function sendersOf(
  answers: readonly Answer[],
  check: Check,
  { judgements, generated }: Pick<Judged, 'judgements' | 'generated'>,
): readonly string[] {
  const ids = new Set(answers.map(({ exchange }) => exchange));
  const has = (some: readonly Answer[]): boolean => some.some(({ exchange }) => ids.has(exchange));
  const checks = [...judgements].flatMap(([{ check: other }, { answers: sent }]) =>
    other !== check && has(sent) ? [other.id] : [],
  );
  const sentByCheck = [...judgements].some(
    ([one, { answers: sent }]) => one.check === check && has(sent),
  );
  if (sentByCheck) return [];
  return checks.length === 0 && has(generated.answers) ? [GENERATED] : checks.slice(0, 1);
}

/**
 * Records the violation that the review found, for the check that owns the clause. Nothing is
 * recorded if the check has already failed, or if it passed and the violation is inconclusive.
 */
async function failOwner(check: Check, finding: Finding, failing: FindingContext): Promise<void> {
  const { judgements, scope, run } = failing;
  const [planned, judgement] = [...judgements].find(([one]) => one.check === check) ?? [];
  if (judgement?.event.verdict === 'failed') return;
  const options = {
    ...optionsOf(run),
    sentBy: (answers: readonly Answer[]) => sendersOf(answers, check, failing),
  };
  const found = await judgementOf(run.session, { check, finding, scope }, 0, options);
  if (found.event.verdict === 'inconclusive' && judgement?.event.verdict === 'passed') return;
  judgements.set(planned ?? { check, allowance: 0 }, found);
  run.record(found.event);
}

interface ReviewedResponses {
  /** The number of responses that were tested by the clause. */
  readonly count: number;
  readonly covered: string | undefined;
  /** Whether only recorded responses of other clients were tested, without a violation. */
  readonly isRecorded: boolean;
}

function withCount(
  event: VerdictEvent,
  check: Check,
  { count, covered, isRecorded }: ReviewedResponses,
) {
  if (isRecorded && event.verdict === 'skipped' && event.cause === 'data') {
    const responses = count === 1 ? 'response conforms' : 'responses conform';
    const witness = `${count} recorded ${responses}`;
    return verdictEvent(check, { kind: 'passed', witness });
  }
  if (event.verdict !== 'passed') return undefined;
  const generated = covered === undefined ? '' : `; ${covered}`;
  // The witness of an earlier part of the run may contain an earlier count.
  const witness = event.witness?.replace(EARLIER_COUNT, '');
  return { ...event, witness: `${witness}; ${count} responses of the run conform${generated}` };
}

const EARLIER_COUNT = /; \d+ responses of the run conform.*$/s;

/** After this number of inconclusive reruns in a row, no further check is run again. */
const MAX_FAILED_RERUNS = 8;

/**
 * Runs inconclusive checks again, except checks with an internal error and checks whose requests
 * cannot be undone. Only a conclusive result replaces the verdict.
 */
export async function rerunInconclusive(
  judgements: Map<PlannedCheck, Judgement>,
  run: SuiteRun,
  judgeOne: JudgeOne,
) {
  const open = [...judgements]
    .filter(([{ check }, { event, ...rest }]) => {
      return (
        event.verdict === 'inconclusive' && check.permission !== 'destructive' && !('fault' in rest)
      );
    })
    .map(([planned]) => planned);
  let failedReruns = 0;
  await inParallel(open, run.session.target.concurrency, async (planned) => {
    if (run.isOver() || failedReruns >= MAX_FAILED_RERUNS) return;
    const judgement = await judgeOne(planned);
    const { verdict, cause } = judgement?.event ?? {};
    failedReruns = verdict === undefined || verdict === 'inconclusive' ? failedReruns + 1 : 0;
    if (judgement === undefined || verdict === 'inconclusive' || cause === 'budget') return;
    judgements.set(planned, judgement);
    run.record(judgement.event);
  });
}

/** Whether the responses of a failed check violate its clause whatever the data is. */
function isShownWithoutFacts(
  { judge, clauses }: Check,
  { target }: Session,
  answers: readonly Answer[],
): boolean {
  const { violations = [] } = judge?.judgeWithoutFacts(target, answers) ?? {};
  return violations.some(({ clause, atMost }) => clause === clauses[0] && atMost === undefined);
}
