/** Exports the harness to other folders, and to the authors of suites. */

export type { Answer } from '../http/answer.js';
export type { Header, Once, SendOptions } from '../http/request.js';
export { randomFrom } from '../random.js';
export type { Setting } from '../settings/missing-settings.js';
export type {
  ExportTarget,
  HandoverTarget,
  PlatformTarget,
  ProductRecord,
  Target,
  TemplatesTarget,
} from '../settings/target.js';
export { askWithinBudget } from './ask-within-budget.js';
export { type Check, checkOf, GENERATED } from './check.js';
export { type Clause, type Clauses, LEVELS, type Level, must, open, should } from './clause.js';
export type { Context, Dialect, TakeOptions, TrafficOrigin } from './context.js';
export { type Cost, leastOf, mostOf } from './cost.js';
export { type Coverage, coverageOf, coveringArray } from './covering-array.js';
export {
  CheckEnded,
  describeAnswer,
  deviates,
  type Finding,
  inconclusive,
  observed,
  observes,
  skip,
  skipped,
  warns,
} from './finding.js';
export { documentDigest, headerEvent, identityOf, isFinal, sentIn } from './header.js';
export { serverError } from './observing.js';
export { needed, optional, orIfLost } from './optional.js';
export { askedBy, type Decision, type Place } from './place.js';
export { makePlan, PACED_BUDGET, type Plan, type PlanOptions } from './plan.js';
export { examine, examineWithAnswers } from './preflight.js';
export { property } from './property.js';
export {
  byEvery,
  type Exchanged,
  holdsIf,
  type Note,
  type RelationViolation,
  type RuleTable,
  type Ruling,
  type Violation,
} from './rule.js';
export { type Generated, type Rulebook, withoutEach } from './rulebook.js';
export { runSuites } from './run.js';
export type { Diagnose, Diagnosis, Inquiry, RunOptions } from './run-options.js';
export {
  addressesOf,
  hostsOf,
  noProgressMsOf,
  openSession,
  type Sender,
  type Session,
  type SessionOptions,
  type Traffic,
} from './session.js';
export { relateBy, rulesIn, type Suite, suiteOf } from './suite.js';
export type { Cases, Topics } from './topic.js';
export {
  type Allows,
  type Factor,
  isAllowed,
  memoized,
  type PartialRow,
  type Row,
} from './tuples.js';
export {
  type Judgement,
  type JudgeOptions,
  judgeIn,
  notApplicable,
  verdictEvent,
} from './verdict.js';
