import fc from 'fast-check';
import { isLeftOut, type Lost } from '../http/lost.js';
import type { Context } from './context.js';
import { CheckEnded, type Finding } from './finding.js';

/** Attempts to make a counterexample smaller. */
const SHRINKS = 60;

/**
 * Holds a rule against random values; a counterexample is made as small as the attempts allow and
 * says how to see it again. What the rule throws decides: a deviation is a counterexample, a lost
 * connection is inconclusive. `examples` come before random values, of which each costs `cost`
 * requests, by default 1. Answers how many values were tried.
 */
export async function property<T>(
  context: Context,
  values: fc.Arbitrary<T>,
  rule: (value: T) => Promise<void>,
  { cost = 1, examples = [] }: { readonly cost?: number; readonly examples?: readonly T[] } = {},
): Promise<number> {
  const { replay } = context.run;
  const numRuns =
    replay === undefined ? Math.max(1, Math.floor(context.budget.requests / cost)) : 1;
  let tried = 0;
  let attempts = 0;
  let refused: Lost | undefined;
  let smallest: Extract<Finding, { readonly kind: 'deviates' }> | undefined;
  const details = await fc.check(
    fc.asyncProperty(values, async (value) => {
      // Once something is found, only attempts to make it smaller follow: they are bounded, and
      // losing one proves nothing.
      if (smallest === undefined) tried += 1;
      else if (attempts++ >= SHRINKS) return;
      try {
        await rule(value);
      } catch (error) {
        if (error instanceof CheckEnded && error.finding.kind === 'deviates') {
          smallest = error.finding;
          throw error;
        }
        // A value that something in front of the target refuses is no example.
        if (isLeftOut(error)) {
          refused ??= error;
          tried -= 1;
          return;
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
  if (!details.failed && tried === 0 && refused !== undefined) throw refused;
  if (!details.failed) return tried;
  if (smallest === undefined) throw details.errorInstance;
  throw new CheckEnded({ ...smallest, replay: details.counterexamplePath ?? '0' });
}
