/** What suites are written with. */
export { type CheckOf, checksFor, type Suite } from './check.js';
export { type Clauses, must, open, should } from './clause.js';
export type { Context } from './context.js';
export { describeAnswer } from './describe-answer.js';
export { everyPair } from './every-pair.js';
export { deviates, type Finding, inconclusive, observed, observes, skip, warns } from './finding.js';
export { isPaid, known, unlessLost, whilePaid } from './known.js';
export {
  byEvery,
  type Exchanged,
  type Generated,
  holdsIf,
  type Note,
  type RelationViolation,
  type RuleTable,
  type Ruling,
  type Violation,
} from './rule.js';
export { swapCase } from './swap-case.js';
