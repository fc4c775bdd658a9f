/** Checks the thresholds of a load profile. */

import { nearest } from '../../schema/nearest.js';
import type { LoadProfile, LoadThreshold } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';
import { capturedOf, type Metric, metricOf, metrics, unitOf } from './metric.js';
import type { Mistakes } from './mistakes.js';
import type { RatioLimit, ScenarioPlan, Tags, Threshold } from './plan.js';

/** A limit as it is written in a profile, by the unit of its metric. */
const EXAMPLE = { ms: '"250ms"', share: '0.01', rate: '100', number: '100' };

/** Checks all thresholds, and converts their limits to numbers. */
export const checkThresholds = (
  profile: LoadProfile,
  scenarios: readonly ScenarioPlan[],
  mistakes: Mistakes,
): readonly Threshold[] =>
  (profile.thresholds ?? []).flatMap((threshold, index) => {
    const path = `thresholds[${index}]`;
    const metric = knownMetric(threshold.metric, `${path}.metric`, mistakes);
    checkCaptured(threshold, scenarios, path, mistakes);
    checkScope(threshold, scenarios, path, mistakes);
    return metric === undefined ? [] : [thresholdOf(threshold, metric, path, mistakes)];
  });

function thresholdOf(
  threshold: LoadThreshold,
  metric: Metric,
  path: string,
  mistakes: Mistakes,
): Threshold {
  const max = limitOf(threshold, { bound: 'max', metric }, path, mistakes);
  const min = limitOf(threshold, { bound: 'min', metric }, path, mistakes);
  if (threshold.max === undefined && threshold.min === undefined) {
    const remedy = `Set "max" or "min", e.g. "max": ${EXAMPLE[unitOf(metric)]}.`;
    mistakes.add(path, 'has no limit', remedy);
  }
  const windowMs = checkWindow(threshold, metric, path, mistakes);
  const { max: _, min: __, window: ___, abort = false, ...scope } = threshold;
  return {
    ...scope,
    metric,
    ...(max === undefined ? {} : { max }),
    ...(min === undefined ? {} : { min }),
    ...(windowMs === undefined ? {} : { windowMs }),
    abort,
  };
}

/**
 * Checks `window` and `abort`. Returns the length of the window in milliseconds, or undefined if
 * the limit applies to the whole run.
 */
function checkWindow(
  { window, abort }: LoadThreshold,
  metric: Metric,
  path: string,
  mistakes: Mistakes,
): number | undefined {
  const windowMs = window === undefined ? undefined : parseDuration(window);
  if ((windowMs !== undefined || abort) && /^(service|lag|captured)\./.test(metric)) {
    const alternative = metric.replace(/^\w+/, 'response');
    const remedy = capturedOf(metric)
      ? 'Leave out "window" and "abort".'
      : `Name ${alternative}, or leave out "window" and "abort".`;
    mistakes.add(`${path}.metric`, `${metric} is not computed during the run`, remedy);
  }
  if (windowMs !== undefined && windowMs < 1000)
    mistakes.add(`${path}.window`, 'is shorter than a second', 'Give at least "1s".');
  return windowMs;
}

/** Checks the limits for the ratio between the figures of two compared runs. */
export function checkRatios(profile: LoadProfile, mistakes: Mistakes): readonly RatioLimit[] {
  return (profile.compare ?? []).flatMap(({ metric: name, ...limits }, index) => {
    const metric = knownMetric(name, `compare[${index}].metric`, mistakes);
    if (limits.maxRatio === undefined && limits.minRatio === undefined) {
      mistakes.add(
        `compare[${index}]`,
        'has no limit',
        'Set "maxRatio" or "minRatio", e.g. "maxRatio": 1.1.',
      );
    }
    return metric ? [{ metric, ...limits }] : [];
  });
}

function knownMetric(name: string, path: string, mistakes: Mistakes): Metric | undefined {
  const metric = metricOf(name);
  if (metric) return metric;
  const near = nearest(name, metrics) ?? nearest(`response.${name}`, metrics);
  const remedy = near === undefined ? `Known: ${metrics.join(', ')}.` : `Did you mean "${near}"?`;
  mistakes.add(path, `unknown metric "${name}"`, remedy);
  return undefined;
}

function limitOf(
  threshold: LoadThreshold,
  { bound, metric }: { readonly bound: 'max' | 'min'; readonly metric: Metric },
  path: string,
  mistakes: Mistakes,
): number | undefined {
  const value = threshold[bound];
  if (value === undefined) return undefined;
  const unit = unitOf(metric);
  const number = unit === 'ms' ? parseDuration(String(value)) : Number(value);
  const wantedType = unit === 'ms' ? 'string' : 'number';
  const most = unit === 'share' ? 1 : Number.POSITIVE_INFINITY;
  if (typeof value === wantedType && number !== undefined && number >= 0 && number <= most)
    return number;
  const problem = `is ${JSON.stringify(value)}, but ${metric} is ${NOTATION[unit]}`;
  mistakes.add(`${path}.${bound}`, problem, `Set ${EXAMPLE[unit]}.`);
  return undefined;
}

const NOTATION = {
  ms: 'a duration',
  share: 'a share from 0 to 1',
  rate: 'a number per second',
  number: 'a number',
};

function checkCaptured(
  { metric }: LoadThreshold,
  scenarios: readonly ScenarioPlan[],
  path: string,
  mistakes: Mistakes,
): void {
  const captured = capturedOf(metric);
  const names = scenarios.flatMap(({ steps = [] }) =>
    steps.flatMap(({ captures }) => captures.map(({ name }) => name)),
  );
  if (captured && !names.includes(captured.name))
    mistakes.unknown(`${path}.metric`, 'captured value', captured.name, [...new Set(names)]);
}

function checkScope(
  { metric, scenario, request, tags, window, abort }: LoadThreshold,
  scenarios: readonly ScenarioPlan[],
  path: string,
  mistakes: Mistakes,
): void {
  const names = scenarios.map(({ name }) => name);
  if (scenario !== undefined && !names.includes(scenario)) {
    mistakes.unknown(`${path}.scenario`, 'scenario', scenario, names);
  }
  // A visit is one run of a scenario by one virtual user.
  if (metric === 'abandoned' && (request !== undefined || tags !== undefined))
    mistakes.add(
      path,
      'limits abandoned visits, and a visit may have several requests',
      'Leave out "request" and "tags", or name a "scenario".',
    );
  if (tags !== undefined) checkTags(tags, scenarios, path, mistakes);
  const isNarrow = [scenario, request, tags].some((scope) => scope !== undefined);
  if (isNarrow && (window !== undefined || abort)) {
    const remedy = 'Leave out "scenario", "request" and "tags", or leave out "window" and "abort".';
    const problem = 'applies to some requests, but "window" and "abort" need all requests';
    mistakes.add(path, problem, remedy);
  }
}

function checkTags(
  tags: Tags,
  scenarios: readonly ScenarioPlan[],
  path: string,
  mistakes: Mistakes,
): void {
  const tagsOfRequests = scenarios.flatMap(({ tags: own = {}, steps = [] }) => [
    own,
    ...steps.map((step) => ({ ...own, ...step.tags })),
  ]);
  const isUsed = tagsOfRequests.some((used) =>
    Object.entries(tags).every(([key, value]) => used[key] === value),
  );
  if (isUsed) return;
  const known = [...new Set(tagsOfRequests.flatMap(describeTags))];
  const missing = describeTags(tags).join(', ');
  const remedy = `Known: ${known.join(', ') || 'none'}. Add "tags" to a scenario or a step.`;
  mistakes.add(`${path}.tags`, `no request has the tags ${missing}`, remedy);
}

const describeTags = (tags: Tags): readonly string[] =>
  Object.entries(tags).map(([key, value]) => `${key}=${value}`);
