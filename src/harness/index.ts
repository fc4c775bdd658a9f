export { randomFrom } from '../random.js';
export { type Check, type Cost, checksFor, leastOf, mostOf, type Suite } from './check.js';
export { type Clause, type Clauses, type Level, must, open, should } from './clause.js';
export type { Context, Dialect } from './context.js';
export {
  type Allows,
  type Coverage,
  coverageOf,
  coveringArray,
  type Factor,
  isAllowed,
  type PartialRow,
  type Row,
} from './covering-array.js';
export { describeAnswer, expectJson, expectSchema, expectStatus } from './expect.js';
export { deviates, type Finding, Found, inconclusive, observed, skip, warns } from './finding.js';
export { documentDigest, identityOf } from './header.js';
export { addressesOf, hostsOf, isConfigured } from './hosts.js';
export { type Judgement, type JudgeOptions, judgeIn, notApplicable, verdictEvent } from './judge.js';
export { makePlan, PACED_BUDGET, type Plan, type PlanOptions } from './plan.js';
export { type PropertyOptions, property } from './property.js';
export type { Room } from './room.js';
export { runSuites } from './run.js';
export type { RunOptions } from './run-options.js';
export { openSession, type Session, type SessionOptions } from './session.js';
export { from, type Sources } from './source.js';
export { swapCase } from './swap-case.js';
