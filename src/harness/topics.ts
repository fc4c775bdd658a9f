/** Builds a suite from its topics and its rulebook. */

import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import { type CheckOf, checkMaker, type Suite } from './check.js';
import type { Clause, Clauses } from './clause.js';
import type { Context } from './context.js';
import { deviates, type Finding, observes, skip } from './finding.js';
import { serverError } from './observe-cases.js';
import { needed } from './optional.js';
import type { Exchanged, Note, RelationViolation, RuleTable, Violation } from './rule.js';
import { byEvery } from './rule.js';
import type { Rulebook } from './rulebook.js';
import { rulesOf } from './rules.js';
import type { Kinds, QuestionSet, Relation, TopicCheck, Topics } from './topic.js';

export interface ExchangedKinds extends Kinds {
  readonly exchange: Exchanged<unknown>;
  readonly needs: Setting;
}

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

interface Asking<K extends ExchangedKinds> {
  readonly read: (answer: Answer, target: Target) => K['exchange'] | undefined;
  readonly facts: (context: Context) => Promise<K['facts']>;
  readonly settings: (target: Target, context: Context) => K['settings'];
  /** Learns the single fact that questions may use without other facts. */
  readonly singleFact?: (context: Context) => Promise<K['singleFact']>;
  /** The question sets by name. Default: none, for a suite whose checks name no question sets. */
  readonly questionSets?: Readonly<Record<K['questionSet'], QuestionSet<K>>>;
  /** Called before questions about unspecified behaviour that need no facts. Default: nothing. */
  readonly beforeObserving?: (context: Context) => Promise<unknown>;
  /** The facts for questions about unspecified behaviour. Default: all facts. */
  readonly factsToObserve?: (context: Context) => Promise<K['facts']>;
  /** Sends the requests of a procedure and returns them as questions. */
  readonly procedure: (
    procedure: K['procedure'],
    context: Context,
  ) => Promise<readonly K['question'][]>;
  readonly run: (run: K['run'], context: Context) => Promise<string | Finding>;
}

const checksOf = <K extends ExchangedKinds, Id extends string>(
  topics: Topics<K> & Readonly<Record<Id, unknown>>,
  asking: Asking<K>,
): readonly CheckOf<Id, K['question'], K['facts']>[] =>
  Object.entries(topics).flatMap(([clause, { checks = {}, violatedByFacts }]) =>
    Object.entries(checks).map(([id, { alsoClauses = [], ...check }], index) => ({
      id,
      clauses: [clause as Id, ...(alsoClauses as readonly Id[])] as const,
      ...rowOf<K>(check as TopicCheck<K>, asking, index === 0 ? violatedByFacts : undefined),
    })),
  );

type FromFacts<K extends Kinds> = Topics<K>[string]['violatedByFacts'];

function rowOf<K extends ExchangedKinds>(
  check: TopicCheck<K>,
  asking: Asking<K>,
  violatedByFacts: FromFacts<K>,
) {
  if ('shows' in check) return observingRow<K>(check, asking);
  if ('observe' in check) return check;
  if ('run' in check)
    return { ...check, run: (context: Context) => asking.run(check.run, context) };
  if ('questionSet' in check) {
    const { questionSet, ...row } = check;
    const set = needed(asking.questionSets?.[questionSet], `question set "${questionSet}"`);
    return askingRow<K>({ ...row, ...set }, asking, violatedByFacts);
  }
  return askingRow<K>(check, asking, violatedByFacts);
}

type AskingCheck<K extends Kinds> = Exclude<
  TopicCheck<K>,
  | { readonly shows: string }
  | { readonly observe: unknown }
  | { readonly run: K['run'] }
  | { readonly questionSet: K['questionSet'] }
>;

function askingRow<K extends ExchangedKinds>(
  check: AskingCheck<K>,
  asking: Asking<K>,
  violatedByFacts: FromFacts<K>,
) {
  const { secrets, observedInstead, requires, ...rest } = check;
  const settingsIn = (context: Context) => asking.settings(context.target, context);
  const registerSecrets = (context: Context): void => {
    for (const { value, name, recipe } of secrets?.(settingsIn(context)) ?? [])
      context.secrets.register(value, name, recipe);
  };
  const shared = typeof requires === 'string' ? { requires } : {};
  if ('withoutFacts' in rest) {
    const { withoutFacts, ...row } = rest;
    const makeQuestions = (context: Context) => {
      registerSecrets(context);
      return withoutFacts(settingsIn(context));
    };
    return { ...row, ...shared, withoutFacts: makeQuestions };
  }
  if ('withFact' in rest) {
    const { withFact, factFrom = 0, ...row } = rest;
    const makeQuestions = async (context: Context) => {
      registerSecrets(context);
      const isLearned = context.budget.requests >= factFrom;
      const fact = isLearned ? await asking.singleFact?.(context) : undefined;
      return withFact(fact, settingsIn(context));
    };
    return { ...row, ...shared, withoutFacts: makeQuestions };
  }
  const { questions, ...others } = rest;
  const makeQuestions = (facts: NonNullable<K['facts']>, context: Context) => {
    registerSecrets(context);
    const violation = violatedByFacts?.(facts);
    if (violation !== undefined)
      deviates(violation.expected, violation.actual, ...violation.answers);
    const behaviour = observedInstead?.(facts);
    if (behaviour !== undefined) observes(behaviour);
    const possible = questions?.(facts, settingsIn(context)) ?? [];
    if (typeof requires === 'function' && possible.every((one) => one === undefined))
      skip('data', `needs ${requires(facts)}`);
    return possible;
  };
  if (!('procedure' in others)) return { ...others, ...shared, questions: makeQuestions };
  const { procedure, needsFacts = true, ...row } = others;
  const sendProcedure = (context: Context) => asking.procedure(procedure, context);
  if (!needsFacts) return { ...row, ...shared, withoutFacts: sendProcedure };
  return {
    ...row,
    ...shared,
    questions: async (facts: NonNullable<K['facts']>, context: Context) => [
      ...makeQuestions(facts, context),
      ...(await sendProcedure(context)),
    ],
  };
}

function observingRow<K extends ExchangedKinds>(
  check: Extract<TopicCheck<K>, { readonly shows: string }>,
  asking: Asking<K>,
) {
  const { warning, dialect, ...rest } = check;
  const { factsToObserve = asking.facts } = asking;
  const factsIn = (context: Context) => ('cases' in rest ? factsToObserve(context) : undefined);
  const settingsIn = (context: Context) => asking.settings(context.target, context);
  return {
    ...rest,
    async cases(context: Context) {
      if ('cases' in rest)
        return rest.cases(needed(await factsToObserve(context), 'facts'), settingsIn(context));
      await asking.beforeObserving?.(context);
      return rest.casesWithoutFacts(settingsIn(context));
    },
    async warning(answer: Answer, context: Context, before: readonly Answer[]) {
      const { target } = context;
      const exchange = asking.read(answer, target);
      if (exchange === undefined) return serverError(answer);
      const earlier = before.flatMap((one) => asking.read(one, target) ?? []);
      const facts = await factsIn(context);
      const shown = dialect?.([...earlier, exchange], facts, settingsIn(context)) ?? {};
      if (Object.keys(shown).length > 0) context.facts.recordDialect(shown);
      return warning === undefined ? serverError(answer) : warning(exchange, earlier, facts);
    },
  };
}

interface SuiteParts<K extends ExchangedKinds, Id extends string>
  extends Pick<Suite, 'places' | 'priorities' | 'preflight' | 'preparation'> {
  /** Every question of the interface needs these settings. */
  readonly needs: readonly Setting[];
  readonly rulebook: Rulebook<K['question'], K['exchange'], K['facts'], Id>;
  readonly asking: Omit<Asking<K>, 'read' | 'facts'>;
}

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
    checks: checks.map(checkMaker<Clauses, K['question'], K['facts']>(name, clauses, rules)),
  };
}
