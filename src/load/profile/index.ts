export { cycle, gcd } from './cycle.js';
export type { Feeder, Row } from './feeders.js';
export { type FlowName, flowNames, interfaceOf, loadFlows } from './flows.js';
export { type Column, figure, type Metric, metricOf, timeOf, unitOf } from './metric.js';
export { fill, isSetting, namesIn, PLACEHOLDER } from './placeholders.js';
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
  warmUpMs,
} from './plan.js';
export { profileFrom, readProfile } from './read.js';
export { poisson, type Schedule, schedule } from './schedule.js';
export { pauseMs, type Think } from './think.js';
