/** Applies the load options of the command line to a profile. */

import type { LoadProfile } from '../../schema/types.js';
import { parseDuration, UsageError } from '../../settings/index.js';

/** These options replace the stages of a profile. */
export interface Overrides {
  /** Scenario starts per second. */
  readonly rate?: number | undefined;
  readonly users?: number | undefined;
  readonly duration?: string | undefined;
  /**
   * The stages have a form such as `30s:50,1min:50,10s:0`. Each number is the load at the end of
   * its duration.
   */
  readonly stages?: string | undefined;
}

export const NO_OVERRIDES: Overrides = {};

type Stages = NonNullable<LoadProfile['stages']>;
type Unit = 'rate' | 'users';

/**
 * Replaces the stages of a profile. Also removes a breakpoint search, a warm-up in the other unit
 * (users or a rate), and `arrivals` if the load is a number of users. Throws a UsageError for
 * options that cannot be applied.
 */
export function withOverrides(profile: LoadProfile, overrides: Overrides): LoadProfile {
  const { rate, users, duration, stages } = overrides;
  if ([rate, users, duration, stages].every((one) => one === undefined)) return profile;
  expectCombinable(overrides);
  if (profile.scenarios.every((one) => one.stages !== undefined))
    throw new UsageError(
      `${optionNames(overrides)} changes the stages of the profile, but each of its scenarios has stages of its own. Edit those.`,
    );
  const unit = unitOf(profile, overrides);
  const { breakpoint: _, warmUp, ...rest } = profile;
  const model = unit === 'rate' ? 'open' : 'closed';
  const fits = warmUp?.[unit] !== undefined;
  const { arrivals, ...common } = rest;
  return {
    ...common,
    model,
    ...(arrivals === undefined || model === 'closed' ? {} : { arrivals }),
    ...(fits ? { warmUp } : {}),
    stages: stages === undefined ? constant(profile, unit, overrides) : ramps(stages, unit),
  };
}

function expectCombinable({ rate, users, duration, stages }: Overrides): void {
  if (rate !== undefined && users !== undefined)
    throw new UsageError(
      '--rate and --users cannot be combined: scenarios start at a rate, or for each user.',
    );
  if (stages === undefined) return;
  for (const [name, value] of Object.entries({ rate, users, duration }))
    if (value !== undefined)
      throw new UsageError(
        `--stages and --${name} cannot be combined: --stages has durations and numbers. Leave out --${name}.`,
      );
}

const optionNames = (overrides: Overrides): string =>
  Object.entries(overrides)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`)
    .join(' and ');

function unitOf({ model }: LoadProfile, { rate, users }: Overrides): Unit {
  if (rate !== undefined) return 'rate';
  if (users !== undefined) return 'users';
  return model === 'open' ? 'rate' : 'users';
}

/**
 * One stage with a constant load. Load and duration come from the command line, or otherwise from
 * the profile.
 */
function constant(profile: LoadProfile, unit: Unit, overrides: Overrides): Stages {
  const { stages = [], breakpoint } = profile;
  const [only] = stages;
  const given = overrides.rate ?? overrides.users;
  const load =
    given ?? (stages.length === 1 && only?.rampTo === undefined ? only?.[unit] : undefined);
  if (load === undefined)
    throw new UsageError(
      `--duration needs a number: the profile has ${breakpoint ? 'a breakpoint' : `${stages.length} stages`}. Add --${unit}, or use --stages.`,
    );
  const duration = overrides.duration ?? totalOf(stages);
  if (duration === undefined)
    throw new UsageError(`--${unit} needs --duration, because the profile has no stages.`);
  if (parseDuration(duration) === undefined)
    throw new UsageError(`--duration is ${duration}. Give a duration such as 30s or 5min.`);
  return [{ name: 'constant', duration, [unit]: load }];
}

function totalOf(stages: Stages | readonly []): string | undefined {
  const sum = stages.reduce((total, { duration }) => total + (parseDuration(duration) ?? 0), 0);
  return sum === 0 ? undefined : `${sum}ms`;
}

/**
 * The stages of an option such as `30s:50,1min:50`. Each stage ramps from the number of the
 * previous stage to its own number. The first stage starts at 0.
 */
function ramps(text: string, unit: Unit): Stages {
  let before = 0;
  const [first, ...others] = text.split(',').map((part) => {
    const [, duration = '', to = ''] = /^\s*([^:]+):(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (parseDuration(duration) === undefined)
      throw new UsageError(
        `--stages is ${text}, of which ${part.trim() || 'a part'} is not a stage. Give durations and numbers such as 30s:50,1min:50,10s:0.`,
      );
    const stage = { duration, [unit]: before, rampTo: Number(to) };
    before = Number(to);
    return stage;
  });
  return first ? [first, ...others] : [{ duration: text }];
}
