import type { Answer } from '../http/answer.js';
import type { VerdictEvent } from '../ledger/index.js';
import { inParallel } from './ask-within-budget.js';
import type { Check, Suite } from './check.js';
import { skipped } from './finding.js';
import { type Judgement, judgeIn, judgementOf, verdictEvent } from './judge.js';
import { optional } from './optional.js';
import type { PlannedCheck } from './plan.js';
import type { Session } from './session.js';
import type { JudgeOne, SuiteRun } from './suite-run.js';

/**
 * Runs all interfaces at once: the checks of each in plan order, several at once, then its generated requests. Afterwards
 * inconclusive checks are run again, every exchange is tested by every rule, and facts that changed are detected.
 */
export async function judgeAll(suites: readonly Suite[], run: SuiteRun): Promise<void> {
  const { session, plan } = run;
  const unrecorded = skipped('data', 'no exchange of the recording exercises it');
  const judgeOne: JudgeOne = async (planned) => {
    // The review of all exchanges may give it a verdict.
    if (run.traffic?.origin === 'of others')
      return { event: verdictEvent(planned.check, unrecorded, [], 0), used: new Set(), answers: [] };
    const judgement = await judgeIn(session, planned.check, {
      allowance: planned.allowance,
      replay: run.replay,
      naming: run.naming,
      allowDestructive: run.allowDestructive ?? false,
      exchange: (id) => run.known.get(id),
    });
    if ('fault' in judgement) run.faults.push(judgement.fault);
    // A check that an interruption left inconclusive runs when the run is resumed.
    return run.signal?.aborted && judgement.event.verdict === 'inconclusive' ? undefined : judgement;
  };

  const judgeEach = async (
    suite: Suite,
    some: readonly PlannedCheck[],
    restsOn: Map<PlannedCheck, Judgement>,
  ): Promise<string | undefined> => {
    const asking = some.filter(({ check }) => check.observe === undefined);
    await inParallel(asking, session.target.concurrency, async (planned) => {
      const judgement = run.isOver() ? undefined : await judgeOne(planned);
      if (judgement === undefined) return;
      restsOn.set(planned, judgement);
      run.record(judgement.event);
    });
    if (plan.maxRequests !== undefined) {
      // Inconclusive checks run again before the generated requests use the rest of the budget.
      session.forgetFailures();
      await askAgain(restsOn, run, judgeOne);
    }
    const { interface: name, rules } = suite;
    const allowance = plan.generated.get(name) ?? 0;
    if (allowance === 0 || run.traffic?.origin === 'of others' || rules === undefined || run.isOver()) return undefined;
    const { context } = session.scope({ name: `${name}.generated`, interface: name, allowance });
    return rules.generate(context, session.asked(name), (clause) =>
      some.some(({ check }) => check.clauses.includes(clause)),
    );
  };

  const judged = await Promise.all(
    suites.map(async (suite) => {
      const mine = run.open.filter(({ check }) => check.interface === suite.interface);
      const restsOn = new Map<PlannedCheck, Judgement>();
      return { suite, restsOn, covered: await judgeEach(suite, mine, restsOn) };
    }),
  );
  session.forgetFailures();
  await Promise.all(judged.map(({ restsOn }) => askAgain(restsOn, run, judgeOne)));
  await Promise.all(
    judged.map(async ({ suite, restsOn, covered }) => {
      for (const { check } of run.isOver() ? [] : run.open)
        if (check.interface === suite.interface && check.observe !== undefined)
          run.record((await judgeIn(session, check)).event);
      await reviewAll(suite, restsOn, run, covered);
    }),
  );
  // Only after all reviews, so that no review of another interface uses the requests that are kept for this.
  await Promise.all(
    judged.map(async ({ suite, restsOn }) => {
      const changed = await detectDrift(suite, restsOn, run);
      // Within a budget the checks are not run again.
      if (changed.length === 0 || plan.maxRequests !== undefined || run.isOver()) return;
      session.forget(suite.interface);
      const repeatable = changed.filter(({ check }) => check.permission !== 'destructive');
      await reviewAll(suite, restsOn, run, await judgeEach(suite, repeatable, restsOn));
      await detectDrift(suite, restsOn, run);
    }),
  );
}

/**
 * Tests every exchange of an interface by every rule, regardless of which check sent the request. A violation fails the check
 * that owns the clause, which is its first one. The witness of a pass says how many other responses conform.
 */
async function reviewAll(
  { interface: name, checks, rules }: Suite,
  restsOn: Map<PlannedCheck, Judgement>,
  run: SuiteRun,
  covered: string | undefined,
): Promise<void> {
  const { session, plan } = run;
  const scope = session.scope({ name: `${name}.review`, interface: name });
  // In traffic of other clients a request with a status of 500 or more is looked up again: it may have been repeated.
  if (run.traffic?.origin === 'of others')
    for (const request of run.traffic.troubled(name, session.redactor))
      await optional(scope.context.ask(request, { fresh: true }));
  const answers = session.seen(name);
  if (rules === undefined || answers.length === 0 || run.isOver()) return;
  const wanted = new Set([...plan.planned, ...plan.skipped].map(({ check }) => check));
  const owners = new Map(checks.toReversed().map((check) => [check.clauses[0], check]));
  for (const [clause, check] of owners) if (!wanted.has(check)) owners.delete(clause);
  const { judged, violations, evidence } = await rules.review(scope.context, answers, (clause, atMost) => {
    const isToldOf = [...restsOn.values()].some(
      ({ event }) => event.clauses[0] === clause && (event.verdict === 'failed' || event.verdict === atMost),
    );
    return owners.has(clause) && !isToldOf;
  });
  run.evidence.set(name, evidence);
  for (const [clause, violation] of violations) {
    const check = owners.get(clause);
    if (check === undefined) continue;
    const [known, judgement] = [...restsOn].find(([one]) => one.check === check) ?? [];
    if (judgement?.event.verdict === 'failed') continue;
    const options = { naming: run.naming, exchange: (id: number) => run.known.get(id) };
    const found = await judgementOf(session, check, violation.finding, scope, 0, options);
    if (found.event.verdict === 'inconclusive' && judgement?.event.verdict === 'passed') continue;
    restsOn.set(known ?? { check, allowance: 0 }, found);
    run.record(found.event);
  }
  for (const [planned, { event, ...rest }] of restsOn) {
    const { check } = planned;
    const [clause] = check.clauses;
    const count = judged.get(clause) ?? 0;
    if (count === 0 || owners.get(clause) !== check) continue;
    const tell = (told: VerdictEvent): void => {
      restsOn.set(planned, { event: told, ...rest });
      run.record(told);
    };
    const isOpen = event.verdict === 'skipped' && event.cause === 'data' && run.traffic?.origin === 'of others';
    if (isOpen && !violations.has(clause)) {
      const witness = `${count} recorded ${count === 1 ? 'response conforms' : 'responses conform'}`;
      tell(verdictEvent(check, { kind: 'passed', witness }, [], 0));
    } else if (event.verdict === 'passed') {
      const others = `${count} responses of the run conform${covered === undefined ? '' : `; ${covered}`}`;
      tell({ ...event, witness: `${event.witness}; ${others}` });
    }
  }
}

/** The number of checks in a row that stay inconclusive, after which no further ones are run again. */
const IN_VAIN = 8;

/** Runs inconclusive checks again, except those that cannot be undone. Only a conclusive result replaces the verdict. */
export async function askAgain(restsOn: Map<PlannedCheck, Judgement>, run: SuiteRun, judgeOne: JudgeOne) {
  const open = [...restsOn]
    .filter(([{ check }, { event, ...rest }]) => {
      return event.verdict === 'inconclusive' && check.permission !== 'destructive' && !('fault' in rest);
    })
    .map(([planned]) => planned);
  let inVain = 0;
  await inParallel(open, run.session.target.concurrency, async (planned) => {
    if (run.isOver() || inVain >= IN_VAIN) return;
    const judgement = await judgeOne(planned);
    const { verdict, cause } = judgement?.event ?? {};
    inVain = verdict === undefined || verdict === 'inconclusive' ? inVain + 1 : 0;
    if (judgement === undefined || verdict === 'inconclusive' || cause === 'budget') return;
    restsOn.set(planned, judgement);
    run.record(judgement.event);
  });
}

/** Makes checks inconclusive that depend on facts which changed during the run, and returns them. */
export async function detectDrift(suite: Suite, restsOn: ReadonlyMap<PlannedCheck, Judgement>, run: SuiteRun) {
  const { interface: name, drift } = suite;
  if (drift === undefined || restsOn.size === 0 || run.signal?.aborted || run.traffic?.origin === 'of others')
    return [];
  const { session } = run;
  session.client.reserve(0);
  const changed = await drift(session.scope({ name: `${name}.drift`, interface: name }).context);
  const open: PlannedCheck[] = [];
  for (const [planned, { event, used, answers }] of restsOn) {
    const reason = [...used].map((fact) => changed.get(fact)).find((one) => one !== undefined);
    if (reason === undefined || !['passed', 'failed', 'warning'].includes(event.verdict)) continue;
    if (event.verdict === 'passed' && holdsAlone(planned.check, session, answers)) continue;
    open.push(planned);
    const { witness: _, expected: __, actual: ___, ...rest } = event;
    run.record({ ...rest, verdict: 'inconclusive', reason });
  }
  return open;
}

/** Whether responses conform without any facts. */
function holdsAlone({ rules, clauses }: Check, { target }: Session, answers: readonly Answer[]): boolean {
  const { judged, violations = [] } = rules?.judgeWithoutFacts(target, answers) ?? {};
  return judged?.has(clauses[0]) === true && !violations.some(({ clause }) => clause === clauses[0]);
}
