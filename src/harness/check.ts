/**
 * The types of a check and of a suite, and the function that makes checks from the rows of a suite.
 */

import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Clauses, Level } from './clause.js';
import type { Context } from './context.js';
import { type Amount, type Cost, costOf } from './cost.js';
import { type Finding, skip } from './finding.js';
import type { Place } from './place.js';
import type { Observing, Questions } from './questions.js';
import type { Rules, TypedRules } from './typed-rules.js';

export interface Check {
  /**
   * Permanent, of the form `interface.topic.rule` in kebab-case, and the same for pass and fail.
   */
  readonly id: string;
  /** The first clause determines the level. A failure is a failure of all clauses. */
  readonly clauses: readonly [string, ...string[]];
  readonly title: string;
  /** One of the four interfaces, `clients`, or an interface of another package. */
  readonly interface: string;
  readonly level: Level;
  readonly requests: Cost;
  readonly needs: readonly Setting[];
  /**
   * Set if the check needs no facts (properties of the target, learned by requests). The
   * preparation of its suite is then not planned for it.
   */
  readonly unprepared?: boolean;
  /** The target must give this permission. Otherwise the check is skipped for safety. */
  readonly permission?: 'unsafeMethods' | 'destructive';
  /**
   * Tests all responses of the interface without sending a request. `rateLimited` counts 429
   * responses of all interfaces.
   */
  readonly observe?: (answers: readonly Answer[], rateLimited: number) => Finding;
  readonly rules?: Rules;
  /**
   * Returns a finding, or evidence of a pass as a text. Throws `CheckEnded` for any other result.
   */
  readonly run: (context: Context) => Promise<string | Finding>;
}

/** A check as a suite writes it: with questions, with a function, or with an observation. */
export type CheckRow<Q, F> = Pick<Check, 'title' | 'permission'> & {
  /** A single amount counts the requests that no other check sends. Default 0. */
  readonly requests?: Amount | Partial<Cost>;
  readonly needs?: readonly Setting[];
} & (Pick<Check, 'run'> | Required<Pick<Check, 'observe'>> | Questions<Q, F> | Observing<Q>);

export type CheckOf<Id extends string, Q, F> = Pick<Check, 'id'> & {
  readonly clauses: readonly [Id, ...Id[]];
} & CheckRow<Q, F>;

/** Returns a function that makes a check from a row. */
export const checksFor =
  <C extends Clauses, Q = never, F = never>(
    name: string,
    clauses: C,
    by: readonly Setting[] | TypedRules<Q, F>,
  ) =>
  (row: CheckOf<keyof C & string, Q, F>): Check => {
    const rules = 'ask' in by ? by : undefined;
    const { id, title, permission } = row;
    const requests = costOf(row.requests);
    const run = async (context: Context): Promise<string | Finding> => {
      if ('run' in row) return row.run(context);
      if ('observe' in row) return skip('prerequisite', 'uses the responses of other checks');
      if (rules === undefined)
        throw new Error('a check with questions needs the rules of its interface');
      // If the number of requests is fixed, all of them are sent, regardless of the budget.
      const isFixed = typeof requests.own === 'number';
      const take = {
        ...(isFixed ? { least: Number.POSITIVE_INFINITY } : { sharedRequests: requests.shared }),
        ...row.take,
      };
      // Unlike a row with `observe`, a row with `cases` sends requests.
      if ('cases' in row) return rules.observe(context, { ...row, take });
      return rules.ask(context, row.clauses, { ...row, take });
    };
    return {
      id,
      title,
      requests,
      clauses: row.clauses,
      interface: name,
      level: clauses[row.clauses[0]]?.level ?? 'must',
      needs: [...('ask' in by ? by.needs : by), ...(row.needs ?? [])],
      ...(permission === undefined ? {} : { permission }),
      ...(rules === undefined ? {} : { rules }),
      ...('observe' in row ? { observe: row.observe } : {}),
      ...('withoutFacts' in row ? { unprepared: true } : {}),
      run,
    };
  };

export interface Suite {
  readonly interface: string;
  readonly clauses: Clauses;
  readonly rules?: Rules;
  readonly checks: readonly Check[];
  /**
   * By check: how many defects its requests are expected to find. The requests that are expected to
   * find the most are planned first. By default one check of each clause comes first.
   */
  readonly priorities?: ReadonlyMap<string, readonly Priority[]>;
  /** The parts of a request that can be malformed, with a decision about every malformed form. */
  readonly places?: Readonly<Record<string, Place>>;
  /** The requests from which facts are learned. Checks share them. */
  readonly preparation: number;
  /**
   * Describes a wrong address or credential in one line; undefined if the target can be tested.
   * Sends only requests that checks also send. `isNeeded` returns whether a planned check needs a
   * setting.
   */
  readonly preflight?: (
    context: Context,
    isNeeded: (setting: Setting) => boolean,
  ) => Promise<string | undefined>;
  /**
   * Returns at the end of a run the facts that no longer hold, each with a reason. Checks that
   * depend on them become inconclusive.
   */
  readonly drift?: (context: Context) => Promise<ReadonlyMap<string, string>>;
}

/** Additional requests of a check, and the number of defects that each request is expected to find. */
export interface Priority {
  readonly requests: number;
  readonly finds: number;
}

/** Each line is a check id with its priorities, such as `export.filter.like 1:12 2:0.5`. */
export const prioritiesOf = (table: string): ReadonlyMap<string, readonly Priority[]> =>
  new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [id = '', ...steps] = line.split(' ');
        const parts = steps.map((step) => step.split(':').map(Number));
        return [id, parts.map(([requests = 0, finds = 0]) => ({ requests, finds }))] as const;
      }),
  );
