import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Clauses, Level } from './clause.js';
import type { Context } from './context.js';
import { type Amount, type Cost, costOf } from './cost.js';
import { type Finding, skip } from './finding.js';
import type { Place } from './place.js';
import type { Observing, Questions } from './questions.js';
import type { Rules, TypedRules } from './typed-rules.js';

/** A check of a target: a value that can be listed, planned and run. */
export interface Check {
  /** `interface.topic.rule` in kebab-case, permanent, the same for pass and fail. */
  readonly id: string;
  /** The first determines the level; a failure of the check is one of all of them. */
  readonly clauses: readonly [string, ...string[]];
  readonly title: string;
  /** One of the four interfaces, `clients`, or an interface of another package. */
  readonly interface: string;
  readonly level: Level;
  readonly requests: Cost;
  readonly needs: readonly Setting[];
  /**
   * Set where it needs no facts, so that the requests of the preparation of its suite are not
   * planned for it.
   */
  readonly unprepared?: boolean;
  /** Permission that the target must give; without it the check is skipped (safety). */
  readonly permission?: 'unsafeMethods' | 'destructive';
  /**
   * Sends nothing, but tests all responses of the interface; `limited` is the number of 429 of all
   * interfaces.
   */
  readonly observe?: (answers: readonly Answer[], limited: number) => Finding;
  /** The rules of its interface. */
  readonly rules?: Rules;
  /** Returns the witness of a pass, or a finding; throws a `CheckEnded` for any other result. */
  readonly run: (context: Context) => Promise<string | Finding>;
}

/**
 * A check as it is written: with questions, with a procedure of its own, or with what it observes.
 */
export type CheckRow<Q, F> = Pick<Check, 'title' | 'permission'> & {
  /** Default 0: other checks send the same requests. */
  readonly requests?: Amount | Partial<Cost>;
  readonly needs?: readonly Setting[];
} & (Pick<Check, 'run'> | Required<Pick<Check, 'observe'>> | Questions<Q, F> | Observing<Q>);

export type CheckOf<Id extends string, Q, F> = Pick<Check, 'id'> & {
  readonly clauses: readonly [Id, ...Id[]];
} & CheckRow<Q, F>;

/**
 * Makes the checks of an interface: clause ids are typed, and the level is that of the first
 * clause.
 */
export const checksFor =
  <C extends Clauses, Q = never, F = never>(
    name: string,
    clauses: C,
    by: readonly Setting[] | TypedRules<Q, F>,
  ) =>
  (text: CheckOf<keyof C & string, Q, F>): Check => {
    const rules = 'ask' in by ? by : undefined;
    const { id, title, permission } = text;
    const requests = costOf(text.requests);
    const run = async (context: Context): Promise<string | Finding> => {
      if ('run' in text) return text.run(context);
      if ('observe' in text) return skip('prerequisite', 'uses the responses of other checks');
      if (rules === undefined)
        throw new Error('a check with questions needs the rules of its interface');
      // With a fixed number of requests all questions are sent, although other checks may send some
      // of them.
      const isFixed = typeof requests.own === 'number';
      const take = {
        ...(isFixed ? { least: Number.POSITIVE_INFINITY } : { sharedRequests: requests.shared }),
        ...text.take,
      };
      if ('cases' in text) return rules.observe(context, { ...text, take });
      return rules.ask(context, text.clauses, { ...text, take });
    };
    return {
      id,
      title,
      requests,
      clauses: text.clauses,
      interface: name,
      level: clauses[text.clauses[0]]?.level ?? 'must',
      needs: [...('ask' in by ? by.needs : by), ...(text.needs ?? [])],
      ...(permission === undefined ? {} : { permission }),
      ...(rules === undefined ? {} : { rules }),
      ...('observe' in text ? { observe: text.observe } : {}),
      ...('withoutFacts' in text ? { unprepared: true } : {}),
      run,
    };
  };

/** The clauses, rules and checks of one interface. */
export interface Suite {
  readonly interface: string;
  readonly clauses: Clauses;
  readonly rules?: Rules;
  readonly checks: readonly Check[];
  /**
   * What its checks are expected to find, by which a budget is spent. Default: one check of each
   * clause comes first.
   */
  readonly priorities?: ReadonlyMap<string, readonly Priority[]>;
  /** Where its requests contain values, and what the document says of each shape of them. */
  readonly places?: Readonly<Record<string, Place>>;
  /** Requests that checks share, which learn the facts. */
  readonly preparation: number;
  /**
   * Describes a wrong address or credential in a line that names the setting and the response;
   * undefined where the target can be tested. It sends only requests that checks send, too. `asked`
   * says whether checks need a setting.
   */
  readonly preflight?: (
    context: Context,
    asked: (setting: Setting) => boolean,
  ) => Promise<string | undefined>;
  /**
   * At the end of a run, the facts that no longer hold, and why. Checks that depend on them become
   * inconclusive.
   */
  readonly drift?: (context: Context) => Promise<ReadonlyMap<string, string>>;
}

/**
 * A number of further requests of a check, and the number of defects that they are expected to
 * find.
 */
export interface Priority {
  readonly requests: number;
  readonly finds: number;
}

/**
 * The priorities of the checks of a suite, by id: a line a check, such as `export.filter.like 1:12
 * 2:0.5`.
 */
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
