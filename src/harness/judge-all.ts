import type { VerdictEvent } from '../ledger/index.js';
import { askAgain } from './ask-again.js';
import type { Check, Suite } from './check.js';
import { inParallel } from './in-parallel.js';
import { type Judgement, judgeIn, observeAll } from './judge.js';
import { lookBack } from './look-back.js';
import type { Plan, PlannedCheck } from './plan.js';
import { reviewAll } from './review-all.js';
import type { Session } from './session.js';
import { type JudgeOne, type SuiteRun, toJudge } from './suite-run.js';
import { unlessAlone } from './unless-alone.js';

/**
 * Every interface beside the others: its checks in plan order, so many at once, then the generated requests. When all is
 * asked, what stayed open is asked again, every exchange is held against every rule, and whether what the verdicts rest
 * on still holds is looked at.
 */
export async function judgeAll(suites: readonly Suite[], plan: Plan, session: Session, run: SuiteRun): Promise<void> {
  const judgeOne: JudgeOne = async (planned) => {
    const judgement = await judgeIn(session, planned.check, {
      allowance: planned.allowance,
      replay: run.replay,
      naming: run.naming,
      allowDestructive: run.allowDestructive ?? false,
      exchange: (id) => run.known.get(id),
    });
    if ('fault' in judgement) run.faults.push(judgement.fault);
    // What an interruption left open is asked when the run is resumed.
    return run.signal?.aborted && judgement.event.verdict === 'inconclusive' ? undefined : judgement;
  };
  const judged = await Promise.all(
    suites.map(async (suite) => {
      const all = toJudge(plan, run).filter(({ check }) => check.interface === suite.interface);
      const mine = all.filter(({ check }) => check.observe === undefined);
      const restsOn = new Map<PlannedCheck, Judgement>();
      const before = (): readonly VerdictEvent[] => [
        ...(run.resumed?.verdicts ?? []),
        ...[...restsOn.values()].map(({ event }) => event),
      ];
      const isLast = ({ check }: PlannedCheck): boolean => check.last ?? false;
      const judgeMine: JudgeOne = async (planned) => {
        const judgement = await judgeOne(planned);
        if (judgement === undefined || !isLast(planned)) return judgement;
        return { ...judgement, event: unlessAlone(judgement.event, checksOf(plan), before()) };
      };
      const generate = async (): Promise<string | undefined> => {
        const allowance = plan.generated.get(suite.interface) ?? 0;
        if (allowance === 0 || suite.rules === undefined || run.signal?.aborted || run.ending.reached())
          return undefined;
        const { context } = session.scope({
          name: `${suite.interface}.generated`,
          interface: suite.interface,
          allowance,
        });
        return suite.rules.generate(context, session.seen(suite.interface), (clause) =>
          mine.some(({ check }) => check.clauses.includes(clause)),
        );
      };
      const judgeEach = async (some: readonly PlannedCheck[]): Promise<string | undefined> => {
        // Of the last, those that ask most begin: the others judge those answers too.
        const last = some.filter(isLast).sort((a, b) => b.allowance - a.allowance);
        for (const phase of [some.filter((one) => !isLast(one)), last]) {
          await inParallel(phase, session.target.concurrency, async (planned) => {
            if (run.signal?.aborted || run.ending.reached()) return;
            const judgement = await judgeMine(planned);
            if (judgement === undefined) return;
            restsOn.set(planned, judgement);
            run.record(judgement.event);
          });
          if (plan.maxRequests === undefined || phase === last) continue;
          // Those that come last spend what is left: what stayed open is asked again before.
          session.forgetFailures();
          await askAgain(restsOn, session, run, judgeMine);
        }
        return generate();
      };
      const covered = await judgeEach(mine);
      const observers = all.filter(({ check }) => check.observe !== undefined);
      return { suite, restsOn, judgeMine, judgeEach, covered, observers };
    }),
  );
  session.forgetFailures();
  await Promise.all(judged.map(({ restsOn, judgeMine }) => askAgain(restsOn, session, run, judgeMine)));
  await Promise.all(
    judged.map(async ({ suite, restsOn, judgeEach, covered, observers }) => {
      for (const { check } of run.signal?.aborted || run.ending.reached() ? [] : observers)
        run.record(observeAll(session, check));
      await reviewAll(suite, plan, restsOn, session, run, covered);
      const changed = await lookBack(suite, restsOn, session, run);
      // A budget has no room for it.
      if (changed.length === 0 || plan.maxRequests !== undefined || run.ending.reached()) return;
      session.forget(suite.interface);
      const again = await judgeEach(changed.filter(({ check }) => check.permission !== 'destructive'));
      await reviewAll(suite, plan, restsOn, session, run, again);
      await lookBack(suite, restsOn, session, run);
    }),
  );
}

const checksOf = ({ planned, skipped }: Plan): readonly Check[] => [...planned, ...skipped].map(({ check }) => check);
