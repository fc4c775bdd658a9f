import fc from 'fast-check';
import type { Context } from './context.js';
import { Found } from './finding.js';

export interface PropertyOptions<T> {
  /** Values to try; at most this many, else the allowance of the check divided by `cost`. */
  readonly runs?: number;
  /** Requests that one value costs. Default 1. */
  readonly cost?: number;
  /** Values tried before random ones. */
  readonly examples?: readonly T[];
  /** Attempts to make a counterexample smaller. Default 60. */
  readonly shrinks?: number;
}

/**
 * Holds a rule against random values; a counterexample is made as small as the attempts allow and says how to see it
 * again. What the rule throws decides: a deviation is a counterexample, a lost connection is inconclusive.
 * Answers how many values were tried.
 */
export async function property<T>(
  context: Context,
  values: fc.Arbitrary<T>,
  rule: (value: T) => Promise<void>,
  options: PropertyOptions<T> = {},
): Promise<number> {
  const { cost = 1, examples = [], shrinks = 60 } = options;
  const { replay } = context.run;
  const numRuns = replay === undefined ? Math.max(1, options.runs ?? Math.floor(context.budget.requests / cost)) : 1;
  let tried = 0;
  let attempts = 0;
  let smallest: Found | undefined;
  const details = await fc.check(
    fc.asyncProperty(values, async (value) => {
      // Once something is found, only attempts to make it smaller follow: they are bounded, and losing one proves nothing.
      if (smallest === undefined) tried += 1;
      else if (attempts++ >= shrinks) return;
      try {
        await rule(value);
      } catch (error) {
        if (error instanceof Found && error.finding.kind === 'deviates') {
          smallest = error;
          throw error;
        }
        if (smallest === undefined) throw error;
      }
    }),
    {
      seed: context.run.seed,
      numRuns,
      examples: examples.map((one): [T] => [one]),
      ...(replay === undefined ? {} : { path: replay, endOnFailure: true }),
    },
  );
  if (!details.failed) return tried;
  if (smallest === undefined) throw details.errorInstance;
  const { finding } = smallest;
  if (finding.kind !== 'deviates') throw smallest;
  throw new Found({ ...finding, replay: details.counterexamplePath ?? '0' });
}
