/** The plan of a load run: a checked profile with all values computed. */

import type {
  LoadRatio,
  LoadRequestOfProfile,
  LoadScenario,
  LoadThreshold,
} from '../../schema/types.js';
import type { EngineName } from '../engine/index.js';
import type { Feeder } from './feeders.js';
import type { Metric } from './metric.js';
import type { Think } from './think.js';

/** A stage with its times and loads. The load changes linearly from `from` to `to`. */
export interface Stage {
  readonly name: string;
  /** The milliseconds since the start of the schedule. */
  readonly startMs: number;
  readonly durationMs: number;
  /** The scenario starts per second, or the virtual users. */
  readonly from: number;
  readonly to: number;
  /** Whether the stage is a warm-up, which is not measured. */
  readonly warmUp: boolean;
}

/**
 * Whether scenarios start at a rate (`open`), or a number of users run them repeatedly (`closed`).
 */
export type Model = 'open' | 'closed';

/** A scenario with all its defaults. */
export interface ScenarioPlan
  extends Omit<LoadScenario, 'think' | 'data' | 'steps' | 'stages' | 'model' | 'start'> {
  readonly name: string;
  readonly weight: number;
  readonly think: Think;
  readonly feeder?: Feeder;
  readonly steps?: readonly StepPlan[];
  /**
   * The scenario's own schedule. Without it, the scenario shares the schedule of the plan by its
   * weight.
   */
  readonly own?: { readonly model: Model; readonly stages: readonly Stage[] };
}

/** A request of a sequence. */
export interface StepPlan {
  readonly title: string;
  readonly request: LoadRequestOfProfile;
  readonly captures: readonly Capture[];
  /** The pause before the request. */
  readonly think: Think;
  readonly repeat: number;
  readonly feeder?: Feeder;
  readonly tags?: Tags;
}

/** A value captured from a response, by a JSONPath or by a header (`header NAME`). */
export interface Capture {
  readonly name: string;
  readonly from: string;
  /** Whether a threshold names the value, so that its numbers are recorded. */
  readonly isMetric: boolean;
}

/** Tags by their names. */
export type Tags = Readonly<Record<string, string>>;

/** A limit of a metric that decides whether the run passes. */
export interface Threshold extends Pick<LoadThreshold, 'scenario' | 'request' | 'tags'> {
  readonly metric: Metric;
  readonly max?: number;
  readonly min?: number;
  readonly windowMs?: number;
  readonly abort: boolean;
}

/** A limit of the ratio of a metric to its value in the baseline. */
export interface RatioLimit extends Omit<LoadRatio, 'metric'> {
  readonly metric: Metric;
}

/** The rates that a breakpoint search tries, and the duration of each trial. */
export interface BreakpointSearch {
  readonly start: number;
  readonly step: number;
  readonly max: number;
  readonly holdMs: number;
  /** The search ends when the distance of the bounds is at most this share of the lower bound. */
  readonly precision: number;
}

/** A checked profile. It is plain data, so that it can be sent to workers. */
export interface Plan {
  readonly name: string;
  readonly description?: string;
  /** The model of `stages`. Scenarios with their own schedule have their own model. */
  readonly model: Model;
  /**
   * How the open model distributes the starts of scenarios: evenly, or at random like the starts of
   * many independent users.
   */
  readonly arrivals: 'even' | 'poisson';
  /** Whether a scenario is left out if the target lacks the settings that it needs. */
  readonly adapt: boolean;
  readonly stages: readonly Stage[];
  readonly breakpoint?: BreakpointSearch;
  readonly scenarios: readonly ScenarioPlan[];
  readonly thresholds: readonly Threshold[];
  readonly compare: readonly RatioLimit[];
  readonly connections: number;
  readonly engine: EngineName;
  /** Whether HTTP/2 is used, if engine and target support it. */
  readonly http2: boolean;
  /**
   * The number of requests for one connection. If it is infinite, only the target closes
   * connections.
   */
  readonly requestsPerConnection: number;
  readonly timeoutMs: number;
  /** The milliseconds for completing pending requests after the schedule. */
  readonly drainMs: number;
  /** The share of responses whose bodies are tested. */
  readonly sample: number;
  readonly seed: number;
}

/** Scenarios that share one schedule. */
export interface Lane {
  readonly model: Model;
  readonly stages: readonly Stage[];
  readonly scenarios: readonly ScenarioPlan[];
}

/**
 * The lanes of a plan: one for all scenarios that share the schedule of the plan, and one for each
 * scenario with its own schedule.
 */
export function lanesOf({
  model,
  stages,
  scenarios,
}: Pick<Plan, 'model' | 'stages' | 'scenarios'>): readonly Lane[] {
  const shared = scenarios.filter(({ own }) => own === undefined);
  const ownLanes = scenarios.flatMap((one) => (one.own ? [{ ...one.own, scenarios: [one] }] : []));
  return shared.length === 0 ? ownLanes : [{ model, stages, scenarios: shared }, ...ownLanes];
}

/** The model of a whole plan. */
export function modelOf(
  plan: Pick<Plan, 'model'> & Partial<Pick<Plan, 'stages' | 'scenarios'>>,
): Model | 'mixed' {
  const { model, stages = [], scenarios = [] } = plan;
  const models = lanesOf({ model, stages, scenarios }).map((lane) => lane.model);
  const [first = model] = models;
  return models.every((one) => one === first) ? first : 'mixed';
}

type Schedules = Pick<Plan, 'stages'> & Partial<Pick<Plan, 'scenarios'>>;

/** All stages of the plan and of its scenarios. */
const allStages = ({ stages, scenarios = [] }: Schedules): readonly Stage[] => [
  ...stages,
  ...scenarios.flatMap(({ own }) => own?.stages ?? []),
];

/** The milliseconds of the whole schedule. */
export const scheduleMs = (plan: Schedules): number =>
  allStages(plan).reduce((end, { startMs, durationMs }) => Math.max(end, startMs + durationMs), 0);

/** The milliseconds of the warm-up, which is not measured. */
export const warmUpMs = ({ stages }: Pick<Plan, 'stages'>): number =>
  stages.filter(({ warmUp }) => warmUp).reduce((sum, { durationMs }) => sum + durationMs, 0);

/** The highest load of stages, in starts per second or users. */
export const peak = ({
  stages,
  breakpoint,
}: Pick<Lane, 'stages'> & Pick<Plan, 'breakpoint'>): number =>
  Math.max(breakpoint?.max ?? 0, ...stages.map(({ from, to }) => Math.max(from, to)));

/**
 * The index of the stage at a time in milliseconds since the start of the schedule; the last stage
 * for later times.
 */
export function stageAt(stages: readonly Stage[], atMs: number): number {
  let found = 0;
  for (const [index, { startMs }] of stages.entries()) if (startMs <= atMs) found = index;
  return found;
}

/** The scheduled load at a time; 0 after the end. */
export function loadAt(stages: readonly Stage[], atMs: number): number {
  const stage = stages[stageAt(stages, atMs)];
  if (!stage || atMs < stage.startMs || atMs >= stage.startMs + stage.durationMs) return 0;
  return stage.from + ((stage.to - stage.from) * (atMs - stage.startMs)) / stage.durationMs;
}

/**
 * The tags of a request: the tags of its scenario and of the step with the title of the request.
 */
export function tagsOf(
  scenarios: readonly ScenarioPlan[],
  scenario: string,
  request: string,
): Tags | undefined {
  const found = scenarios.find(({ name }) => name === scenario);
  const step = found?.steps?.find(({ title }) => title === request);
  return found?.tags || step?.tags ? { ...found?.tags, ...step?.tags } : undefined;
}
