import type { Judgement } from './judge.js';
import { inParallel } from './known.js';
import type { PlannedCheck } from './plan.js';
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
