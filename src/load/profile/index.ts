export { cycle } from './cycle.js';
export { type FlowName, flowNames, flowOptions } from './flow-options.js';
export { type Column, figure, type Metric, metricOf, timeOf, unitOf } from './metric.js';
export {
  type BreakpointSearch,
  loadAt,
  type Plan,
  peak,
  type RatioLimit,
  type ScenarioPlan,
  type Stage,
  scheduleMs,
  stageAt,
  type Threshold,
} from './plan.js';
export { profileFrom, readProfile } from './read.js';
export { type Schedule, schedule } from './schedule.js';
