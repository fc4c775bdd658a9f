import type { Answer } from '../http/answer.js';
import type { VerdictEvent } from '../ledger/index.js';
import type { Check, Suite } from './check.js';
import type { Judgement } from './judge.js';
import { inParallel } from './known.js';
import type { PlannedCheck } from './plan.js';
import type { Session } from './session.js';
import type { JudgeOne, SuiteRun } from './suite-run.js';

/** Checks in a row that stay inconclusive when they are asked again, after which the others are left as they are. */
const IN_VAIN = 8;

/**
 * What stayed inconclusive is asked once more when all else is judged: the trouble may be over. Never what cannot be
 * taken back, and only what could be judged then takes the place of the first verdict.
 */
export async function askAgain(
  restsOn: Map<PlannedCheck, Judgement>,
  run: SuiteRun,
  judgeOne: JudgeOne,
): Promise<void> {
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
