import type { VerdictEvent } from '../ledger/index.js';
import type { Suite } from './check.js';
import { type Judgement, judgementOf, verdictEvent } from './judge.js';
import { known } from './known.js';
import type { PlannedCheck } from './plan.js';
import type { SuiteRun } from './suite-run.js';

/**
 * Holds every exchange of an interface against every rule, whichever check asked for it. A violation fails the check that
 * owns the clause, the first one of it; a check that passed by its own questions says how many other responses conform.
 */
export async function reviewAll(
  { interface: name, checks, rules }: Suite,
  restsOn: Map<PlannedCheck, Judgement>,
  run: SuiteRun,
  covered: string | undefined,
): Promise<void> {
  const { session, plan } = run;
  const scope = session.scope({ name: `${name}.review`, interface: name });
  // The checks of a run ask again for what failed, and what they do not is what its reductions asked for.
  if (run.traffic?.origin === 'of others')
    for (const request of run.traffic.troubled(name, session.redactor))
      await known(scope.context.ask(request, { fresh: true }));
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
