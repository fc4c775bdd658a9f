import type { ExchangeEvent } from '../ledger/index.js';
import type { Bail } from './bail.js';
import type { Judgement } from './judge.js';
import type { Plan, PlannedCheck } from './plan.js';
import type { Evidence } from './review.js';
import type { RunOptions } from './run-options.js';

/** A run under way, as those see it who judge. */
export interface SuiteRun extends RunOptions {
  readonly known: ReadonlyMap<number, ExchangeEvent>;
  readonly judged: ReadonlySet<string>;
  /** Faults of ours, to be thrown when everything else is done. */
  readonly faults: unknown[];
  /** What the review of each interface showed. */
  readonly evidence: Map<string, Evidence>;
  readonly ending: Bail;
}

/** What an earlier run did not judge. */
export const toJudge = (plan: Plan, { judged }: SuiteRun): readonly PlannedCheck[] =>
  plan.planned.filter(({ check }) => !judged.has(check.id));

/** Puts a check to the target; undefined where an interruption left it open. */
export type JudgeOne = (planned: PlannedCheck) => Promise<Judgement | undefined>;
