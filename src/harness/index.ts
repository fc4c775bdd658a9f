export { randomFrom } from '../random.js';
export { type Check, type Cost, checksFor, leastOf, mostOf, type Suite } from './check.js';
export { type Clause, type Clauses, LEVELS, type Level, must, open, should } from './clause.js';
export type { Context, Dialect, TakeOptions, TrafficOrigin } from './context.js';
export { type Coverage, coverageOf, coveringArray } from './covering-array.js';
export { describeAnswer, deviates, type Finding, Found, inconclusive, observed, skip, warns } from './finding.js';
export { documentDigest, headerEvent, identityOf } from './header.js';
export { addressesOf, hostsOf, isConfigured } from './hosts.js';
export type { Diagnose, Inquiry, Reproduced } from './inquiries.js';
export { type Judgement, type JudgeOptions, judgeIn, notApplicable, verdictEvent } from './judge.js';
export { known } from './known.js';
export type { Decision, Place } from './place.js';
export { makePlan, PACED_BUDGET, type Plan, type PlanOptions } from './plan.js';
export { examine } from './preflight.js';
export { type PropertyOptions, property } from './property.js';
export {
  byEvery,
  type Exchanged,
  holdsIf,
  type Rulebook,
  type RuleTable,
  type Ruling,
  type Violation,
} from './rule.js';
export { rulesOf } from './rules.js';
export { runSuites } from './run.js';
export type { RunOptions } from './run-options.js';
export { openSession, type Session, type SessionOptions, type Traffic } from './session.js';
export { type Allows, type Factor, isAllowed, memoized, type PartialRow, type Row } from './tuples.js';
