/**
 * Makes the checks of a suite from its topics. A check asks, walks or observes.
 *
 * Checks that ask or observe make their questions from `given`. A property of `given` is learned
 * when it is first read, and then the questions are made again (see `fromGiven`). Learning facts
 * costs requests, so a check learns them only if it reads them or has `needsFacts`.
 */

import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import { type Asking, askQuestions } from './asking.js';
import { type Check, checkOf } from './check.js';
import type { Clauses } from './clause.js';
import type { Context, TakeOptions } from './context.js';
import { costOf } from './cost.js';
import { deviates, type Finding } from './finding.js';
import { fromGiven, isRead, type Learn } from './given.js';
import type { Judge } from './judge.js';
import { observeCases, serverError } from './observing.js';
import { needed } from './optional.js';
import type { Exchanged } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';
import type { Asks, Given, Kinds, ObservesCases, TopicCheck, Topics, Walks } from './topic.js';

/** The types of a suite whose checks are run: an exchange has a question and a response. */
export interface ExchangedKinds extends Kinds {
  readonly exchange: Exchanged<unknown>;
  readonly needs: Setting;
}

/** The part of a run that a check may use for its questions. */
interface Share {
  /** The number of requests that the check may send. */
  readonly requests: number;
  /** Whether the number of requests of the run is limited. */
  readonly isLimited: boolean;
  /** The seed of the check. */
  readonly seed: number;
}

/** How a suite learns what its questions are made from, besides the facts of its rulebook. */
export interface Learning<K extends Kinds> {
  readonly settings: (target: Target, share: Share) => K['settings'];
  /** Learns the facts that can be learned without the others. */
  readonly learned: {
    readonly [Fact in keyof K['learned']]: (context: Context) => Promise<K['learned'][Fact]>;
  };
  /**
   * Called before a check that observes sends its questions, for example to issue a token that all
   * of them use. Default: nothing.
   */
  readonly beforeObserving?: (context: Context) => Promise<unknown>;
  /**
   * The facts for checks that observe, if they need fewer than the rules, which saves requests.
   * Default: the facts of the rulebook.
   */
  readonly factsToObserve?: (context: Context) => Promise<K['facts']>;
}

/** A suite while its checks are made. */
interface Unfinished<K extends ExchangedKinds> {
  readonly name: string;
  readonly clauses: Clauses;
  /** Every check needs these settings. */
  readonly needs: readonly Setting[];
  readonly book: PreparedRulebook<K['question'], K['exchange'], K['facts']>;
  readonly judge: Judge;
  readonly learning: Learning<K>;
}

export const checksOf = <K extends ExchangedKinds>(
  topics: Topics<K>,
  suite: Unfinished<K>,
): readonly Check[] =>
  Object.entries(topics).flatMap(([clause, { checks = {}, violatedByFacts }]) =>
    Object.entries(checks).map(([id, check], index) => {
      const { title, requests = 0, alsoClauses = [], needs = [], permission } = check;
      const clauses = [clause, ...alsoClauses] as const;
      return checkOf(suite.name, suite.clauses, {
        id,
        clauses,
        title,
        requests,
        needs: [...suite.needs, ...needs],
        judge: suite.judge,
        ...(permission === undefined ? {} : { permission }),
        // Facts that violate the clause fail its first check only.
        ...formOf(
          { suite, clauses, violatedByFacts: index === 0 ? violatedByFacts : undefined },
          check,
        ),
      });
    }),
  );

/** The suite of a check, and the clauses that the check tests. */
interface SuitePart<K extends ExchangedKinds> {
  readonly suite: Unfinished<K>;
  readonly clauses: readonly string[];
  readonly violatedByFacts: Topics<K>[string]['violatedByFacts'];
}

function formOf<K extends ExchangedKinds>(
  part: SuitePart<K>,
  check: TopicCheck<K>,
): Partial<Pick<Check, 'run' | 'needsFacts' | 'responses'>> {
  const { learning } = part.suite;
  if (check.asks !== undefined) {
    const needsFacts = (target: Target): boolean => {
      const settings = learning.settings(target, BEFORE_THE_RUN);
      return check.needsFacts === true || isRead<Given<K>>('facts', { settings }, check.asks);
    };
    return { needsFacts, run: (context) => ask(part, check, context) };
  }
  if (check.walks !== undefined) {
    const { needsFacts = true } = check;
    return { needsFacts: () => needsFacts, run: (context) => walk(part, check, context) };
  }
  const { observes } = check;
  if ('responses' in observes) return { needsFacts: () => false, responses: observes.responses };
  return { run: (context) => observe(part, { ...check, observes }, context) };
}

/** While a run is planned, this stands for the share that a check will get. */
const BEFORE_THE_RUN: Share = { requests: Number.POSITIVE_INFINITY, isLimited: false, seed: 1 };

async function ask<K extends ExchangedKinds>(
  part: SuitePart<K>,
  check: TopicCheck<K> & Asks<K>,
  context: Context,
): Promise<string> {
  const { book } = part.suite;
  const facts = async () => {
    const known = needed(await book.facts(context), 'facts');
    const violation = part.violatedByFacts?.(known);
    if (violation !== undefined) deviates(violation, ...violation.answers);
    return known;
  };
  const make = (given: Given<K>) => {
    const questions = check.asks(given);
    const isPossible = questions.some((one) => one !== undefined);
    return { questions, lacking: lackingOf(check, given, isPossible) };
  };
  registerSecrets(part, check, context);
  const { made, read } = await fromGiven(learnIn(part, context, facts), make);
  const needsFacts = check.needsFacts === true || read.has('facts');
  const known = needsFacts ? await facts() : book.unknown;
  return askQuestions(context, book, { ...sendingOf(part, check), ...made, facts: known });
}

async function walk<K extends ExchangedKinds>(
  part: SuitePart<K>,
  check: TopicCheck<K> & Walks<K>,
  context: Context,
): Promise<string | Finding> {
  const { book } = part.suite;
  registerSecrets(part, check, context);
  const questions = await check.walks(context);
  if (typeof questions === 'string' || 'kind' in questions) return questions;
  const facts = check.needsFacts === false ? book.unknown : await book.facts(context);
  // A function would need `given`, and a walk has none.
  const lacking = typeof check.lacking === 'string' ? check.lacking : undefined;
  return askQuestions(context, book, { ...sendingOf(part, check), questions, lacking, facts });
}

async function observe<K extends ExchangedKinds>(
  part: SuitePart<K>,
  check: TopicCheck<K> & { readonly observes: ObservesCases<K> },
  context: Context,
): Promise<Finding> {
  const { book, learning } = part.suite;
  const { shows, cases, dialect, warning = ({ answer }) => serverError(answer) } = check.observes;
  const { factsToObserve = book.facts } = learning;
  await learning.beforeObserving?.(context);
  const learn = learnIn(part, context, async () => needed(await factsToObserve(context), 'facts'));
  const make = (given: Given<K>) => {
    const all = cases(given);
    const isPossible = Object.keys(all).length > 0;
    return { cases: all, lacking: lackingOf(check, given, isPossible) };
  };
  const { made, read } = await fromGiven(learn, make);
  const facts = read.has('facts') ? await factsToObserve(context) : undefined;
  return observeCases<K['question'], K['exchange'], K['facts']>(context, book, {
    ...made,
    shows,
    take: takeOf(check, 1),
    warning(exchange, before) {
      const shown = dialect?.([...before, exchange], facts, settingsIn(part, context)) ?? {};
      if (Object.keys(shown).length > 0) context.facts.recordDialect(shown);
      return warning(exchange, before, facts);
    },
  });
}

const settingsIn = <K extends ExchangedKinds>(
  { suite }: SuitePart<K>,
  { target, budget, run }: Context,
): K['settings'] => {
  const { requests, isLimited } = budget;
  return suite.learning.settings(target, { requests, isLimited, seed: run.seed });
};

function learnIn<K extends ExchangedKinds>(
  part: SuitePart<K>,
  context: Context,
  facts: Learn[string],
): Learn {
  const learned: Readonly<Record<string, (context: Context) => unknown>> =
    part.suite.learning.learned;
  const others = Object.entries(learned).map(([name, learn]) => [name, () => learn(context)]);
  const settings = () => settingsIn(part, context);
  return { ...Object.fromEntries(others), facts, settings };
}

function registerSecrets<K extends ExchangedKinds>(
  part: SuitePart<K>,
  { secrets }: Exclude<TopicCheck<K>, { readonly observes: unknown }>,
  context: Context,
): void {
  for (const { value, name, recipe } of secrets?.(settingsIn(part, context)) ?? [])
    context.secrets.register(value, name, recipe);
}

/**
 * Why the data allows no question. If `lacking` is a function, it is called only if no question is
 * possible, because it may read facts, which would then be learned.
 */
function lackingOf<K extends Kinds>(
  { lacking }: TopicCheck<K>,
  given: Given<K>,
  isPossible: boolean,
): string | undefined {
  if (typeof lacking !== 'function') return lacking;
  return isPossible ? undefined : lacking(given);
}

function sendingOf<K extends ExchangedKinds>(
  { clauses }: SuitePart<K>,
  check: Exclude<TopicCheck<K>, { readonly observes: unknown }>,
): Omit<Asking<K['question'], K['facts']>, 'questions' | 'facts'> {
  const { repeat, alsoOwns } = check;
  const requestsPerQuestion = repeat === 'each' ? 2 : 1;
  return { clauses, repeat, alsoOwns, take: takeOf(check, requestsPerQuestion) };
}

/**
 * The default of `least`: if the number of requests is fixed, all questions are sent, whatever the
 * budget. Otherwise the budget decides, and requests that other checks send as well cost nothing.
 */
function takeOf<K extends Kinds>(
  check: Pick<TopicCheck<K>, 'requests'> & { readonly least?: number },
  requestsPerQuestion: number,
): TakeOptions {
  const { own, shared } = costOf(check.requests);
  const { least } = check;
  return typeof own === 'number'
    ? { least: least ?? Number.POSITIVE_INFINITY, each: requestsPerQuestion }
    : { least: least ?? 0, sharedRequests: shared, each: requestsPerQuestion };
}
