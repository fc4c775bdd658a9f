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
  /**
   * True if the check needs no facts. Facts are properties of the target that requests revealed.
   */
  readonly unprepared?: boolean;
  /**
   * The settings of the target must contain this permission. Otherwise the check is skipped for
   * safety.
   */
  readonly permission?: 'unsafeMethods' | 'destructive';
  /**
   * Tests all responses of the interface without sending a request. `rateLimited` counts 429
   * responses of all interfaces.
   */
  readonly observe?: (answers: readonly Answer[], rateLimited: number) => Finding;
  readonly rules?: Rules;
  /**
   * Returns a finding, or a text as evidence of a pass. A thrown `CheckEnded` contains a finding,
   * too.
   */
  readonly run: (context: Context) => Promise<string | Finding>;
}

/** A row of a suite, from which a check is made. */
export type CheckRow<Q, F> = Pick<Check, 'title' | 'permission'> & {
  /** A single amount is the number of requests that no other check sends. Default 0. */
  readonly requests?: Amount | Partial<Cost>;
  readonly needs?: readonly Setting[];
} & (Pick<Check, 'run'> | Required<Pick<Check, 'observe'>> | Questions<Q, F> | Observing<Q>);

export type CheckOf<Id extends string, Q, F> = Pick<Check, 'id'> & {
  readonly clauses: readonly [Id, ...Id[]];
} & CheckRow<Q, F>;

/** Returns a function that makes a check from a row. */
export const checkMaker =
  <C extends Clauses, Q = never, F = never>(
    interfaceName: string,
    clauses: C,
    settingsOrRules: readonly Setting[] | TypedRules<Q, F>,
  ) =>
  (row: CheckOf<keyof C & string, Q, F>): Check => {
    const rules = 'ask' in settingsOrRules ? settingsOrRules : undefined;
    const settings = 'ask' in settingsOrRules ? settingsOrRules.needs : settingsOrRules;
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
      interface: interfaceName,
      level: clauses[row.clauses[0]]?.level ?? 'must',
      needs: [...settings, ...(row.needs ?? [])],
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
   * The keys are check ids. The requests that are expected to find the most defects are planned
   * first. Without priorities, one check of each clause is planned first.
   */
  readonly priorities?: ReadonlyMap<string, readonly Priority[]>;
  /** The parts of a request that can be malformed, and the required response to each such form. */
  readonly places?: Readonly<Record<string, Place>>;
  /** The number of requests from which facts are learned. All checks share these requests. */
  readonly preparation: number;
  /**
   * Returns a description of a wrong address or credential, or undefined if the target can be
   * tested. Sends only requests that checks also send. `isNeeded` returns whether a planned check
   * needs a setting.
   */
  readonly preflight?: (
    context: Context,
    isNeeded: (setting: Setting) => boolean,
  ) => Promise<string | undefined>;
}

/**
 * A number of requests of a check, and the number of defects that each request is expected to find.
 */
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
