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

/**
 * A stage with its times and numbers worked out. The load goes from `from` to `to` in a straight
 * line.
 */
export interface Stage {
  readonly name: string;
  /** Milliseconds since the start of the schedule. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Scenario starts a second, or virtual users. */
  readonly from: number;
  readonly to: number;
  /** Counts for nothing. */
  readonly warmUp: boolean;
}

export type Model = 'open' | 'closed';

export interface ScenarioPlan
  extends Omit<LoadScenario, 'think' | 'data' | 'steps' | 'stages' | 'model' | 'start'> {
  readonly name: string;
  readonly weight: number;
  readonly think: Think;
  readonly feeder?: Feeder;
  readonly steps?: readonly StepPlan[];
  /** Its own schedule; without it, it shares that of the plan by its weight. */
  readonly own?: { readonly model: Model; readonly stages: readonly Stage[] };
}

/** A request of a sequence. */
export interface StepPlan {
  readonly title: string;
  readonly request: LoadRequestOfProfile;
  readonly captures: readonly Capture[];
  /** The pause before it. */
  readonly think: Think;
  readonly repeat: number;
  readonly feeder?: Feeder;
  readonly tags?: Tags;
}

/** A value of a response: that of a JSONPath, or of a header (`header NAME`). */
export interface Capture {
  readonly name: string;
  readonly from: string;
  /** A threshold names it, so its numbers are recorded. */
  readonly isMetric: boolean;
}

export type Tags = Readonly<Record<string, string>>;

export interface Threshold extends Pick<LoadThreshold, 'scenario' | 'request' | 'tags'> {
  readonly metric: Metric;
  readonly max?: number;
  readonly min?: number;
  readonly windowMs?: number;
  readonly abort: boolean;
}

export interface RatioLimit extends Omit<LoadRatio, 'metric'> {
  readonly metric: Metric;
}

export interface BreakpointSearch {
  readonly start: number;
  readonly step: number;
  readonly max: number;
  readonly holdMs: number;
  /** The final distance of the bounds, as a share of the lower one. */
  readonly precision: number;
}

/** A checked profile: plain data, so that it can be handed to workers. */
export interface Plan {
  readonly name: string;
  readonly description?: string;
  /** That of `stages`: scenarios with a schedule of their own have their own model. */
  readonly model: Model;
  /** Open model: at equal distances, or as of many independent users. */
  readonly arrivals: 'even' | 'poisson';
  /** Leaves out scenarios that the target is not configured for. */
  readonly adapt: boolean;
  readonly stages: readonly Stage[];
  readonly breakpoint?: BreakpointSearch;
  readonly scenarios: readonly ScenarioPlan[];
  readonly thresholds: readonly Threshold[];
  readonly compare: readonly RatioLimit[];
  readonly connections: number;
  readonly engine: EngineName;
  /** HTTP/2 where engine and target know it. */
  readonly http2: boolean;
  /** Requests that a connection is used for; infinity keeps it for as long as the target does. */
  readonly requestsPerConnection: number;
  readonly timeoutMs: number;
  /** How long what is under way at the end may still take. */
  readonly drainMs: number;
  /** The share of responses whose bodies are tested. */
  readonly sample: number;
  readonly seed: number;
}

/** Scenarios that start by one schedule. */
export interface Lane {
  readonly model: Model;
  readonly stages: readonly Stage[];
  readonly scenarios: readonly ScenarioPlan[];
}

/** The schedule of the plan with the scenarios that share it, and each one of a scenario alone. */
export function lanesOf({
  model,
  stages,
  scenarios,
}: Pick<Plan, 'model' | 'stages' | 'scenarios'>): readonly Lane[] {
  const shared = scenarios.filter(({ own }) => own === undefined);
  const alone = scenarios.flatMap((one) => (one.own ? [{ ...one.own, scenarios: [one] }] : []));
  return shared.length === 0 ? alone : [{ model, stages, scenarios: shared }, ...alone];
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

/** Every stage, of the plan and of single scenarios. */
const allStages = ({ stages, scenarios = [] }: Schedules): readonly Stage[] => [
  ...stages,
  ...scenarios.flatMap(({ own }) => own?.stages ?? []),
];

/** Milliseconds of the whole schedule. */
export const scheduleMs = (plan: Schedules): number =>
  allStages(plan).reduce((end, { startMs, durationMs }) => Math.max(end, startMs + durationMs), 0);

/** Milliseconds at its start that do not count. */
export const warmUpMs = ({ stages }: Pick<Plan, 'stages'>): number =>
  stages.filter(({ warmUp }) => warmUp).reduce((sum, { durationMs }) => sum + durationMs, 0);

/** The highest load of stages: starts a second, or users. */
export const peak = ({
  stages,
  breakpoint,
}: Pick<Lane, 'stages'> & Pick<Plan, 'breakpoint'>): number =>
  Math.max(breakpoint?.max ?? 0, ...stages.map(({ from, to }) => Math.max(from, to)));

/**
 * The stage of a moment, in milliseconds since the start of the schedule; the last one for what
 * comes after it.
 */
export function stageAt(stages: readonly Stage[], atMs: number): number {
  let found = 0;
  for (const [index, { startMs }] of stages.entries()) if (startMs <= atMs) found = index;
  return found;
}

/** The scheduled load at a time; 0 after its end. */
export function loadAt(stages: readonly Stage[], atMs: number): number {
  const stage = stages[stageAt(stages, atMs)];
  if (!stage || atMs < stage.startMs || atMs >= stage.startMs + stage.durationMs) return 0;
  return stage.from + ((stage.to - stage.from) * (atMs - stage.startMs)) / stage.durationMs;
}

/** The tags of a request: those of its scenario, and of the step with its title. */
export function tagsOf(
  scenarios: readonly ScenarioPlan[],
  scenario: string,
  request: string,
): Tags | undefined {
  const found = scenarios.find(({ name }) => name === scenario);
  const step = found?.steps?.find(({ title }) => title === request);
  return found?.tags || step?.tags ? { ...found?.tags, ...step?.tags } : undefined;
}
