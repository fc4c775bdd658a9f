import type { Lost } from '../http/lost.js';
import type { Context } from './context.js';
import { fewestConditions, type Shown } from './fewest-conditions.js';
import { describeAnswer, Found, skip } from './finding.js';
import { needed, unlessLost } from './known.js';
import type { Questions } from './questions.js';
import type { Book, Exchanged, Violation } from './rule.js';

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
  const { claims = () => false, take, lacking, again } = asking;
  const facts = 'factless' in asking ? book.unknown : await book.facts(context);
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
  const judge = async (exchange: E, before: readonly E[] = []): Promise<void> => {
    exchanges.push(exchange);
    const told = new Set<string>();
    const violations = book.judge(exchange, facts, (clause) => void told.add(clause));
    for (const violation of violations.filter(isMine)) tell(violation, [...before, exchange]);
    const foreign = violations.find((violation) => violation.atMost === undefined && !isMine(violation));
    if (foreign !== undefined) {
      const found = { violation: foreign, exchanges: [exchange], repeats: true };
      const fewest: Shown<E> = book.blames ? await fewestConditions(context, book, found, facts) : found;
      const { violation, exchanges: shown, cutShort = false } = fewest;
      const smallest = shown.at(-1)?.question ?? exchange.question;
      // What was not reduced to the end may be of conditions that have nothing to do with this check.
      if (isMine(violation) || (!cutShort && claims(violation.clause, smallest))) tell(violation, shown);
      foreignFault ??= `expected ${foreign.expected}, got ${foreign.actual} (${foreign.clause})`;
    }
    const isWitness = (clause: string): boolean =>
      clauses.includes(clause) || (foreign === undefined && claims(clause, exchange.question));
    if ([...told].some(isWitness)) {
      kept += 1;
      witnesses.push(book.witness?.(exchange, facts) ?? book.name(exchange.question));
    } else silent ??= `${book.name(exchange.question)}: ${describeAnswer(exchange.answer)}`;
  };

  const questions = 'factless' in asking ? asking.factless(context) : asking.questions(needed(facts, 'facts'), context);
  const possible = (await questions).filter((question) => question !== undefined);
  const asked = context.budget.take(possible, take);
  let unrecorded: Lost | undefined;
  for (const question of asked) {
    const answer = needControl(context, book, question, facts).then(() => book.ask(context, question));
    // What is asked of a recording and not in it is left out, and the others are judged.
    const outcome = await unlessLost(answer, (_, error) => {
      if (error.kind !== 'not-recorded') throw error;
      unrecorded ??= error;
    });
    const exchange = outcome && book.read(outcome, context.target);
    if (exchange !== undefined) await judge(exchange);
  }
  const askFresh = async (question: Q): Promise<E | undefined> =>
    book.read(await book.ask(context, question, { fresh: true }), context.target);
  // An answer that is kept, or another request's, contradicts the first.
  for (const exchange of await Promise.all(again === 'each' ? asked.map(askFresh) : []))
    if (exchange !== undefined) await judge(exchange);
  const besides = Math.max(0, asked.length - (take?.least ?? 0));
  const each = again === true ? 3 : 2;
  for (const question of again && again !== 'each' ? context.budget.take(asked.slice(0, 1), { besides, each }) : []) {
    const before: E[] = [];
    // After another one; or, where it makes a mistake, twice after its control.
    const first = again === true || again === 'each' ? book.control?.(question, context.target, facts) : again;
    for (const one of first === undefined ? [] : [first, question, ...(again === true ? [question] : [])]) {
      const exchange = await askFresh(one);
      if (exchange === undefined) continue;
      await judge(exchange, before);
      before.push(exchange);
    }
  }
  const related = book.relate(exchanges, facts, (clause) => {
    if (clauses.includes(clause)) kept += 1;
  });
  for (const violation of related) if (isMine(violation)) tell(violation, violation.exchanges);
  if (warning !== undefined) throw violationOf(book, warning.violation, warning.shown);
  if (kept === 0) {
    if (unrecorded !== undefined) throw unrecorded;
    if (foreignFault !== undefined) skip('prerequisite', foreignFault);
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
): Found =>
  new Found({
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
