/** The load profile and the plan made from it. */

export { cycle, gcd } from './cycle.js';
export type { Feeder, Row } from './feeders.js';
export { type FlowName, flowNames, interfacesOf, loadFlows } from './flows.js';
export {
  capturedOf,
  type Metric,
  metricOf,
  timeOf,
  unitOf,
  withUnit,
} from './metric.js';
export type { Overrides } from './overrides.js';
export {
  fill,
  isSetting,
  isTargetValue,
  namesIn,
  PLACEHOLDER,
  targetValuesOf,
} from './placeholders.js';
export {
  type BreakpointSearch,
  type Capture,
  type Lane,
  lanesOf,
  loadAt,
  modelOf,
  type Plan,
  peak,
  type RatioLimit,
  type ScenarioPlan,
  type Stage,
  scheduleMs,
  stageAt,
  type Tags,
  type Threshold,
  tagsOf,
  warmUpMs,
} from './plan.js';
export { printedProfile, profileFrom, readProfile } from './read.js';
export { poisson, type Schedule, schedule } from './schedule.js';
export { pauseMs, type Think } from './think.js';
