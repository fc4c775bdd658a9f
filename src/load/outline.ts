/** Describes what a load run would send, without sending it. */

import { Redactor } from '../http/index.js';
import type { Target } from '../settings/index.js';
import { interfacesOf } from './profile/flows.js';
import { withUnit } from './profile/metric.js';
import {
  type Lane,
  lanesOf,
  type Plan,
  type ScenarioPlan,
  type Stage,
  scheduleMs,
} from './profile/plan.js';
import { schedule } from './profile/schedule.js';
import type { RequestSpec } from './scenario/data.js';
import { surveyRequest, surveySteps } from './scenario/survey-request.js';
import { wording } from './threshold/judge.js';

/**
 * Describes the requests of each built-in flow. `most` is their maximum number for one start of a
 * scenario.
 */
const FLOWS: Readonly<Record<string, (scenario: ScenarioPlan) => [what: string, most: number]>> = {
  'first-page': () => ['GET the first page of products', 1],
  'filtered-page': () => ['GET a page of products with a filter', 1],
  'deep-page': () => ['GET a page of products at a large offset', 1],
  'legacy-route': () => ['GET a page of products on the legacy path', 1],
  token: () => ['POST the token endpoint', 1],
  'template-list': () => ['GET the export templates, with a token', 1],
  'cursor-walk': ({ pages = 5 }) => [`GET pages of a collection, up to ${pages}`, pages],
  handover: () => ['POST the handover', 1],
};

/**
 * Returns text for a terminal. Throws a UsageError if the target file lacks a setting or a
 * permission that the profile's own requests need.
 */
export function outlineOf(plan: Plan, target: Target): string {
  const { scenarios, left } = splitScenarios(plan, target);
  const lanes = lanesOf({ ...plan, scenarios });
  const parts = lanes.map((lane) => partOf(lane, plan, target));
  const requests = parts.map((part) => part.requests);
  const isKnown = requests.every((one) => one !== undefined);
  const total = requests.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const lines = [
    `${plan.name} against ${target.name}: nothing was sent`,
    '',
    ...durationLines(plan),
    `  requests  ${isKnown ? `up to ${total.toLocaleString('en')}, without retries and renewed tokens` : 'not known in advance: their number depends on the responses'}`,
    ...parts.flatMap((part) => part.lines),
    ...section('Left out', left),
    ...section(
      'Thresholds',
      plan.thresholds.map((one) => wording(one)),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;

function durationLines(plan: Plan): string[] {
  const { breakpoint, drainMs } = plan;
  if (breakpoint) {
    const { start, step, max, holdMs } = breakpoint;
    const maxRates = Math.ceil((max - start) / step) + 1;
    return [
      `  duration  ${seconds(holdMs)} for each rate: up to ${maxRates} rates from ${withUnit(start, 'rate')} to ${withUnit(max, 'rate')}, then rates between the last rate that held and the first that did not`,
    ];
  }
  return [
    `  duration  ${seconds(scheduleMs(plan))}, then up to ${seconds(drainMs)} for the last responses`,
  ];
}

/**
 * Finds the scenarios that are left out because a setting is missing. They are left out only if the
 * profile sets `adapt`.
 */
function splitScenarios(plan: Plan, target: Target) {
  const isMissing = (of: ReturnType<typeof interfacesOf>[number]): boolean =>
    (of === 'auth' ? target.templates?.authUrl : target[of]?.baseUrl) === undefined;
  const lacks = (scenario: ScenarioPlan): boolean => interfacesOf(scenario).some(isMissing);
  const left = plan.adapt ? plan.scenarios.filter(lacks) : [];
  return {
    scenarios: plan.scenarios.filter((one) => !left.includes(one)),
    left: left.map((one) => `${one.name}: ${interfacesOf(one).join(', ')} is not configured`),
  };
}

interface Part {
  readonly lines: readonly string[];
  /**
   * The maximum number of requests. The value is undefined if the number of starts is not known in
   * advance, as in the closed model and in a breakpoint search.
   */
  readonly requests: number | undefined;
}

/** Describes a lane, which is a group of scenarios that share one schedule. */
function partOf(lane: Lane, plan: Plan, target: Target): Part {
  const { model, stages, scenarios } = lane;
  const weights = scenarios.reduce((sum, { weight }) => sum + weight, 0);
  const starts = model === 'open' && !plan.breakpoint ? schedule(stages).total : undefined;
  const own = scenarios[0]?.own ? ` of ${scenarios[0].name}` : '';
  const sent = scenarios.map((scenario) => {
    const { lines, most } = requestsOfStart(scenario, target);
    const share = scenario.weight / weights;
    const count = starts === undefined ? undefined : Math.round(starts * share);
    const howMany =
      count === undefined ? `${Math.round(share * 100)} % of starts` : `${count} starts`;
    return {
      lines: [`${scenario.name}  ${howMany}`, ...lines.map((line) => `  ${line}`)],
      most,
      share,
    };
  });
  const requestsPerStart = sent.reduce((sum, { most, share }) => sum + most * share, 0);
  return {
    lines: [
      ...section(
        `Stages${own}`,
        stages.map((stage) => stageLine(stage, model)),
      ),
      ...section(
        'Scenarios',
        sent.flatMap(({ lines }) => lines),
      ),
    ],
    requests: starts === undefined ? undefined : Math.round(starts * requestsPerStart),
  };
}

function stageLine({ name, startMs, durationMs, from, to, warmUp }: Stage, model: Lane['model']) {
  const load = (value: number): string =>
    model === 'open' ? withUnit(value, 'rate') : `${value} users`;
  const range = from === to ? load(from) : `${load(from)} to ${load(to)}`;
  const begins = `from ${seconds(startMs)} for ${seconds(durationMs)}`;
  return `${name}  ${begins}  ${range}${warmUp ? '  (not counted)' : ''}`;
}

function requestsOfStart(scenario: ScenarioPlan, target: Target) {
  const builtIn = FLOWS[scenario.flow]?.(scenario);
  if (builtIn) return { lines: [builtIn[0]], most: builtIn[1] };
  const data =
    scenario.flow === 'steps' ? surveySteps(target, scenario) : surveyRequest(target, scenario);
  if (data.kind === 'walk') return { lines: [], most: data.pages };
  const redactor = new Redactor(target.secrets);
  const line = ({ method = 'GET', url }: RequestSpec): string => redactor.text(`${method} ${url}`);
  if (data.kind === 'requests') return { lines: data.requests.map(line), most: 1 };
  const lines = data.requests.map((step, at) => {
    const captures = step.captures.map(({ name }) => name).join(', ');
    const times = step.repeat > 1 ? `, ${step.repeat} times` : '';
    return `${at + 1}. ${line(step)}${times}${captures === '' ? '' : `, captures ${captures}`}`;
  });
  return { lines, most: data.requests.reduce((sum, { repeat }) => sum + repeat, 0) };
}
