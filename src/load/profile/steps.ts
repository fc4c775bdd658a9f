/** Checks the steps of a sequence in a load profile. */

import type { LoadScenario, LoadSequenceStep } from '../../schema/types.js';
import { firstOf, headerOf, problemOfQuery } from '../json-path.js';
import type { Feeder } from './feeders.js';
import type { Mistakes } from './mistakes.js';
import { checkOwnRequest, knownFeeder, type Naming } from './own-request.js';
import type { Capture, StepPlan } from './plan.js';
import { type Think, thinkOf } from './think.js';

export interface StepsInput {
  readonly scenario: LoadScenario;
  readonly path: string;
  readonly feeders: ReadonlyMap<string, Feeder>;
  /** The names of captured values that thresholds use. */
  readonly capturedMetrics: ReadonlySet<string>;
}

/** Checks all steps and makes their plans. A step can use values that earlier steps captured. */
export function checkSteps(
  { scenario, path, feeders, capturedMetrics }: StepsInput,
  mistakes: Mistakes,
): readonly StepPlan[] {
  const { steps = [], data } = scenario;
  const feeder = knownFeeder(data, `${path}.data`, feeders, mistakes);
  const names = Object.keys(feeder?.rows[0] ?? {});
  const usualThink = thinkOf(scenario.think);
  return steps.map((step, index) => {
    const at = `${path}.steps[${index}]`;
    const own = knownFeeder(step.data, `${at}.data`, feeders, mistakes);
    const areScenarioNamesKnown = data === undefined || hasRows(feeder);
    const areStepNamesKnown = step.data === undefined || hasRows(own);
    const naming: Naming = {
      names: [...names, ...Object.keys(own?.rows[0] ?? {})],
      isComplete: areScenarioNamesKnown && areStepNamesKnown,
    };
    checkOwnRequest(step.request, `${at}.request`, naming, mistakes);
    const captures = capturesOf(step, at, capturedMetrics, mistakes);
    names.push(...captures.map(({ name }) => name));
    return planOf(step, captures, usualThink, own);
  });
}

const hasRows = (feeder: Feeder | undefined): boolean => (feeder?.rows.length ?? 0) > 0;

function planOf(
  step: LoadSequenceStep,
  captures: readonly Capture[],
  usualThink: Think,
  feeder: Feeder | undefined,
): StepPlan {
  const { request, name, think, repeat = 1, tags } = step;
  return {
    title: name ?? `${request.method ?? 'GET'} ${request.path}`,
    request,
    captures,
    think: think === undefined ? usualThink : thinkOf(think),
    repeat,
    ...(feeder === undefined ? {} : { feeder }),
    ...(tags === undefined ? {} : { tags }),
  };
}

function capturesOf(
  { capture = {}, request }: LoadSequenceStep,
  at: string,
  capturedMetrics: ReadonlySet<string>,
  mistakes: Mistakes,
): readonly Capture[] {
  return Object.entries(capture).map(([name, from]) => {
    const place = `${at}.capture.${name}`;
    const isHeader = headerOf(from) !== undefined;
    const problem = isHeader ? undefined : problemOfQuery(() => firstOf(from));
    if (problem !== undefined)
      mistakes.add(
        place,
        `is ${JSON.stringify(from)}, which is not a JSONPath (${problem})`,
        'Give one such as "$.access_token", or "header Location".',
      );
    if (!isHeader && request.method === 'HEAD')
      mistakes.add(place, 'needs a response body, and HEAD has none', 'Use GET.');
    return { name, from, isMetric: capturedMetrics.has(name) };
  });
}
