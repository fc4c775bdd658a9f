import type { Answer } from '../http/answer.js';
import type { VerdictEvent } from '../ledger/index.js';
import type { Check, Suite } from './check.js';
import type { Judgement } from './judge.js';
import type { PlannedCheck } from './plan.js';
import type { Session } from './session.js';
import type { SuiteRun } from './suite-run.js';

/**
 * Whether what the verdicts of an interface rest on still holds at the end; what does not is inconclusive, and may be
 * judged once more by what holds now.
 */
export async function lookBack(
  { interface: name, drift }: Suite,
  restsOn: ReadonlyMap<PlannedCheck, Judgement>,
  run: SuiteRun,
): Promise<readonly PlannedCheck[]> {
  if (drift === undefined || restsOn.size === 0 || run.signal?.aborted || run.traffic?.origin === 'of others')
    return [];
  const { session } = run;
  session.client.reserve(0);
  const changed = await drift(session.scope({ name: `${name}.drift`, interface: name }).context);
  const open: PlannedCheck[] = [];
  for (const [planned, { event, used, answers }] of restsOn) {
    const reason = [...used].map((fact) => changed.get(fact)).find((one) => one !== undefined);
    if (reason === undefined || !isJudged(event)) continue;
    if (event.verdict === 'passed' && holdsAlone(planned.check, session, answers)) continue;
    open.push(planned);
    run.record(unsettled(event, reason));
  }
  return open;
}

/** Whether answers conform by themselves, whatever is known of the target. */
function holdsAlone({ rules, clauses }: Check, { target }: Session, answers: readonly Answer[]): boolean {
  const { judged, violations = [] } = rules?.alone(target, answers) ?? {};
  return judged?.has(clauses[0]) === true && !violations.some(({ clause }) => clause === clauses[0]);
}

function unsettled(event: VerdictEvent, reason: string): VerdictEvent {
  const { witness: _, expected: __, actual: ___, ...rest } = event;
  return { ...rest, verdict: 'inconclusive', reason };
}

const isJudged = ({ verdict }: VerdictEvent): boolean =>
  verdict === 'passed' || verdict === 'failed' || verdict === 'warning';
