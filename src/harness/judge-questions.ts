import type { Answer } from '../http/answer.js';
import type { SendOptions } from '../http/request.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { Found, skip } from './finding.js';
import type { Exchanged, Rulebook, Violation } from './rule.js';
import type { TakeOptions } from './take.js';

/** What a check asks: questions that tell right from wrong about its clauses, the most discriminating first. */
export interface Questions<Q, F> {
  readonly questions: (facts: F, context: Context) => readonly Q[] | Promise<readonly Q[]>;
  /** Its rules rest on no facts, and none are learned for it. */
  readonly facts?: 'none';
  readonly take?: TakeOptions;
  /** What data it needs, where no question tells anything. */
  readonly lacking?: string;
}

/**
 * Asks the questions that the budget has room for and holds their answers against the rules of some clauses. Answers a
 * witness; a violation of another clause is left to the check that owns it.
 */
export async function judgeQuestions<Q, E extends Exchanged<Q>, F, Id extends string>(
  context: Context,
  book: Rulebook<Q, E, F, Id>,
  clauses: readonly string[],
  { questions, facts: rests, take, lacking }: Questions<Q, F>,
): Promise<string> {
  const facts = rests === 'none' ? book.unknown : await book.facts(context);
  const exchanges: E[] = [];
  const witnesses: string[] = [];
  let kept = 0;
  let other: string | undefined;
  let warning: { readonly violation: Violation; readonly shown: readonly E[] } | undefined;
  const isMine = ({ clause }: Violation): boolean => clauses.includes(clause);
  const note = (clause: Id, told: Set<Id>): void => void (clauses.includes(clause) && told.add(clause));
  const tell = (violation: Violation, shown: readonly E[]): void => {
    if (violation.atMost === undefined) throw violationOf(book, violation, shown);
    warning ??= { violation, shown };
  };
  const judge = (exchange: E): void => {
    exchanges.push(exchange);
    const told = new Set<Id>();
    const violations = book.judge(exchange, facts, (clause) => note(clause, told));
    for (const violation of violations.filter(isMine)) tell(violation, [exchange]);
    const [foreign] = violations.filter((violation) => !isMine(violation));
    if (foreign !== undefined && !(book.clausesAreIndependent && told.size > 0))
      other ??= `expected ${foreign.expected}, got ${foreign.actual} (${foreign.clause})`;
    else if (told.size > 0) {
      kept += 1;
      witnesses.push(book.witness?.(exchange, facts) ?? book.name(exchange.question));
    } else other ??= `${book.name(exchange.question)}: ${describeAnswer(exchange.answer)}`;
  };

  const asked = context.budget.take(await questions(facts, context), take);
  for (const question of asked) {
    await expectControl(context, book, question, facts);
    const exchange = book.read(await put(context, book, question), context.target);
    if (exchange !== undefined) judge(exchange);
  }
  const told = new Set<Id>();
  for (const violation of book.relate?.(exchanges, facts, (clause) => note(clause, told)) ?? [])
    if (isMine(violation)) tell(violation, violation.exchanges);
  if (warning !== undefined) throw violationOf(book, warning.violation, warning.shown);
  if (kept === 0 && told.size === 0)
    skip(other === undefined ? 'data' : 'prerequisite', other ?? lacking ?? 'the data offers no question to ask');
  return `${kept} ${kept === 1 ? 'response conforms' : 'responses conform'}: ${[...new Set(witnesses)].slice(0, 3).join('; ')}`;
}

/** Puts a question to the target, in the way of its interface. */
export const put = <Q, E extends Exchanged<Q>, F, Id extends string>(
  context: Context,
  { ask, request }: Rulebook<Q, E, F, Id>,
  question: Q,
  options?: SendOptions,
): Promise<Answer> => ask?.(context, question, options) ?? context.ask(request(question, context.target), options);

/** Ends the check with what exchanges violate. */
export const violationOf = <Q, E extends Exchanged<Q>, F, Id extends string>(
  { name }: Rulebook<Q, E, F, Id>,
  { expected, actual, atMost }: Violation,
  shown: readonly E[],
): Found =>
  new Found({
    kind: 'deviates',
    expected: `${expected}, for ${name((shown.at(-1) as E).question)}`,
    actual,
    answers: shown.map(({ answer }) => answer),
    ...(atMost === undefined ? {} : { atMost }),
  });

/** Skips (prerequisite) where a question that makes a mistake is not accepted without it: a refusal would prove nothing. */
async function expectControl<Q, E extends Exchanged<Q>, F, Id extends string>(
  context: Context,
  book: Rulebook<Q, E, F, Id>,
  question: Q,
  facts: F,
): Promise<void> {
  const refused = await refusedControl(context, book, question, facts);
  if (refused !== undefined)
    skip(
      'prerequisite',
      `the same request without the mistake must be accepted, but ${book.name(refused.question)} answers ${describeAnswer(refused.answer)}`,
    );
}

/** The control of a question, where it is not accepted. */
export async function refusedControl<Q, E extends Exchanged<Q>, F, Id extends string>(
  context: Context,
  book: Rulebook<Q, E, F, Id>,
  question: Q,
  facts: F,
): Promise<{ readonly question: Q; readonly answer: Answer } | undefined> {
  const right = book.control?.(question, context.target, facts);
  if (right === undefined) return undefined;
  const answer = await put(context, book, right);
  const exchange = book.read(answer, context.target);
  return exchange !== undefined && book.isAccepted?.(exchange) ? undefined : { question: right, answer };
}
