/** A suite: the clauses, the checks and the judge of one interface, made from topics. */

import type { Setting } from '../settings/missing-settings.js';
import type { Check } from './check.js';
import type { Clause, Clauses } from './clause.js';
import type { Context } from './context.js';
import { checksOf, type ExchangedKinds, type Learning } from './forms.js';
import { type Judge, judgeBy, prepare } from './judge.js';
import type { Place } from './place.js';
import {
  byEvery,
  type Note,
  type RelationViolation,
  type RuleTable,
  type Violation,
} from './rule.js';
import type { Rulebook } from './rulebook.js';
import type { Kinds, Relation, Topics } from './topic.js';

export interface Suite {
  readonly interface: string;
  readonly clauses: Clauses;
  /** Missing if no response is tested by rules. */
  readonly judge?: Judge;
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

/**
 * Each line is a check id with its priorities. For example, `export.filter.like 1:12 2:0.5` means
 * that the first request of the check is expected to find 12 defects, and each of the next two 0.5.
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

export const clausesOf = <T extends Readonly<Record<string, { readonly clause: Clause }>>>(
  topics: T,
) =>
  Object.fromEntries(Object.entries(topics).map(([id, { clause }]) => [id, clause])) as {
    readonly [Id in keyof T]: T[Id]['clause'];
  };

export const rulesIn = <K extends Kinds, Id extends string>(
  topics: Topics<K> & Readonly<Record<Id, unknown>>,
): RuleTable<K['exchange'], K['facts'], Id> =>
  Object.fromEntries(
    Object.entries(topics).flatMap(([id, { rule }]) => (rule === undefined ? [] : [[id, rule]])),
  ) as RuleTable<K['exchange'], K['facts'], Id>;

/** Returns a function that compares exchanges by the relations of all topics. */
export function relateBy<K extends ExchangedKinds, Id extends string>(
  topics: Topics<K> & Readonly<Record<Id, unknown>>,
) {
  type E = K['exchange'];
  type F = K['facts'];
  const rules = rulesIn<K, Id>(topics);
  const relations = Object.entries(topics).flatMap(([id, { relation }]) =>
    relation === undefined ? [] : [[id as Id, relation as Relation<E, F>] as const],
  );
  return (
    exchanges: readonly E[],
    facts: F,
    note: Note<Id>,
  ): readonly RelationViolation<E, Id>[] => {
    const known = new Map<E, readonly Violation[]>();
    const violationsOf = (exchange: E): readonly Violation[] => {
      const violations = known.get(exchange) ?? byEvery(rules, exchange, facts, () => undefined);
      known.set(exchange, violations);
      return violations;
    };
    return relations.flatMap(([clause, relation]) =>
      relation(exchanges, facts, { violationsOf, note: () => note(clause) }).map((violation) => ({
        ...violation,
        clause,
      })),
    );
  };
}

interface SuiteParts<K extends ExchangedKinds, Id extends string>
  extends Pick<Suite, 'places' | 'priorities' | 'preflight' | 'preparation'> {
  /** Every question of the interface needs these settings. */
  readonly needs: readonly Setting[];
  readonly rulebook: Rulebook<K['question'], K['exchange'], K['facts'], Id>;
  readonly learning: Learning<K>;
}

export function suiteOf<K extends ExchangedKinds, Id extends string>(
  name: string,
  topics: Topics<K> & Readonly<Record<Id, unknown>>,
  { needs, rulebook, learning, ...parts }: SuiteParts<K, Id>,
): Suite {
  const clauses: Clauses = clausesOf(topics);
  const book = prepare(rulebook);
  const judge = judgeBy(needs, book);
  const checks = checksOf<K>(topics, { name, clauses, needs, book, judge, learning });
  return { ...parts, interface: name, clauses, judge, checks };
}
