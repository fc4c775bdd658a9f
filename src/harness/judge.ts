/** The judge of an interface: applies its rulebook to the responses of a run. */

import type { Answer } from '../http/answer.js';
import { ifWhole } from '../http/gaps.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import { askWithinBudget } from './ask-within-budget.js';
import type { Context } from './context.js';
import {
  type Complaint,
  type Experiment,
  type Explained,
  explainComplaints,
} from './explain-complaints.js';
import { explainViolations } from './explain-violations.js';
import type { Seen } from './finding.js';
import { optional } from './optional.js';
import { fewestConditions } from './reduce.js';
import { repeatUntilRight } from './repeat.js';
import { type IsOpen, type Review, review } from './review.js';
import type { Exchanged, Shown, Violation } from './rule.js';
import type { DataChanges, PreparedRulebook, Rulebook } from './rulebook.js';

export interface Judge {
  /** Every question of the interface needs these settings. */
  readonly needs: readonly Setting[];
  /** At most `most` generated requests are sent, which test these clauses. */
  readonly generated?: { readonly most: number; readonly clauses: readonly string[] };
  /**
   * Describes the request of a response, such as `price = 13, on the v2 route`. The result is
   * undefined if the request does not belong to this interface.
   */
  readonly nameOf: (answer: Answer, target: Target) => string | undefined;
  readonly review: (
    context: Context,
    answers: readonly Answer[],
    isOpen: IsOpen,
    /**
     * If false, no requests are sent to learn facts, and only rules without facts apply. Default
     * true.
     */
    maySurvey?: boolean,
  ) => Promise<Review>;
  /**
   * Receives responses that violate clauses. `learned` is true if the check has used learned facts.
   * The result:
   *
   * - an empty object if the rules find the violation without facts
   * - otherwise `compared`: the responses from which the facts were learned, if they are known
   * - and `changed` if the facts have changed since then: the violation is not proved. The text
   *   describes the change for the report.
   */
  readonly evidenceFor: (
    context: Context,
    answers: readonly Answer[],
    clauses: readonly string[],
    learned: boolean,
  ) => Promise<{
    readonly compared?: readonly Answer[] | undefined;
    readonly changed?: string | undefined;
  }>;
  /** Reads the data of the target again, unless no data could be learned. */
  readonly renew: (context: Context) => Promise<void>;
  /**
   * Returns undefined if the data is not known to have changed in this run, or if no data could be
   * learned.
   */
  readonly changes: (context: Context) => Promise<DataChanges | undefined>;
  /**
   * Tests each response by what it shows itself, without learned facts. `judged` contains the
   * clauses by which at least one response was tested.
   */
  readonly judgeWithoutFacts: (
    target: Target,
    answers: readonly Answer[],
  ) => { readonly judged: ReadonlySet<string>; readonly violations: readonly Violation[] };
  /**
   * Sends the request of a response that violates `clause` with fewer conditions, as long as a
   * violation remains. Returns the clause that the simplest request violates, which may be `clause`
   * itself. Returns undefined if the rules do not find the violation, or if the rulebook has no
   * `blames`.
   */
  readonly simplerClause: (
    context: Context,
    answer: Answer,
    clause: string,
  ) => Promise<string | undefined>;
  /**
   * Sends the requests of a violation of `clause` again, until it is not seen, at most three times.
   * `times`: how often it was seen again. Returns undefined if the rules find no violation in these
   * responses, or if the requests must not be sent again.
   */
  readonly seenAgain: (
    context: Context,
    answers: readonly Answer[],
    clause: string,
  ) => Promise<Seen | undefined>;
  /**
   * Names mistakes that explain complaints (failures and warnings). A complaint is explained if all
   * of its responses are as a target with the mistake would give them. Sends a few requests for
   * which a target with the mistake gives wrong responses.
   */
  readonly explain: (
    context: Context,
    answers: readonly Answer[],
    complaints: readonly Complaint[],
  ) => Promise<readonly Explained[]>;
  /**
   * Sends generated requests that test wanted clauses. Returns a description of what they covered,
   * if there is one.
   */
  readonly generate: (
    context: Context,
    answers: readonly Answer[],
    isWanted: (clause: string) => boolean,
  ) => Promise<string | undefined>;
}

/** Makes the judge of a rulebook. `needs` are the settings that every question requires. */
export function judgeBy<Q, E extends Exchanged<Q>, F>(
  needs: readonly Setting[],
  book: PreparedRulebook<Q, E, F>,
): Judge {
  const { generated } = book;
  const exchangesOf = (answers: readonly Answer[], target: Target): readonly E[] =>
    answers.flatMap((answer) => book.read(answer, target) ?? []);
  return {
    needs,
    ...(generated && { generated: { most: generated.most, clauses: generated.clauses } }),
    nameOf(answer, target) {
      const exchange = book.read(answer, target);
      return exchange && book.name(exchange.question);
    },
    review: (context, answers, isOpen, maySurvey = true) => {
      const reviewBook = maySurvey ? book : { ...book, facts: async () => book.unknown };
      return review(context, reviewBook, exchangesOf(answers, context.target), isOpen);
    },
    async evidenceFor(context, answers, clauses, learned) {
      const exchanges = exchangesOf(answers, context.target);
      const needsNoFacts = exchanges.some((exchange) =>
        book
          .judge(exchange, book.unknown)
          .violations.some(
            ({ clause, atMost }) => atMost === undefined && clauses.includes(clause),
          ),
      );
      if (needsNoFacts) return {};
      const changed = book.changed && (await optional(book.changed(context, exchanges, clauses)));
      const facts = learned && book.learnedFrom ? await optional(book.facts(context)) : undefined;
      return { compared: facts && book.learnedFrom?.(facts, exchanges), changed };
    },
    async renew(context) {
      const facts = await optional(book.facts(context));
      if (facts !== undefined) await book.renew?.(context, facts);
    },
    async changes(context) {
      const facts = await optional(book.facts(context));
      return facts === undefined ? undefined : book.changes?.(facts);
    },
    judgeWithoutFacts(target, answers) {
      const results = exchangesOf(answers, target).map((exchange) =>
        book.judge(exchange, book.shown?.([exchange], undefined) ?? book.unknown),
      );
      const judged = new Set(results.flatMap(({ clauses }) => clauses));
      return { judged, violations: results.flatMap(({ violations }) => violations) };
    },
    async simplerClause(context, answer, clause) {
      const [exchange] = exchangesOf([answer], context.target);
      if (exchange === undefined || book.blames === undefined) return undefined;
      const facts = (await optional(book.facts(context))) ?? book.unknown;
      const violation = book
        .judge(exchange, facts)
        .violations.find((one) => one.clause === clause && one.atMost === undefined);
      if (violation === undefined) return undefined;
      const found = { violation, exchanges: [exchange] };
      return (await fewestConditions(context, book, found, facts)).violation.clause;
    },
    seenAgain: (context, answers, clause) =>
      seenAgainAmong(context, book, exchangesOf(answers, context.target), clause),
    explain: (context, answers, complaints) =>
      explainedBy(context, book, exchangesOf(answers, context.target), complaints),
    async generate(context, answers, isWanted) {
      const facts = generated && (await optional(book.facts(context)));
      if (generated === undefined || facts === undefined) return undefined;
      const sentQuestions = exchangesOf(answers, context.target).map(({ question }) => question);
      const testsWanted = (question: Q): boolean =>
        book.notOffered?.(question, context.target) === undefined &&
        generated.clausesTestedBy(question, facts, context.target).some(isWanted);
      return optional(generated.ask(context, facts, sentQuestions, testsWanted));
    },
  };
}

async function seenAgainAmong<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  exchanges: readonly E[],
  clause: string,
): Promise<Seen | undefined> {
  const facts = (await optional(book.facts(context))) ?? book.unknown;
  const all = [...violationsIn(book, exchanges, facts)];
  const own = all.find(({ violation }) => violation.clause === clause);
  // Such a rulebook blames another clause than the rule that finds the violation.
  const other = book.blames === 'the fewest conditions' ? all[0] : undefined;
  const found = own ?? other;
  return found && repeatUntilRight(context, book, found, facts);
}

/** What a rule finds in these exchanges, in each alone or in several together. */
function* violationsIn<Q, E extends Exchanged<Q>, F>(
  book: PreparedRulebook<Q, E, F>,
  exchanges: readonly E[],
  facts: F,
): Generator<Shown<E>, void> {
  for (const exchange of exchanges)
    for (const violation of book.judge(exchange, facts).violations)
      yield { violation, exchanges: [exchange] };
  const related = ifWhole(() => book.relate(exchanges, facts, () => undefined)) ?? [];
  for (const { exchanges: together, ...violation } of related)
    yield { violation, exchanges: together, together: true };
}

/** The result for an exchange that was not recorded completely. */
const NOTHING = { violations: [], clauses: [] };

/** Reads each response once, and tests each exchange once for the same facts. */
export function prepare<Q, E extends Exchanged<Q>, F, Id extends string>(
  rulebook: Rulebook<Q, E, F, Id>,
): PreparedRulebook<Q, E, F> {
  const book: Rulebook<Q, E, F, string> = rulebook;
  const read = new WeakMap<Answer, E | undefined>();
  const judged = new WeakMap<
    E,
    ReturnType<PreparedRulebook<Q, E, F>['judge']> & { readonly facts: F }
  >();
  return {
    ask: (context, question, options) =>
      context.ask(book.request(question, context.target), options),
    relate: () => [],
    repetitions: new WeakMap(),
    ...book,
    read(answer, target) {
      if (!read.has(answer))
        read.set(
          answer,
          ifWhole(() => book.read(answer, target)),
        );
      return read.get(answer);
    },
    judge(exchange, learned) {
      const facts = book.decisive?.(exchange, learned) ?? learned;
      const known = judged.get(exchange);
      if (known !== undefined && known.facts === facts) return known;
      const clauses: string[] = [];
      const judge = () => book.judge(exchange, facts, (clause) => void clauses.push(clause));
      const found = ifWhole(judge);
      const result = found === undefined ? NOTHING : { violations: found, clauses };
      judged.set(exchange, { facts, ...result });
      return result;
    },
  };
}

/** Explains complaints by the readings or the mistakes of the interface. */
async function explainedBy<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  exchanges: readonly E[],
  complaints: readonly Complaint[],
): Promise<readonly Explained[]> {
  const { readings, mistakes, judge } = book;
  if (complaints.length === 0) return [];
  const learned = (await optional(book.facts(context))) ?? undefined;
  if (readings !== undefined) {
    // Without data, the responses themselves may still show a mistake.
    const facts = learned ?? book.shown?.(exchanges, undefined);
    if (facts === undefined) return [];
    const experiment = experimentBy(context, book);
    return explainComplaints({ judge, readings, facts }, exchanges, complaints, experiment);
  }
  if (mistakes === undefined) return [];
  const isRecording = context.run.traffic !== undefined;
  const shown = isRecording ? book.shown?.(exchanges, learned) : undefined;
  const facts = shown ?? learned ?? book.unknown;
  return explainViolations({ judge, mistakes, facts }, exchanges, complaints);
}

/** The most questions by which one explanation is tested. */
const MOST_EXPERIMENTS = 3;

/** Asks questions, or looks them up in a recorded run. Other traffic does not contain them. */
function experimentBy<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
): Experiment<E, F> {
  const { target, run } = context;
  return async (explanation, facts) => {
    if (run.traffic === 'of others' || facts === undefined || facts === null) return [];
    const questions = (book.experiments?.(explanation, facts) ?? [])
      .filter((question) => book.notOffered?.(question, target) === undefined)
      .slice(0, MOST_EXPERIMENTS);
    const answers = await askWithinBudget(questions, (question) => book.ask(context, question));
    return answers.flatMap((answer) => (answer && book.read(answer, target)) ?? []);
  };
}
