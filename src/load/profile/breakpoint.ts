/**
 * Checks the breakpoint search of a load profile, which finds the highest rate at which the
 * thresholds hold.
 */

import type { LoadProfile } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';
import type { Mistakes } from './mistakes.js';
import type { BreakpointSearch } from './plan.js';

const DEFAULT_HOLD_MS = 20_000;
const DEFAULT_PRECISION = 0.05;
const MAX_STEPS = 200;

/** Returns the search with its defaults; undefined if the profile has none. */
export function checkBreakpoint(
  profile: LoadProfile,
  mistakes: Mistakes,
): BreakpointSearch | undefined {
  const { breakpoint, model } = profile;
  if (!breakpoint) return undefined;
  const { start, step, max, hold, precision = DEFAULT_PRECISION } = breakpoint;
  const holdMs = hold === undefined ? DEFAULT_HOLD_MS : (parseDuration(hold) ?? 0);
  const expect = (isCorrect: boolean, path: string, problem: string, remedy: string) =>
    mistakes.unless(isCorrect, path, problem, remedy);
  expect(
    model === 'open',
    'model',
    'is closed, but a breakpoint is a rate',
    'Set "model": "open".',
  );
  expect(!profile.stages, 'stages', 'cannot be combined with "breakpoint"', 'Keep one of them.');
  expect(
    start > 0,
    'breakpoint.start',
    'is 0',
    'Start with a rate the target certainly sustains, such as 10.',
  );
  expect(step > 0, 'breakpoint.step', 'is 0', 'Give the rate to be added with each step.');
  expect(
    max >= start,
    'breakpoint.max',
    'is below "start"',
    'Give the highest rate that may be tried.',
  );
  const steps = Math.ceil((max - start) / (step || 1));
  expect(
    steps <= MAX_STEPS,
    'breakpoint.step',
    `makes ${steps} steps`,
    `Give a step that makes at most ${MAX_STEPS}.`,
  );
  expect(holdMs >= 1000, 'breakpoint.hold', 'is too short to judge', 'Give at least "1s".');
  const thresholds = profile.thresholds ?? [];
  expect(
    thresholds.length > 0,
    'thresholds',
    'are missing',
    'A breakpoint needs a threshold: define one.',
  );
  return { start, step, max, holdMs, precision };
}
