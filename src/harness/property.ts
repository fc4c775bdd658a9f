/** Tests a property with random values and reduces a counterexample. */

import fc from 'fast-check';
import { isLeftOut, type Lost } from '../http/lost.js';
import type { Context } from './context.js';
import { CheckEnded, type Finding } from './finding.js';

/** The maximum number of attempts to reduce a counterexample. */
const MAX_SHRINKS = 60;

/**
 * Returns the number of values tried. `examples` are tried before random values. Each value costs
 * `cost` requests, by default 1. A deviation is reduced and thrown with the path by which it can be
 * replayed. Other errors of the rule are rethrown, except those of blocked requests (`isLeftOut`).
 * After a counterexample no other error is rethrown.
 */
export async function property<T>(
  context: Context,
  values: fc.Arbitrary<T>,
  rule: (value: T) => Promise<void>,
  { cost = 1, examples = [] }: { readonly cost?: number; readonly examples?: readonly T[] } = {},
): Promise<number> {
  const { replay, seed } = context.run;
  const affordable = Math.max(1, Math.floor(context.budget.requests / cost));
  const trial = new Trial(rule);
  const details = await fc.check(
    fc.asyncProperty(values, (value) => trial.next(value)),
    {
      seed,
      numRuns: replay === undefined ? affordable : 1,
      examples: examples.map((one): [T] => [one]),
      ...(replay === undefined ? {} : { path: replay, endOnFailure: true }),
    },
  );
  if (!details.failed) return trial.result();
  if (trial.smallest === undefined) throw details.errorInstance;
  throw new CheckEnded({ ...trial.smallest, replay: details.counterexamplePath ?? '0' });
}

type Deviating = Extract<Finding, { readonly kind: 'deviates' }>;

class Trial<T> {
  readonly #rule: (value: T) => Promise<void>;
  #tried = 0;
  #attempts = 0;
  #blocked: Lost | undefined;
  smallest: Deviating | undefined;

  constructor(rule: (value: T) => Promise<void>) {
    this.#rule = rule;
  }

  async next(value: T): Promise<void> {
    // After a counterexample, all further values are attempts to reduce it.
    if (this.smallest === undefined) this.#tried += 1;
    else {
      if (this.#attempts >= MAX_SHRINKS) return;
      this.#attempts += 1;
    }
    try {
      await this.#rule(value);
    } catch (error) {
      this.#handle(error);
    }
  }

  #handle(error: unknown): void {
    if (error instanceof CheckEnded && error.finding.kind === 'deviates') {
      this.smallest = error.finding;
      throw error;
    }
    // A value is not counted if a system in front of the target, or a setting, blocked its request.
    if (isLeftOut(error)) {
      this.#blocked ??= error;
      this.#tried -= 1;
      return;
    }
    // An error in an attempt to reduce the counterexample proves nothing, so it is ignored.
    if (this.smallest === undefined) throw error;
  }

  /** Returns the number of values tried. Throws if every value was blocked. */
  result(): number {
    if (this.#tried === 0 && this.#blocked !== undefined) throw this.#blocked;
    return this.#tried;
  }
}
