/** Checks the stages of a load profile and computes their times. */

import type { LoadProfile, LoadScenario } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';
import type { Mistakes } from './mistakes.js';
import type { BreakpointSearch, Model, Stage } from './plan.js';

/** The limits of a load run. Larger values are usually typing errors. */
const MAX_ARRIVALS = 100_000_000;
const MAX_MS = 24 * 3_600_000;
const MAX_USERS = 10_000;

type RawStage = NonNullable<LoadProfile['stages']>[number];

/** A stage, and its position in the profile. */
interface PlacedStage {
  readonly stage: RawStage;
  readonly path: string;
  readonly warmUp: boolean;
}

const withPlaces = (stages: readonly RawStage[], at: string): PlacedStage[] =>
  stages.map((stage, index) => ({
    stage: { ...stage, name: stage.name ?? `stage ${index + 1}` },
    path: `${at}[${index}]`,
    warmUp: false,
  }));

/**
 * Returns the stages of the schedule that scenarios without own stages share. The warm-up comes
 * first. A breakpoint search chooses its own rates, so its schedule is only the warm-up.
 */
export function checkStages(
  profile: LoadProfile,
  breakpoint: BreakpointSearch | undefined,
  mistakes: Mistakes,
): readonly Stage[] {
  const { model, warmUp, scenarios } = profile;
  const isSearch = breakpoint !== undefined || profile.breakpoint !== undefined;
  const isShared = scenarios.some(({ stages }) => stages === undefined);
  if (!profile.stages && !isSearch && isShared)
    mistakes.add('stages', 'is missing', 'Give at least one stage, or "breakpoint".');
  if (!isShared) reportUnused(profile, mistakes);
  const measured = isSearch || !isShared ? [] : (profile.stages ?? []);
  const warm: PlacedStage = {
    stage: { name: 'warm-up', ...warmUp } as RawStage,
    path: 'warmUp',
    warmUp: true,
  };
  const given = [...(warmUp && isShared ? [warm] : []), ...withPlaces(measured, 'stages')];
  const stages = arrange(given, { model, at: 'stages', startMs: 0 }, mistakes);
  if (!isSearch) expectLoad(stages, model, 'stages', mistakes);
  return stages;
}

/** Reports options that have an effect only if scenarios share a schedule. */
function reportUnused(profile: LoadProfile, mistakes: Mistakes): void {
  for (const name of ['stages', 'warmUp', 'breakpoint'] as const) {
    if (profile[name] === undefined) continue;
    mistakes.add(
      name,
      'is used by no scenario, because each has stages of its own',
      'Leave it out, or leave "stages" out of a scenario.',
    );
  }
}

/**
 * Returns the schedule of a scenario with own stages, or undefined if the scenario shares the
 * schedule of the profile.
 */
export function ownSchedule(
  scenario: LoadScenario,
  profile: LoadProfile,
  path: string,
  mistakes: Mistakes,
): { readonly model: Model; readonly stages: readonly Stage[] } | undefined {
  const { stages, start, model = profile.model } = scenario;
  if (stages === undefined) {
    for (const name of ['start', 'model'] as const)
      if (scenario[name] !== undefined)
        mistakes.add(
          `${path}.${name}`,
          'needs "stages" in the scenario',
          `Add "stages", or leave "${name}" out.`,
        );
    return undefined;
  }
  if (profile.breakpoint)
    mistakes.add(`${path}.stages`, 'cannot be combined with "breakpoint"', 'Keep one of them.');
  if (scenario.weight !== undefined && scenario.weight > 0)
    mistakes.add(
      `${path}.weight`,
      'has no meaning for a scenario with stages of its own',
      'Leave it out.',
    );
  const warmMs = parseDuration(profile.warmUp?.duration ?? '') ?? 0;
  const startMs = warmMs + (parseDuration(start ?? '') ?? 0);
  const at = `${path}.stages`;
  const ownStages = arrange(withPlaces(stages, at), { model, at, startMs }, mistakes);
  expectLoad(ownStages, model, at, mistakes);
  return { model, stages: ownStages };
}

/** `at` is the path of the stages in the profile, for messages. */
interface StagesOptions {
  readonly model: Model;
  readonly at: string;
  readonly startMs: number;
}

function arrange(
  given: readonly PlacedStage[],
  { model, at, startMs }: StagesOptions,
  mistakes: Mistakes,
): Stage[] {
  let next = startMs;
  const stages = given.map((one): Stage => {
    const stage = stageOf(one, model, next, mistakes);
    next += stage.durationMs;
    return stage;
  });
  const hours = Math.ceil(next / 360_000) / 10;
  mistakes.unless(next <= MAX_MS, at, `last ${hours} hours`, 'Give at most 24 hours.');
  if (model === 'open') {
    const arrivals = stages.reduce(
      (sum, { from, to, durationMs }) => sum + ((from + to) / 2) * (durationMs / 1000),
      0,
    );
    const remedy = `Give at most ${MAX_ARRIVALS.toLocaleString('en')}: a lower rate or a shorter duration.`;
    const count = Math.round(arrivals).toLocaleString('en');
    mistakes.unless(arrivals <= MAX_ARRIVALS, at, `add up to ${count} arrivals`, remedy);
  }
  return stages;
}

function stageOf(
  { stage, path, warmUp }: PlacedStage,
  model: Model,
  startMs: number,
  mistakes: Mistakes,
): Stage {
  // In the open model, scenarios start at a given rate. In the closed model, a given number of
  // users run scenarios repeatedly.
  const [unit, other] =
    model === 'open' ? (['rate', 'users'] as const) : (['users', 'rate'] as const);
  const durationMs = parseDuration(stage.duration) ?? 0;
  mistakes.unless(durationMs > 0, `${path}.duration`, 'is 0', 'Give a duration such as "30s".');
  const from = stage[unit];
  if (from === undefined) {
    mistakes.add(
      `${path}.${unit}`,
      `is missing in the ${model} model`,
      `Set "${unit}": 10, for example.`,
    );
  }
  if (stage[other] !== undefined) {
    const change = `Set "${unit}", or "model": "${model === 'open' ? 'closed' : 'open'}".`;
    mistakes.add(`${path}.${other}`, `has no meaning in the ${model} model`, change);
  }
  const to = stage.rampTo ?? from ?? 0;
  const remedy = `Give at most ${MAX_USERS}.`;
  // The schema limits `users` to this number, but not `rampTo`, which may also be a rate.
  if (model === 'closed')
    mistakes.unless(to <= MAX_USERS, `${path}.rampTo`, `is ${to} users`, remedy);
  return { name: stage.name ?? '', startMs, durationMs, from: from ?? 0, to, warmUp };
}

/** Reports a schedule in which every stage except the warm-up has a load of 0. */
function expectLoad(stages: readonly Stage[], model: Model, at: string, mistakes: Mistakes): void {
  const idle = stages.filter(({ warmUp }) => !warmUp).every(({ from, to }) => from + to === 0);
  if (stages.length === 0 || !idle) return;
  const unit = model === 'open' ? 'rate' : 'users';
  mistakes.add(at, `have a ${unit} of 0 throughout`, `Give one of them a "${unit}" above 0.`);
}
