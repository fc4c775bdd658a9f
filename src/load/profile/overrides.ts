/** Replaces the load of a profile by the load options of the command line. */

import type { LoadProfile } from '../../schema/types.js';
import { parseDuration, UsageError } from '../../settings/index.js';

/** The values of the options `--rate`, `--users`, `--duration` and `--stages`. */
export interface Overrides {
  /** Scenario starts per second. */
  readonly rate?: number | undefined;
  /** The number of users that run scenarios at the same time. */
  readonly users?: number | undefined;
  /** For example `30s` or `5min`. */
  readonly duration?: string | undefined;
  /**
   * For example `30s:50,1min:50,10s:0`: three stages, each with its duration and with the load at
   * its end.
   */
  readonly stages?: string | undefined;
}

export const NO_OVERRIDES: Overrides = {};

type Stages = NonNullable<LoadProfile['stages']>;
/** The load of a stage is a rate (scenario starts per second) or a number of users. */
type Unit = 'rate' | 'users';

/**
 * Replaces the stages of a profile, and removes members that do not fit the new stages. These are
 * the breakpoint search, a warm-up whose load has another unit, and, for a number of users,
 * `arrivals`. Throws a UsageError for options that cannot be applied.
 */
export function withOverrides(profile: LoadProfile, overrides: Overrides): LoadProfile {
  const { rate, users, duration, stages } = overrides;
  if ([rate, users, duration, stages].every((value) => value === undefined)) return profile;
  expectCombinable(overrides);
  if (profile.scenarios.every((scenario) => scenario.stages !== undefined))
    throw new UsageError(
      `${optionNames(overrides)} cannot be used, because each scenario of the profile has its own stages. Edit these stages in the profile.`,
    );
  const unit = unitOf(profile, overrides);
  const { breakpoint: _, warmUp, ...rest } = profile;
  const model = unit === 'rate' ? 'open' : 'closed';
  const isWarmUpInUnit = warmUp?.[unit] !== undefined;
  const { arrivals, ...common } = rest;
  return {
    ...common,
    model,
    ...(arrivals === undefined || model === 'closed' ? {} : { arrivals }),
    ...(isWarmUpInUnit ? { warmUp } : {}),
    stages:
      stages === undefined ? constantStage(profile, unit, overrides) : rampStages(stages, unit),
  };
}

function expectCombinable({ rate, users, duration, stages }: Overrides): void {
  if (rate !== undefined && users !== undefined)
    throw new UsageError(
      '--rate and --users cannot be combined: the load is either a rate or a number of users.',
    );
  if (stages === undefined) return;
  for (const [name, value] of Object.entries({ rate, users, duration }))
    if (value !== undefined)
      throw new UsageError(
        `--stages and --${name} cannot be combined: --stages already contains durations and loads. Leave out --${name}.`,
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
 * Makes one stage with a constant load. Without a load option, the load is that of the only stage
 * of the profile, if this stage has a constant load. Without `--duration`, the stage is as long as
 * all stages of the profile together.
 */
function constantStage(profile: LoadProfile, unit: Unit, overrides: Overrides): Stages {
  const { stages = [], breakpoint } = profile;
  const [only] = stages;
  const loadOption = overrides.rate ?? overrides.users;
  const isRamp = stages.length === 1 && only?.rampTo !== undefined;
  const load = loadOption ?? (stages.length === 1 && !isRamp ? only?.[unit] : undefined);
  if (load === undefined) {
    const stagesInWords = isRamp ? 'a stage whose load changes' : `${stages.length} stages`;
    throw new UsageError(
      `--duration needs a load to keep, but the profile has ${breakpoint ? 'a breakpoint' : stagesInWords}. Add --${unit}, or use --stages.`,
    );
  }
  const duration = overrides.duration ?? totalDuration(stages);
  if (duration === undefined)
    throw new UsageError(`--${unit} needs --duration, because the profile has no stages.`);
  if (parseDuration(duration) === undefined)
    throw new UsageError(`--duration is ${duration}. Give a duration such as 30s or 5min.`);
  return [{ name: 'constant', duration, [unit]: load }];
}

function totalDuration(stages: Stages | readonly []): string | undefined {
  const sum = stages.reduce((total, { duration }) => total + (parseDuration(duration) ?? 0), 0);
  return sum === 0 ? undefined : `${sum}ms`;
}

/**
 * Reads an option such as `30s:50,1min:50`. During a stage the load changes steadily from the load
 * of the previous stage to its own. The first stage starts at 0.
 */
function rampStages(text: string, unit: Unit): Stages {
  let before = 0;
  const [first, ...others] = text.split(',').map((part) => {
    const [, duration = '', to = ''] = /^\s*([^:]+):(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (parseDuration(duration) === undefined)
      throw new UsageError(
        `--stages is ${text}, of which ${part.trim() || 'a part'} is not a stage. Give durations and loads such as 30s:50,1min:50,10s:0.`,
      );
    const stage = { duration, [unit]: before, rampTo: Number(to) };
    before = Number(to);
    return stage;
  });
  // `split` returns at least one part, although its type does not say so.
  return first ? [first, ...others] : [{ duration: text }];
}
