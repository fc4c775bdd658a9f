import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import { type CheckOf, checksFor, type Suite } from './check.js';
import type { Clause, Clauses } from './clause.js';
import type { Context } from './context.js';
import type { Finding } from './finding.js';
import { broken } from './observe-cases.js';
import { needed } from './optional.js';
import type { Exchanged, Note, RelationViolation, RuleTable, Violation } from './rule.js';
import { byEvery } from './rule.js';
import type { Rulebook } from './rulebook.js';
import { rulesOf } from './rules.js';
import type { Kinds, Relation, TopicCheck, Topics } from './topic.js';

/** The kinds of an interface whose exchanges the harness can read. */
export interface ExchangedKinds extends Kinds {
  readonly exchange: Exchanged<unknown>;
  readonly needs: Setting;
}

/** The clauses of topics, in their order. */
export const clausesOf = <T extends Readonly<Record<string, { readonly clause: Clause }>>>(
  topics: T,
) =>
  Object.fromEntries(Object.entries(topics).map(([id, { clause }]) => [id, clause])) as {
    readonly [Id in keyof T]: T[Id]['clause'];
  };

/** The rules of topics, in their order. */
export const rulesIn = <K extends Kinds, Id extends string>(
  topics: Topics<K> & Readonly<Record<Id, unknown>>,
): RuleTable<K['exchange'], K['facts'], Id> =>
  Object.fromEntries(
    Object.entries(topics).flatMap(([id, { rule }]) => (rule === undefined ? [] : [[id, rule]])),
  ) as RuleTable<K['exchange'], K['facts'], Id>;

/** All relations of topics, as one function. */
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

/** How the questions of topics are sent. */
interface Asking<K extends ExchangedKinds> {
  readonly read: (answer: Answer, target: Target) => K['exchange'] | undefined;
  readonly facts: (context: Context) => Promise<K['facts']>;
  readonly settings: (target: Target) => K['settings'];
  /** Sends the requests of a procedure and returns them as questions. */
  readonly procedure: (
    procedure: K['procedure'],
    context: Context,
  ) => Promise<readonly K['question'][]>;
  readonly run: (run: K['run'], context: Context) => Promise<string | Finding>;
}

/** The checks of topics, in their order. */
const checksOf = <K extends ExchangedKinds, Id extends string>(
  topics: Topics<K> & Readonly<Record<Id, unknown>>,
  asking: Asking<K>,
): readonly CheckOf<Id, K['question'], K['facts']>[] =>
  Object.entries(topics).flatMap(([clause, { checks = {} }]) =>
    Object.entries(checks).map(([id, check]) => ({
      id,
      clauses: [clause as Id] as const,
      ...rowOf<K>(check, asking),
    })),
  );

function rowOf<K extends ExchangedKinds>(check: TopicCheck<K>, asking: Asking<K>) {
  if ('cases' in check) return observingRow<K>(check, asking);
  if ('run' in check)
    return { ...check, run: (context: Context) => asking.run(check.run, context) };
  if ('withoutFacts' in check) {
    const { withoutFacts, ...row } = check;
    return { ...row, withoutFacts: ({ target }: Context) => withoutFacts(asking.settings(target)) };
  }
  const { questions, ...rest } = check;
  const made = (facts: NonNullable<K['facts']>, { target }: Context) =>
    questions?.(facts, asking.settings(target)) ?? [];
  if (!('procedure' in rest)) return { ...rest, questions: made };
  const { procedure, needsFacts = true, ...row } = rest;
  const sent = (context: Context) => asking.procedure(procedure, context);
  if (!needsFacts) return { ...row, withoutFacts: sent };
  return {
    ...row,
    questions: async (facts: NonNullable<K['facts']>, context: Context) => [
      ...made(facts, context),
      ...(await sent(context)),
    ],
  };
}

function observingRow<K extends ExchangedKinds>(
  check: Extract<TopicCheck<K>, { readonly cases: unknown }>,
  { read, facts }: Asking<K>,
) {
  const { cases, odd, ...row } = check;
  return {
    ...row,
    cases: async (context: Context) => cases(needed(await facts(context), 'facts')),
    odd(answer: Answer, { target }: Context, before: readonly Answer[]) {
      const exchange = read(answer, target);
      if (odd === undefined || exchange === undefined) return broken(answer);
      return odd(
        exchange,
        before.flatMap((one) => read(one, target) ?? []),
      );
    },
  };
}

/** What a suite needs besides its topics. */
interface SuiteParts<K extends ExchangedKinds, Id extends string>
  extends Pick<Suite, 'places' | 'priorities' | 'preflight' | 'preparation'> {
  /** Settings without which nothing can be asked. */
  readonly needs: readonly Setting[];
  readonly rulebook: Rulebook<K['question'], K['exchange'], K['facts'], Id>;
  readonly asking: Omit<Asking<K>, 'read' | 'facts'>;
}

/** The suite of an interface, from its topics and its rulebook. */
export function suiteOf<K extends ExchangedKinds, Id extends string>(
  name: string,
  topics: Topics<K> & Readonly<Record<Id, unknown>>,
  { needs, rulebook, asking, ...suite }: SuiteParts<K, Id>,
): Suite {
  const clauses: Clauses = clausesOf(topics);
  const rules = rulesOf(needs, rulebook);
  const { read, facts } = rulebook;
  const checks = checksOf<K, Id>(topics, { ...asking, read, facts });
  return {
    ...suite,
    interface: name,
    clauses,
    rules,
    checks: checks.map(checksFor<Clauses, K['question'], K['facts']>(name, clauses, rules)),
  };
}
