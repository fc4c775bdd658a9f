/**
 * Runs a check that consists of questions: sends the questions, tests the responses by rules, and
 * determines the verdict.
 */

import type { Answer } from '../http/answer.js';
import { isLeftOut, type Lost } from '../http/lost.js';
import type { Context } from './context.js';
import { refusedControl } from './control.js';
import { fewestConditions, type Shown } from './fewest-conditions.js';
import { CheckEnded, describeAnswer, skip } from './finding.js';
import { needed, orIfLost } from './optional.js';
import type { Questions } from './questions.js';
import type { Exchanged, Violation } from './rule.js';
import type { Book } from './rulebook.js';

const MAX_NAMED_WITNESSES = 3;

/**
 * Sends as many of the questions as the budget of requests allows. Returns a sentence about the
 * conforming responses, or throws the failure, warning or skip of the check.
 */
export async function judgeQuestions<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  clauses: readonly string[],
  asking: Questions<Q, F>,
): Promise<string> {
  const facts = 'withoutFacts' in asking ? book.unknown : await book.facts(context);
  const questions =
    'withoutFacts' in asking
      ? asking.withoutFacts(context)
      : asking.questions(needed(facts, 'facts'), context);
  const possible = offered(book, await questions, context);
  const chosen = context.budget.take(possible, asking.take);
  const judging = new QuestionJudge({ context, book, clauses, asking, facts });
  const sent: Q[] = [];
  for (const question of chosen) {
    const isTested = await judging.ask(question);
    if (isTested) sent.push(question);
  }
  await judging.askAgain(sent);
  judging.relate();
  if (judging.conforming === 0) judging.skip(possible, chosen);
  return judging.witness();
}

/**
 * Leaves out questions that the data or the settings of the target do not allow. Skips the check if
 * the settings exclude all questions.
 */
function offered<Q, E extends Exchanged<Q>, F>(
  book: Book<Q, E, F>,
  questions: readonly (Q | undefined)[],
  { target }: Context,
): readonly Q[] {
  const possible = questions.filter((question) => question !== undefined);
  const reasons = possible.map((question) => book.notOffered?.(question, target));
  const [reason] = reasons;
  if (reason !== undefined && !reasons.includes(undefined)) skip('configuration', reason);
  return possible.filter((_, index) => reasons[index] === undefined);
}

interface Judging<Q, E extends Exchanged<Q>, F> {
  readonly context: Context;
  readonly book: Book<Q, E, F>;
  readonly clauses: readonly string[];
  readonly asking: Questions<Q, F>;
  readonly facts: F;
}

/** Collects the results of one check. A failure ends the check at once. */
class QuestionJudge<Q, E extends Exchanged<Q>, F> {
  conforming = 0;
  readonly #input: Judging<Q, E, F>;
  readonly #exchanges: E[] = [];
  /** Descriptions of the conforming responses. */
  readonly #witnesses: string[] = [];
  /** Describes the first response that no rule of the clauses tests. */
  #untestedResponse: string | undefined;
  /** Describes the first violation of a clause that the check does not test. */
  #foreignFault: string | undefined;
  #warning: { readonly violation: Violation; readonly shown: readonly E[] } | undefined;
  /**
   * The first request that is missing from the recording, or to which a system in front of the
   * target responded.
   */
  #lost: Lost | undefined;
  /**
   * A control is a question without its mistake. If the target refuses the control, the question is
   * not sent. These texts describe such controls.
   */
  readonly #refusedControls = new Set<string>();
  #notSent = 0;

  constructor(input: Judging<Q, E, F>) {
    this.#input = input;
  }

  /**
   * Sends a question after its control, and returns whether it was tested. A question is left out
   * if it is missing from a recording, if a system in front of the target responded, or if its
   * control is refused. The other questions are still tested.
   */
  async ask(question: Q): Promise<boolean> {
    const answer = await this.#askAfterControl(question);
    if (answer === undefined) return false;
    await this.#judge(answer);
    return true;
  }

  async #askAfterControl(question: Q): Promise<Answer | undefined> {
    const { context, book, facts } = this.#input;
    const sent = refusedControl(context, book, question, facts).then((refused) => {
      if (refused === undefined) return book.ask(context, question);
      this.#refusedControls.add(refused);
      this.#notSent += 1;
      return undefined;
    });
    return orIfLost(sent, (_, error): undefined => {
      if (error.kind !== 'not-recorded' && !isLeftOut(error)) throw error;
      this.#lost ??= error;
    });
  }

  /**
   * Sends questions again as `repeat` requires. A repeated response that comes from a cache or
   * belongs to another request contradicts the first response.
   */
  async askAgain(sent: readonly Q[]): Promise<void> {
    const { context, book, asking, facts } = this.#input;
    const { repeat, take } = asking;
    if (repeat === undefined) return;
    if (repeat === 'each') {
      const answers = await Promise.all(sent.map((question) => this.#askFresh(question)));
      for (const answer of answers) await this.#judge(answer);
      return;
    }
    const reserved = Math.max(0, sent.length - (take?.least ?? 0));
    // Another request is sent first, and then the question is repeated once or twice.
    const each = repeat === true ? 3 : 2;
    const [question] = context.budget.take(sent.slice(0, 1), { reserved, each });
    if (question === undefined) return;
    const sentBefore = repeat === true ? book.control?.(question, context.target, facts) : repeat;
    if (sentBefore === undefined) return;
    const since = this.#exchanges.length;
    const again = repeat === true ? [question, question] : [question];
    for (const one of [sentBefore, ...again]) await this.#judge(await this.#askFresh(one), since);
  }

  #askFresh(question: Q): Promise<Answer> {
    const { context, book } = this.#input;
    return book.ask(context, question, { fresh: true });
  }

  /** Tests the relations between the exchanges. Then throws the first warning of the check. */
  relate(): void {
    const { book, clauses, facts } = this.#input;
    const violations = book.relate(this.#exchanges, facts, (clause) => {
      if (clauses.includes(clause)) this.conforming += 1;
    });
    for (const violation of violations) {
      if (this.#isOwn(violation)) this.#report(violation, violation.exchanges);
    }
    if (this.#warning !== undefined) {
      throw violationOf(book, this.#warning.violation, this.#warning.shown);
    }
  }

  /** Ends a check for which no exchange conforms to its clauses. */
  skip(possible: readonly Q[], chosen: readonly Q[]): never {
    const { requires, lacking } = this.#input.asking;
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#foreignFault !== undefined) return skip('prerequisite', this.#foreignFault);
    const [refused] = this.#refusedControls;
    if (refused !== undefined) return skip('prerequisite', `not tested: ${refused}`);
    const unproved = this.#input.book.unproved?.(this.#input.facts);
    if (unproved !== undefined) return skip('prerequisite', unproved);
    if (chosen.length === 0 && possible.length > 0) {
      return skip('budget', 'no request is left for this check; raise --max-requests');
    }
    if (possible.length === 0 && requires !== undefined) return skip('data', `needs ${requires}`);
    const unknown = 'the data of the target allows no request that tests the clause';
    return skip('data', lacking ?? this.#untestedResponse ?? unknown);
  }

  witness(): string {
    const { name } = this.#input.book;
    const all =
      this.#witnesses.length > 0
        ? this.#witnesses
        : this.#exchanges.map(({ question }) => name(question));
    const responses = this.conforming === 1 ? 'response conforms' : 'responses conform';
    const named = [...new Set(all)].slice(0, MAX_NAMED_WITNESSES).join('; ');
    return `${this.conforming} ${responses}: ${named}${this.#notSentWords()}`;
  }

  #notSentWords(): string {
    if (this.#notSent === 0) return '';
    const requests = this.#notSent === 1 ? 'request was' : 'requests were';
    return `; ${this.#notSent} ${requests} not tested: ${[...this.#refusedControls].join('; ')}`;
  }

  #isOwn({ clause }: Violation): boolean {
    return this.#input.clauses.includes(clause);
  }

  /**
   * A violation without `atMost` is a failure and ends the check at once. The first warning ends
   * the check after all questions.
   */
  #report(violation: Violation, shown: readonly E[]): void {
    if (violation.atMost === undefined) throw violationOf(this.#input.book, violation, shown);
    this.#warning ??= { violation, shown };
  }

  /**
   * Tests a response. `since` is the index of the first exchange that is shown with a violation.
   */
  async #judge(answer: Answer, since = this.#exchanges.length): Promise<void> {
    const { context, book, clauses, asking, facts } = this.#input;
    const exchange = book.read(answer, context.target);
    if (exchange === undefined) return;
    this.#exchanges.push(exchange);
    const { violations, clauses: tested } = book.judge(exchange, facts);
    for (const violation of violations) {
      if (this.#isOwn(violation)) this.#report(violation, this.#exchanges.slice(since));
    }
    const foreign = violations.find((one) => one.atMost === undefined && !this.#isOwn(one));
    if (foreign !== undefined) await this.#judgeForeign(exchange, foreign);
    // A response with a violation or a warning does not prove a clause that the check tests only
    // because of `alsoOwns`.
    const isWitness = (clause: string): boolean =>
      clauses.includes(clause) ||
      (violations.length === 0 && asking.alsoOwns?.(clause, exchange.question) === true);
    if (tested.some(isWitness)) {
      this.conforming += 1;
      this.#witnesses.push(book.witness?.(exchange, facts) ?? book.name(exchange.question));
    } else {
      this.#untestedResponse ??= `${book.name(exchange.question)}: ${describeAnswer(exchange.answer)}`;
    }
  }

  /**
   * Handles a violation of another clause. The question is reduced to the fewest conditions, such
   * as filter criteria, that still cause a violation. That violation may be one of a clause of this
   * check.
   */
  async #judgeForeign(exchange: E, foreign: Violation): Promise<void> {
    const { context, book, asking, facts } = this.#input;
    const found: Shown<E> = { violation: foreign, exchanges: [exchange], repeats: true };
    const fewest = book.blames ? await fewestConditions(context, book, found, facts) : found;
    const { violation, exchanges, cutShort = false } = fewest;
    const smallest = exchanges.at(-1)?.question ?? exchange.question;
    // If the reduction was cut short, the cause may be a condition that has nothing to do with this
    // check.
    const isAlsoOwned = !cutShort && asking.alsoOwns?.(violation.clause, smallest) === true;
    if (this.#isOwn(violation) || isAlsoOwned) this.#report(violation, exchanges);
    const { expected, actual, clause } = foreign;
    this.#foreignFault ??= `expected ${expected}, got ${actual} (${clause})`;
  }
}

export const violationOf = <Q, E extends Exchanged<Q>, F>(
  { name }: Book<Q, E, F>,
  { expected, actual, atMost }: Violation,
  shown: readonly E[],
): CheckEnded =>
  new CheckEnded({
    kind: 'deviates',
    expected: `${expected}, for ${name((shown.at(-1) as E).question, expected)}`,
    actual,
    answers: shown.map(({ answer }) => answer),
    atMost,
  });
