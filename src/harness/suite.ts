/** The functions and types with which suites are written. */
export type { Answer } from '../http/answer.js';
export type { Header, Once, SendOptions } from '../http/request.js';
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
export {
  type Check,
  type CheckOf,
  type CheckRow,
  checkMaker,
  type Suite,
} from './check.js';
export { type Clauses, must, open, should } from './clause.js';
export type { Context } from './context.js';
export type { Finding } from './finding.js';
export {
  describeAnswer,
  deviates,
  inconclusive,
  observed,
  observes,
  skip,
  skipped,
  warns,
} from './finding.js';
export { serverError } from './observe-cases.js';
export { needed, optional, orIfLost } from './optional.js';
export { askedBy } from './place.js';
export type { Cases } from './questions.js';
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
export { type Generated, withoutEach } from './rulebook.js';
