import type { Answer } from '../http/answer.js';
import type { Lost } from '../http/lost.js';
import type { Context, TakeOptions } from './context.js';
import { fewestConditions, type Shown } from './fewest-conditions.js';
import { CheckEnded, describeAnswer, type Finding, observed, skip } from './finding.js';
import { needed, orIfLost } from './optional.js';
import type { Exchanged, Violation } from './rule.js';
import type { Book } from './rulebook.js';

interface Asking<Q> {
  /** Whether a violation of another clause, in its fewest conditions, is one of this check as well. Default: no. */
  readonly alsoOwns?: (clause: string, question: Q) => boolean;
  readonly take?: TakeOptions;
  /**
   * The first question once more right after its control, and a second time in a row; or, for one that makes no mistake,
   * right after another that is refused: up to three requests. Or each question once more, all at once. Default: no.
   */
  readonly repeat?: true | 'each' | Q;
  /** What data there must be for a question. */
  readonly requires?: string;
  /** What data it needs, where no rule says anything of the responses. */
  readonly lacking?: string;
}

/** Questions; undefined stands for one that the data does not allow. */
type Some<Q> = readonly (Q | undefined)[] | Promise<readonly (Q | undefined)[]>;

/** What a check asks, the most discriminating first; `withoutFacts` where its rules rest on nothing that is learned. */
export type Questions<Q, F> = Asking<Q> &
  (
    | { readonly questions: (facts: NonNullable<F>, context: Context) => Some<Q> }
    | { readonly withoutFacts: (context: Context) => Some<Q> }
  );

/** What a check asks of a clause that the document leaves open: the answer to each case is recorded. */
export interface Observing<Q> {
  /** What the answers show together. */
  readonly shows: string;
  /** What data there must be for a question. */
  readonly requires?: string;
  /** Questions by their names, the most informative first. */
  readonly cases: (context: Context) => Cases<Q> | Promise<Cases<Q>>;
  /** Describes a response that is a warning; `before` are those of the cases before it. Default: a 5xx. */
  readonly odd?: (
    answer: Answer,
    context: Context,
    before: readonly Answer[],
  ) => string | undefined | Promise<string | undefined>;
  readonly take?: TakeOptions;
}

export type Cases<Q> = Readonly<Record<string, Q>>;

/** Asks the cases that the budget has room for, and records what each is answered. */
export async function observeCases<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  { shows, requires, cases, odd = broken, take }: Observing<Q>,
): Promise<Finding> {
  const rows = [];
  let warning: string | undefined;
  const before: Answer[] = [];
  const possible = Object.entries(await cases(context));
  if (possible.length === 0 && requires !== undefined) skip('data', `needs ${requires}`);
  for (const [question, asked] of context.budget.take(possible, take)) {
    const answer = await book.ask(context, asked);
    rows.push({ question, answer: book.summary?.(answer, context.target) ?? describeAnswer(answer) });
    const said = await odd(answer, context, before);
    before.push(answer);
    if (said !== undefined) warning = `${question} ${said}`;
  }
  return observed(shows, rows, warning);
}

/** An input that the document leaves open still deserves an answer. */
export const broken = (answer: Answer): string | undefined =>
  answer.status >= 500 ? `returns ${describeAnswer(answer)}` : undefined;

/**
 * Asks the questions that the budget has room for and holds their answers against the rules of some clauses. Answers a
 * witness; a violation of another clause is left to the check that owns it.
 */
export async function judgeQuestions<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  clauses: readonly string[],
  asking: Questions<Q, F>,
): Promise<string> {
  const { alsoOwns = () => false, take, requires, lacking, repeat } = asking;
  const facts = 'withoutFacts' in asking ? book.unknown : await book.facts(context);
  const exchanges: E[] = [];
  const witnesses: string[] = [];
  let kept = 0;
  /** What no rule of these clauses says anything of, and what breaks another clause. */
  let silent: string | undefined;
  let foreignFault: string | undefined;
  let warning: { readonly violation: Violation; readonly shown: readonly E[] } | undefined;
  const isMine = ({ clause }: Violation): boolean => clauses.includes(clause);
  const tell = (violation: Violation, shown: readonly E[]): void => {
    if (violation.atMost === undefined) throw violationOf(book, violation, shown);
    warning ??= { violation, shown };
  };
  /** Holds an answer against the rules; a violation is shown with the exchanges since then. */
  const judge = async (answer: Answer | undefined, since = exchanges.length): Promise<void> => {
    const exchange = answer && book.read(answer, context.target);
    if (exchange === undefined) return;
    exchanges.push(exchange);
    const { violations, clauses: told } = book.judge(exchange, facts);
    for (const violation of violations.filter(isMine)) tell(violation, exchanges.slice(since));
    const foreign = violations.find((violation) => violation.atMost === undefined && !isMine(violation));
    if (foreign !== undefined) {
      const found = { violation: foreign, exchanges: [exchange], repeats: true };
      const fewest: Shown<E> = book.blames ? await fewestConditions(context, book, found, facts) : found;
      const { violation, exchanges: shown, cutShort = false } = fewest;
      const smallest = shown.at(-1)?.question ?? exchange.question;
      // What was not reduced to the end may be of conditions that have nothing to do with this check.
      if (isMine(violation) || (!cutShort && alsoOwns(violation.clause, smallest))) tell(violation, shown);
      foreignFault ??= `expected ${foreign.expected}, got ${foreign.actual} (${foreign.clause})`;
    }
    const isWitness = (clause: string): boolean =>
      clauses.includes(clause) || (foreign === undefined && alsoOwns(clause, exchange.question));
    if (told.some(isWitness)) {
      kept += 1;
      witnesses.push(book.witness?.(exchange, facts) ?? book.name(exchange.question));
    } else silent ??= `${book.name(exchange.question)}: ${describeAnswer(exchange.answer)}`;
  };

  const questions =
    'withoutFacts' in asking ? asking.withoutFacts(context) : asking.questions(needed(facts, 'facts'), context);
  const possible = (await questions).filter((question) => question !== undefined);
  const asked = context.budget.take(possible, take);
  let unrecorded: Lost | undefined;
  for (const question of asked) {
    const answer = needControl(context, book, question, facts).then(() => book.ask(context, question));
    // What is asked of a recording and not in it is left out, and the others are judged.
    const outcome = await orIfLost(answer, (_, error): undefined => {
      if (error.kind !== 'not-recorded') throw error;
      unrecorded ??= error;
    });
    await judge(outcome);
  }
  const askFresh = (question: Q): Promise<Answer> => book.ask(context, question, { fresh: true });
  // An answer that is kept, or another request's, contradicts the first.
  for (const answer of await Promise.all(repeat === 'each' ? asked.map(askFresh) : [])) await judge(answer);
  const reserved = Math.max(0, asked.length - (take?.least ?? 0));
  const each = repeat === true ? 3 : 2;
  for (const question of repeat && repeat !== 'each'
    ? context.budget.take(asked.slice(0, 1), { reserved, each })
    : []) {
    const since = exchanges.length;
    // After another one; or, where it makes a mistake, twice after its control.
    const first = repeat === true || repeat === 'each' ? book.control?.(question, context.target, facts) : repeat;
    for (const one of first === undefined ? [] : [first, question, ...(repeat === true ? [question] : [])])
      await judge(await askFresh(one), since);
  }
  const related = book.relate(exchanges, facts, (clause) => {
    if (clauses.includes(clause)) kept += 1;
  });
  for (const violation of related) if (isMine(violation)) tell(violation, violation.exchanges);
  if (warning !== undefined) throw violationOf(book, warning.violation, warning.shown);
  if (kept === 0) {
    if (unrecorded !== undefined) throw unrecorded;
    if (foreignFault !== undefined) skip('prerequisite', foreignFault);
    if (asked.length === 0 && possible.length > 0) skip('budget', 'no request is left for it; raise --max-requests');
    if (possible.length === 0 && requires !== undefined) skip('data', `needs ${requires}`);
    skip('data', lacking ?? silent ?? 'the data of the target does not allow a request that tests it');
  }
  const shown = witnesses.length > 0 ? witnesses : exchanges.map(({ question }) => book.name(question));
  return `${kept} ${kept === 1 ? 'response conforms' : 'responses conform'}: ${[...new Set(shown)].slice(0, 3).join('; ')}`;
}

/** Ends the check with what exchanges violate. */
export const violationOf = <Q, E extends Exchanged<Q>, F>(
  { name }: Book<Q, E, F>,
  { expected, actual, atMost }: Violation,
  shown: readonly E[],
): CheckEnded =>
  new CheckEnded({
    kind: 'deviates',
    expected: `${expected}, for ${name((shown.at(-1) as E).question)}`,
    actual,
    answers: shown.map(({ answer }) => answer),
    atMost,
  });

/** Skips where a question makes a mistake and is refused without it too: then its refusal proves nothing. */
export async function needControl<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  question: Q,
  facts: F,
): Promise<void> {
  const right = book.control?.(question, context.target, facts);
  if (right === undefined) return;
  const answer = await book.ask(context, right);
  const exchange = book.read(answer, context.target);
  if (exchange !== undefined && book.isAccepted?.(exchange)) return;
  const told = `${book.name(right)} returns ${describeAnswer(answer)}`;
  skip('prerequisite', `the same request without the mistake must be accepted, but ${told}`);
}
