/** The plan of a load run: a checked profile with all values computed. */

import type {
  LoadRatio,
  LoadRequestOfProfile,
  LoadScenario,
  LoadThreshold,
} from '../../schema/types.js';
import type { EngineName } from '../engine/engines.js';
import type { Feeder } from './feeders.js';
import type { Metric } from './metric.js';
import type { Think } from './think.js';

/** A part of a schedule, in which the load changes linearly from `from` to `to`. */
export interface Stage {
  readonly name: string;
  /** The time since the start of the schedule. */
  readonly startMs: number;
  readonly durationMs: number;
  /**
   * `from` and `to` are scenario starts per second (open model) or virtual users (closed model).
   */
  readonly from: number;
  readonly to: number;
  /** Whether the stage is a warm-up. The totals of the run exclude it. */
  readonly warmUp: boolean;
}

/** Scenarios start at a rate (`open`), or a number of users run them repeatedly (`closed`). */
export type Model = 'open' | 'closed';

/** The requests that a virtual user sends, and how often scenarios of this kind start. */
export interface ScenarioPlan
  extends Omit<LoadScenario, 'think' | 'data' | 'steps' | 'stages' | 'model' | 'start'> {
  readonly name: string;
  readonly weight: number;
  /** The pause between two requests of a user, and in the closed model between two starts. */
  readonly think: Think;
  /** The rows of data that fill the placeholders of the requests. */
  readonly feeder?: Feeder;
  readonly steps?: readonly StepPlan[];
  /**
   * Set if the scenario has its own schedule. Otherwise it shares the schedule of the plan with
   * other scenarios, and its weight determines its part of the load.
   */
  readonly own?: { readonly model: Model; readonly stages: readonly Stage[] };
}

/** One request of a scenario that sends a sequence of requests. */
export interface StepPlan {
  readonly title: string;
  readonly request: LoadRequestOfProfile;
  readonly captures: readonly Capture[];
  /** The pause before each request of the step, except before the first request of the scenario. */
  readonly think: Think;
  /** How often the request is sent in one run of the scenario. */
  readonly repeat: number;
  /** The rows of data for this step. Each request of the step uses the next row. */
  readonly feeder?: Feeder;
  readonly tags?: Tags;
}

/** `from` is a JSONPath, or `header NAME`. */
export interface Capture {
  readonly name: string;
  readonly from: string;
  /** True if a threshold names the value, so that its numbers must be recorded. */
  readonly isMetric: boolean;
}

export type Tags = Readonly<Record<string, string>>;

/** A limit that decides whether the run passes. */
export interface Threshold extends Pick<LoadThreshold, 'scenario' | 'request' | 'tags'> {
  readonly metric: Metric;
  readonly max?: number;
  readonly min?: number;
  /** If it is set, the limit applies to each period of this length, not to the whole run. */
  readonly windowMs?: number;
  /** If true, the run ends as soon as the threshold is missed. */
  readonly abort: boolean;
}

/** A limit for the ratio of a metric to its value in an earlier report (the baseline). */
export interface RatioLimit extends Omit<LoadRatio, 'metric'> {
  readonly metric: Metric;
}

/**
 * A search for the highest rate at which the thresholds hold. The rates are scenario starts per
 * second.
 */
export interface BreakpointSearch {
  readonly start: number;
  readonly step: number;
  readonly max: number;
  /** The duration of the trial of one rate. */
  readonly holdMs: number;
  /**
   * The search ends when the lowest failed rate exceeds the highest passed rate by at most this
   * share of the passed rate, or by at most 0.1 starts per second.
   */
  readonly precision: number;
}

/** Plain data, so that it can be sent to workers. */
export interface Plan {
  readonly name: string;
  readonly description?: string;
  /** The model of the scenarios that have no schedule of their own. */
  readonly model: Model;
  /** Whether the open model starts scenarios evenly, or at random like many independent users. */
  readonly arrivals: 'even' | 'poisson';
  /** If true, a scenario is left out if the target file lacks the settings that it needs. */
  readonly adapt: boolean;
  readonly stages: readonly Stage[];
  readonly breakpoint?: BreakpointSearch;
  readonly scenarios: readonly ScenarioPlan[];
  readonly thresholds: readonly Threshold[];
  readonly compare: readonly RatioLimit[];
  readonly connections: number;
  readonly engine: EngineName;
  /** Whether HTTP/2 is used, if engine and server support it. */
  readonly http2: boolean;
  /**
   * The number of requests after which a connection is closed. If it is infinite, only the server
   * closes connections.
   */
  readonly requestsPerConnection: number;
  readonly timeoutMs: number;
  /** The time that pending requests have to finish after the end of the schedule. */
  readonly drainMs: number;
  /** The share of responses (0 to 1) whose bodies are tested. */
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
 * Groups scenarios into lanes. One lane contains all scenarios that share the schedule of the plan.
 * Each scenario with its own schedule has a lane of its own.
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

/** Returns `mixed` if lanes have different models. */
export function modelOf(
  plan: Pick<Plan, 'model'> & Partial<Pick<Plan, 'stages' | 'scenarios'>>,
): Model | 'mixed' {
  const { model, stages = [], scenarios = [] } = plan;
  const models = lanesOf({ model, stages, scenarios }).map((lane) => lane.model);
  const [first = model] = models;
  return models.every((one) => one === first) ? first : 'mixed';
}

type Schedules = Pick<Plan, 'stages'> & Partial<Pick<Plan, 'scenarios'>>;

const allStages = ({ stages, scenarios = [] }: Schedules): readonly Stage[] => [
  ...stages,
  ...scenarios.flatMap(({ own }) => own?.stages ?? []),
];

/** The time from the start of the run to the end of the last stage of any scenario. */
export const scheduleMs = (plan: Schedules): number =>
  allStages(plan).reduce((end, { startMs, durationMs }) => Math.max(end, startMs + durationMs), 0);

/**
 * The total duration of the warm-up stages. The stages of a scenario contain no warm-up, and start
 * after that of the plan.
 */
export const warmUpMs = ({ stages }: Pick<Plan, 'stages'>): number =>
  stages.filter(({ warmUp }) => warmUp).reduce((sum, { durationMs }) => sum + durationMs, 0);

/** The highest load, in starts per second or users. */
export const peak = ({
  stages,
  breakpoint,
}: Pick<Lane, 'stages'> & Pick<Plan, 'breakpoint'>): number =>
  Math.max(breakpoint?.max ?? 0, ...stages.map(({ from, to }) => Math.max(from, to)));

/**
 * The index of the stage at a time. `atMs` is the time since the start of the schedule. After the
 * end of the schedule the result is the index of the last stage.
 */
export function stageAt(stages: readonly Stage[], atMs: number): number {
  let found = 0;
  for (const [index, { startMs }] of stages.entries()) if (startMs <= atMs) found = index;
  return found;
}

/** The scheduled load at a time since the start of the schedule. It is 0 after the end. */
export function loadAt(stages: readonly Stage[], atMs: number): number {
  const stage = stages[stageAt(stages, atMs)];
  if (!stage || atMs < stage.startMs || atMs >= stage.startMs + stage.durationMs) return 0;
  return stage.from + ((stage.to - stage.from) * (atMs - stage.startMs)) / stage.durationMs;
}

/**
 * The tags of a scenario, combined with those of the step that has the title `requestTitle`. A tag
 * of the step replaces the tag of the scenario with the same name. Returns undefined if neither has
 * tags.
 */
export function tagsOf(
  scenarios: readonly ScenarioPlan[],
  scenario: string,
  requestTitle: string,
): Tags | undefined {
  const found = scenarios.find(({ name }) => name === scenario);
  const step = found?.steps?.find(({ title }) => title === requestTitle);
  return found?.tags || step?.tags ? { ...found?.tags, ...step?.tags } : undefined;
}
