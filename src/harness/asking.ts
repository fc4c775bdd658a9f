/**
 * Runs a check that consists of questions: sends the questions, tests the responses by rules, and
 * determines the verdict.
 */

import type { Answer } from '../http/answer.js';
import { isLeftOut, type Lost } from '../http/lost.js';
import type { Context, TakeOptions } from './context.js';
import { refusedControl } from './control.js';
import {
  CheckEnded,
  changedDuringRun,
  describeAnswer,
  inconclusive,
  seenEachTime,
  skip,
} from './finding.js';
import { optional, orIfLost } from './optional.js';
import { fewestConditions } from './reduce.js';
import { repeatViolation } from './repeat.js';
import type { Exchanged, Repeated, Shown, Violation } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';

const MAX_NAMED_WITNESSES = 3;

/** A check ends when this number of requests fail besides the first one. */
const MAX_NAMED_VIOLATIONS = 3;

/** The questions of a check, and how they are sent. */
export interface Asking<Q, F> {
  readonly clauses: readonly string[];
  /** undefined stands for a question that the data does not allow. */
  readonly questions: readonly (Q | undefined)[];
  /** The facts by which the responses are tested. */
  readonly facts: F;
  /** For this and the next two members, see a check in `topic.ts`. */
  readonly repeat?: true | 'each' | Q | undefined;
  readonly alsoOwns?: ((clause: string, question: Q) => boolean) | undefined;
  readonly lacking?: string | undefined;
  readonly take: TakeOptions;
}

/**
 * Sends as many of the questions as the budget of requests allows. Returns a sentence about the
 * conforming responses, or throws the failure, warning or skip of the check.
 */
export async function askQuestions<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  asking: Asking<Q, F>,
): Promise<string> {
  const possible = offered(book, asking.questions, context);
  const chosen = context.budget.take(possible, asking.take);
  const judging = new QuestionJudge({ context, book, asking });
  const sent: Q[] = [];
  for (const question of chosen) {
    if (judging.hasFailedOften) break;
    const asked = judging.ask(question);
    // A violation that was found is reported even if a later response is lost.
    const isTested = judging.hasFailed ? await optional(asked) : await asked;
    if (isTested === true) sent.push(question);
  }
  judging.endIfFailed();
  await judging.repeatQuestions(sent);
  await judging.relate();
  if (judging.conforming === 0) judging.skip(possible, chosen);
  return judging.witness();
}

/**
 * Leaves out questions that the data or the settings of the target do not allow. Skips the check if
 * the settings exclude all questions.
 */
function offered<Q, E extends Exchanged<Q>, F>(
  book: PreparedRulebook<Q, E, F>,
  questions: readonly (Q | undefined)[],
  context: Context,
): readonly Q[] {
  const { target } = context;
  const possible = questions.filter((question) => question !== undefined);
  const reasons = possible.map((question) => book.notOffered?.(question, target));
  const [reason] = reasons;
  if (reason !== undefined && !reasons.includes(undefined)) skip('configuration', reason);
  const all = possible.filter((_, index) => reasons[index] === undefined);
  const sendable = all.filter(
    (question) => context.withheld(book.request(question, target)) === undefined,
  );
  // If every question is withheld, the first one is asked, which gives the reason.
  return sendable.length > 0 ? sendable : all.slice(0, 1);
}

interface Judging<Q, E extends Exchanged<Q>, F> {
  readonly context: Context;
  readonly book: PreparedRulebook<Q, E, F>;
  readonly asking: Asking<Q, F>;
}

/**
 * Collects the results of one check. After a violation the next questions are sent all the same,
 * because they show what it depends on, or other mistakes.
 */
class QuestionJudge<Q, E extends Exchanged<Q>, F> {
  conforming = 0;
  readonly #input: Judging<Q, E, F>;
  /** The facts are replaced if the data of the target changes. */
  #facts: F;
  readonly #exchanges: E[] = [];
  /** Descriptions of the conforming responses. */
  readonly #witnesses: string[] = [];
  /** The first response that no rule of the clauses tests. */
  #untested: { readonly words: string; readonly isRefusal: boolean } | undefined;
  /** Describes the first violation of a clause that the check does not test. */
  #otherFault: string | undefined;
  /** How often each other clause was violated. */
  readonly #timesOfOthers = new Map<string, number>();
  /** The first violation of a single response, after its repetition. */
  #failed: Pick<Shown<E>, 'violation' | 'exchanges'> | undefined;
  /** The requests with later violations, in words. */
  readonly #failedToo = new Set<string>();
  #warning: { readonly violation: Violation; readonly shown: readonly E[] } | undefined;
  /** The requests with later warnings, in words. */
  readonly #warnedToo = new Set<string>();
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
  /** Whether a violation was withdrawn because the data changed, with nothing tested instead. */
  #hasChanged = false;

  constructor(input: Judging<Q, E, F>) {
    this.#input = input;
    this.#facts = input.asking.facts;
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
    const { context, book } = this.#input;
    const sent = refusedControl(context, book, question, this.#facts).then((refused) => {
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
   * Sends questions again as `repeat` requires. This finds servers whose response comes from a
   * cache or belongs to another request, because two responses then contradict each other.
   */
  async repeatQuestions(sent: readonly Q[]): Promise<void> {
    const { context, book, asking } = this.#input;
    const { repeat, take } = asking;
    if (repeat === undefined) return;
    if (repeat === 'each') {
      // In the reverse order, the distance between a request and its repetition differs by request.
      // A server with a fault in every third response then cannot conform by chance.
      const reversed = sent.toReversed();
      const answers = await Promise.all(reversed.map((question) => this.#askFresh(question)));
      for (const answer of answers) await this.#judgeRepetition(answer);
      return;
    }
    // The questions that were sent have used a part of the allowance, which `take` does not know.
    const reserved = Math.max(0, sent.length - (take.least ?? 0));
    // Another request is sent first, and then the question is repeated once or twice.
    const each = repeat === true ? 3 : 2;
    const [question] = context.budget.take(sent.slice(0, 1), { reserved, each });
    if (question === undefined) return;
    const sentBefore =
      repeat === true ? book.control?.(question, context.target, this.#facts) : repeat;
    if (sentBefore === undefined) return;
    const since = this.#exchanges.length;
    const again = repeat === true ? [question, question] : [question];
    for (const one of [sentBefore, ...again])
      await this.#judgeRepetition(await this.#askFresh(one), since);
  }

  /** A violation that a repetition shows ends the check at once. */
  async #judgeRepetition(answer: Answer, since?: number): Promise<void> {
    await this.#judge(answer, since);
    this.endIfFailed();
  }

  get hasFailed(): boolean {
    return this.#failed !== undefined;
  }

  get hasFailedOften(): boolean {
    return this.#failedToo.size >= MAX_NAMED_VIOLATIONS;
  }

  /** Throws the first violation, if there was one. It names the others. */
  endIfFailed(): void {
    if (this.#failed === undefined) return;
    const { violation, exchanges } = this.#failed;
    throw this.#ended(violation, exchanges, this.#failedToo);
  }

  /** The end of the check with this violation. `others`: other requests that fail, in words. */
  #ended(violation: Violation, exchanges: readonly E[], others: ReadonlySet<string>): CheckEnded {
    const { finding } = violationOf(this.#input.book, violation, exchanges);
    const own = exchanges.at(-1)?.question;
    const named = [...others].filter(
      (other) => own === undefined || other !== this.#input.book.name(own),
    );
    const failsToo = named.length === 0 ? undefined : named.slice(0, MAX_NAMED_VIOLATIONS);
    return new CheckEnded(finding.kind === 'deviates' ? { ...finding, failsToo } : finding);
  }

  #askFresh(question: Q): Promise<Answer> {
    const { context, book } = this.#input;
    return book.ask(context, question, { fresh: true });
  }

  /** Tests the relations between the exchanges. Then throws the first warning of the check. */
  async relate(): Promise<void> {
    const { book, asking } = this.#input;
    const violations = book.relate(this.#exchanges, this.#facts, (clause) => {
      if (asking.clauses.includes(clause)) this.conforming += 1;
    });
    for (const violation of violations) {
      if (!this.#isOwn(violation)) continue;
      if (violation.atMost !== undefined) {
        this.#warning ??= { violation, shown: violation.exchanges };
        continue;
      }
      const found = { violation, exchanges: violation.exchanges, together: true } as const;
      this.#facts = (await this.#fail(found)).facts;
      this.#hasChanged = true;
    }
    if (this.#warning !== undefined) {
      throw this.#ended(this.#warning.violation, this.#warning.shown, this.#warnedToo);
    }
  }

  /** Ends a check for which no exchange conforms to its clauses. */
  skip(possible: readonly Q[], chosen: readonly Q[]): never {
    const { lacking } = this.#input.asking;
    if (this.#lost !== undefined) throw this.#lost;
    const changes = this.#hasChanged ? this.#input.book.changes?.(this.#facts) : undefined;
    if (changes !== undefined) inconclusive(changedDuringRun(changes.what));
    if (this.#otherFault !== undefined) return skip('prerequisite', this.#otherFault);
    const [refused] = this.#refusedControls;
    if (refused !== undefined) return skip('prerequisite', `not tested: ${refused}`);
    const unproved = this.#input.book.unproved?.(this.#facts);
    if (unproved !== undefined) return skip('prerequisite', unproved);
    if (chosen.length === 0 && possible.length > 0) {
      return skip('budget', 'no request is left for this check; raise --max-requests');
    }
    const unknown = 'the data of the target allows no request that tests the clause';
    const reasons = [lacking, this.#untested?.words];
    // A refusal says more than what the data lacks.
    if (this.#untested?.isRefusal === true) reasons.reverse();
    return skip('data', reasons.find((reason) => reason !== undefined) ?? unknown);
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
    return this.#input.asking.clauses.includes(clause);
  }

  /**
   * Ends the check with a failure, after the requests that show it were repeated. If the repeated
   * exchanges conform because the data has changed, it returns them instead.
   */
  async #fail(found: Shown<E>): Promise<Changed<E, F>> {
    const { context, book } = this.#input;
    const repeated = await repeatViolation(context, book, found, this.#facts);
    if (repeated.kind === 'changed') return repeated;
    throw violationOf(book, repeated.shown.violation, repeated.shown.exchanges);
  }

  /** Keeps the violation of a single response. Only the first one is repeated. */
  async #failAlone(found: Shown<E>, { question }: E): Promise<Changed<E, F> | undefined> {
    const { context, book } = this.#input;
    if (this.#failed !== undefined) {
      this.#failedToo.add(book.name(question));
      return undefined;
    }
    const repeated = await repeatViolation(context, book, found, this.#facts);
    if (repeated.kind === 'changed') return repeated;
    this.#failed = repeated.shown;
    return undefined;
  }

  /**
   * Tests a response. `since` is the index of the first exchange that is shown with a violation. If
   * the data has changed, the repetition of the response is tested instead.
   */
  async #judge(answer: Answer, since = this.#exchanges.length): Promise<void> {
    const { context, book } = this.#input;
    let exchange = book.read(answer, context.target);
    for (let turn = 0; exchange !== undefined && turn < MAX_TURNS; turn += 1) {
      this.#exchanges.push(exchange);
      const changed = await this.#judgeExchange(exchange, since);
      if (changed === undefined) return;
      this.#facts = changed.facts;
      this.#exchanges.pop();
      exchange = changed.exchanges.at(-1);
      if (exchange === undefined) this.#hasChanged = true;
    }
  }

  /**
   * Tests the last exchange. Ends the check with a failure, or counts the exchange. Returns its
   * repetition if the data has changed.
   */
  async #judgeExchange(exchange: E, since: number): Promise<Changed<E, F> | undefined> {
    const { book, asking } = this.#input;
    const { violations, clauses: tested } = book.judge(exchange, this.#facts);
    const shown = this.#exchanges.slice(since);
    const failures = violations.filter(({ atMost }) => atMost === undefined);
    const own = failures.find((one) => this.#isOwn(one));
    const [ofOtherClause] = failures;
    if (own !== undefined) return this.#failAlone({ violation: own, exchanges: shown }, exchange);
    const changed = ofOtherClause && (await this.#judgeOther(exchange, ofOtherClause));
    if (changed !== undefined) return changed;
    // The first warning is reported after all questions.
    const warning = violations.find((one) => one.atMost !== undefined && this.#isOwn(one));
    if (warning !== undefined && this.#warning !== undefined)
      this.#warnedToo.add(book.name(exchange.question));
    if (warning !== undefined) this.#warning ??= { violation: warning, shown };
    // A response also proves a clause of `alsoOwns`, unless it fails. A response with a warning
    // proves it only if it contains data.
    const isEvidence =
      violations.length === 0 || (failures.length === 0 && book.hasData?.(exchange) === true);
    const isWitness = (clause: string): boolean =>
      asking.clauses.includes(clause) ||
      (isEvidence && asking.alsoOwns?.(clause, exchange.question) === true);
    if (tested.some(isWitness)) {
      this.conforming += 1;
      this.#witnesses.push(book.witness?.(exchange, this.#facts) ?? book.name(exchange.question));
    } else {
      const { answer, question } = exchange;
      this.#untested ??= {
        words: `${book.name(question)}: ${describeAnswer(answer)}`,
        isRefusal: answer.status >= 400 && answer.status !== 404,
      };
    }
    return undefined;
  }

  /**
   * Handles a violation of another clause. The question is reduced to the fewest conditions, such
   * as filter criteria, that still cause a violation. That violation may be one of a clause of this
   * check. Returns the repetition of the exchange if the data has changed.
   */
  async #judgeOther(exchange: E, other: Violation): Promise<Changed<E, F> | undefined> {
    const { book, asking } = this.#input;
    const times = this.#timesOfOthers.get(other.clause) ?? 0;
    if (times === MOST_OF_ANOTHER) return undefined;
    this.#timesOfOthers.set(other.clause, times + 1);
    const fewest = await this.#reduced({ violation: other, exchanges: [exchange] });
    if ('kind' in fewest) return fewest;
    const { violation, exchanges, cutShort = false } = fewest;
    const smallest = exchanges.at(-1)?.question ?? exchange.question;
    // If the reduction was cut short, the cause may be a condition that has nothing to do with this
    // check.
    const isAlsoOwned = !cutShort && asking.alsoOwns?.(violation.clause, smallest) === true;
    if (this.#isOwn(violation) || isAlsoOwned) {
      if (violation.atMost === undefined) throw violationOf(book, violation, exchanges);
      this.#warning ??= { violation, shown: exchanges };
    }
    const { expected, actual, clause } = other;
    this.#otherFault ??= `expected ${expected}, got ${actual} (${clause})`;
    return undefined;
  }

  async #reduced(found: Shown<E>): Promise<Shown<E> | Changed<E, F>> {
    const { context, book } = this.#input;
    if (book.blames === undefined) return found;
    const repeated = await repeatViolation(context, book, found, this.#facts);
    if (repeated.kind === 'changed') return repeated;
    return reduceIfRepeated(context, book, repeated.shown, this.#facts);
  }
}

type Changed<E, F> = Extract<Repeated<E, F>, { readonly kind: 'changed' }>;

/** After this number of violations of another clause, further ones of it are not reduced. */
const MOST_OF_ANOTHER = 3;

/** How often a response may be replaced by its repetition because the data has changed. */
const MAX_TURNS = 4;

/**
 * Reduces a violation that was seen again when it was repeated. If it was not seen again, it counts
 * for the clause `unrepeatable` of the rulebook. If it was not repeated, it is returned unchanged.
 */
export async function reduceIfRepeated<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  shown: Shown<E>,
  facts: F,
): Promise<Shown<E>> {
  const { violation } = shown;
  if (violation.seen === undefined) return shown;
  if (seenEachTime(violation.seen)) return fewestConditions(context, book, shown, facts);
  const clause = violation.atMost === undefined ? book.unrepeatable : undefined;
  return { ...shown, violation: { ...violation, clause: clause ?? violation.clause } };
}

/** The end of a check with this violation. The last exchange shows it, and names the request. */
export const violationOf = <Q, E extends Exchanged<Q>, F>(
  { name }: PreparedRulebook<Q, E, F>,
  { expected, actual, sentence, atMost, seen }: Violation,
  shown: readonly E[],
): CheckEnded =>
  new CheckEnded({
    kind: 'deviates',
    expected: `${expected}, for ${name((shown.at(-1) as E).question, expected)}`,
    actual,
    sentence,
    answers: shown.map(({ answer }) => answer),
    atMost,
    seen,
  });
