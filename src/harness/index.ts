/** Exports the harness to other folders. */

export { randomFrom } from '../random.js';

export { type Clause, LEVELS, type Level } from './clause.js';
export type { Dialect, TakeOptions, TrafficOrigin } from './context.js';
export { type Cost, leastOf, mostOf } from './cost.js';
export { type Coverage, coverageOf, coveringArray } from './covering-array.js';
export { CheckEnded } from './finding.js';
export { GENERATED } from './generated.js';
export { documentDigest, headerEvent, identityOf, isFinal, sentIn } from './header.js';
export { addressesOf, hostsOf } from './hosts.js';
export {
  type Judgement,
  type JudgeOptions,
  judgeIn,
  notApplicable,
  verdictEvent,
} from './judge.js';
export type { Decision, Place } from './place.js';
export { makePlan, PACED_BUDGET, type Plan, type PlanOptions } from './plan.js';
export { examine, examineWithAnswers } from './preflight.js';
export { property } from './property.js';
export type { Rulebook } from './rulebook.js';
export { runSuites } from './run.js';
export {
  noProgressMsOf,
  openSession,
  type Sender,
  type Session,
  type SessionOptions,
  type Traffic,
} from './session.js';
export * from './suite.js';
export type { Diagnose, Inquiry, Reproduced, RunOptions } from './suite-run.js';
export type { Topics } from './topic.js';
export { relateBy, rulesIn, suiteOf } from './topics.js';
export {
  type Allows,
  type Factor,
  isAllowed,
  memoized,
  type PartialRow,
  type Row,
} from './tuples.js';
