/** A check as the harness plans and runs it. Suites write checks in several forms. */

import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import type { Clauses, Level } from './clause.js';
import type { Context } from './context.js';
import { type Amount, type Cost, costOf } from './cost.js';
import { type Finding, skip } from './finding.js';
import type { Judge } from './judge.js';

/** Names the generated requests: the id of the check that stands for them ends with it. */
export const GENERATED = 'generated';

export interface Check {
  /** The id has the form `interface.topic.rule` in kebab-case and never changes. */
  readonly id: string;
  /** The first clause determines the level. A failed check violates all of these clauses. */
  readonly clauses: readonly [string, ...string[]];
  readonly title: string;
  /** The name of an API of the target, such as `export`, or `clients` for tests of API clients. */
  readonly interface: string;
  readonly level: Level;
  readonly requests: Cost;
  readonly needs: readonly Setting[];
  /** Whether the facts of the target must be learned before the check. Default: they must. */
  readonly needsFacts?: (target: Target) => boolean;
  /**
   * The settings of the target must contain this permission. Otherwise the check is skipped for
   * safety.
   */
  readonly permission?: 'unsafeMethods' | 'destructive' | 'hostileValues';
  /** Tests exchanges of its interface by the rules. Default: the check has no rules. */
  readonly judge?: Judge;
  /**
   * Tests all responses of the interface without sending a request. `rateLimited` counts 429
   * responses of all interfaces.
   */
  readonly responses?: (answers: readonly Answer[], rateLimited: number) => Finding;
  /**
   * Returns a finding, or a text as evidence of a pass. A thrown `CheckEnded` contains a finding,
   * too.
   */
  readonly run: (context: Context) => Promise<string | Finding>;
}

/** The members that are given for a check. Those that are left out have defaults. */
type CheckParts = Pick<Check, 'id' | 'clauses' | 'title'> &
  Partial<Omit<Check, 'requests'>> & {
    /** An amount alone is the number of requests that no other check sends. Default 0. */
    readonly requests?: Amount | Partial<Cost>;
  };

/** Makes a check of the interface that has these clauses. Without `run` it sends nothing. */
export const checkOf = (
  interfaceName: string,
  clauses: Clauses,
  { requests, needs = [], ...parts }: CheckParts,
): Check => ({
  interface: interfaceName,
  level: clauses[parts.clauses[0]]?.level ?? 'must',
  requests: costOf(requests),
  needs,
  run: async () => skip('prerequisite', 'uses the responses of other checks'),
  ...parts,
});
