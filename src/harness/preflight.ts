import { BudgetSpent, Lost } from '../http/index.js';
import type { Suite } from './check.js';
import { Found } from './finding.js';
import type { Plan } from './plan.js';
import type { Session } from './session.js';
import { type SuiteRun, toJudge } from './suite-run.js';

/** What stands in the way of judging, over all interfaces that are judged: a line each. */
export async function flyAhead(
  suites: readonly Suite[],
  plan: Plan,
  session: Session,
  run: SuiteRun,
): Promise<readonly string[]> {
  const found = await Promise.all(
    suites.map(async ({ interface: name, preflight }) => {
      const checks = toJudge(plan, run).filter(({ check }) => check.interface === name);
      if (preflight === undefined || checks.length === 0) return undefined;
      const needs = new Set(checks.flatMap(({ check }) => check.needs));
      const { context } = session.scope({ name: `${name}.preflight`, interface: name });
      return preflight(context, (setting) => needs.has(setting)).catch((error: unknown) => {
        if (error instanceof Found || error instanceof Lost || error instanceof BudgetSpent) return undefined;
        throw error;
      });
    }),
  );
  if (run.signal?.aborted) return [];
  return found.flatMap((line) => (line === undefined ? [] : [session.redactor.text(line.toWellFormed())]));
}
