import type { Answer } from '../http/answer.js';
import type { Context } from './context.js';
import { fewestConditions, type Shown } from './fewest-conditions.js';
import type { CheckEnded } from './finding.js';
import { optional } from './optional.js';
import { needControl, violationOf } from './questions.js';
import type { Exchanged } from './rule.js';
import type { Book } from './rulebook.js';

/** Violations that are traced to their conditions: of one clause, and of all. */
const TRACED = { each: 2, all: 8 } as const;

/** What holding every exchange of an interface against every rule showed. */
export interface Evidence {
  /** Exchanges that violate a clause, several where they show it only together. */
  readonly violations: readonly { readonly clause: string; readonly answers: readonly Answer[] }[];
  /** Answers that no rule speaks against, with the clauses that they keep to. */
  readonly kept: readonly { readonly answer: Answer; readonly clauses: ReadonlySet<string> }[];
}

/**
 * Holds exchanges against every rule, whichever check asked for them: how many were held against each clause, and the
 * violation of each clause that is `open`, in the fewest conditions that show it.
 */
export async function review<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  exchanges: readonly E[],
  open: (clause: string, atMost: 'warning' | undefined) => boolean,
) {
  const { traffic } = context.run;
  const isForeign = traffic === 'of others';
  const learned = isForeign ? undefined : ((await optional(book.facts(context))) ?? undefined);
  const isShown = isForeign || (traffic !== undefined && learned !== undefined);
  const facts = (isShown ? book.shown?.(exchanges, learned) : undefined) ?? learned ?? book.unknown;
  const judged = new Map<string, number>();
  const note = (clause: string): void => void judged.set(clause, (judged.get(clause) ?? 0) + 1);
  const found: Shown<E>[] = [];
  const kept = new Map<E, ReadonlySet<string>>();
  for (const exchange of exchanges) {
    const { violations: broken, clauses } = book.judge(exchange, facts);
    for (const violation of broken) found.push({ violation, exchanges: [exchange], repeats: true });
    const noted = new Set(clauses);
    for (const clause of noted) note(clause);
    if (noted.size > 0) kept.set(exchange, noted);
  }
  for (const { exchanges: together, ...violation } of book.relate(exchanges, facts, note))
    found.push({ violation, exchanges: together, repeats: true });

  const shown = found.map(({ violation: { clause }, exchanges: together }) => ({
    clause,
    answers: together.map(({ answer }) => answer),
  }));
  const violations = new Map<string, CheckEnded>();
  const traced = new Map<string, number>();
  /** What could not be traced to its end speaks only where nothing of its clause could. */
  const cutShort: Shown<E>[] = [];
  const tell = (one: Shown<E>): void => {
    const { clause, atMost } = one.violation;
    if (!open(clause, atMost)) return;
    const others = found.filter(({ violation }) => violation.clause === clause).length - 1;
    if (!violations.has(clause)) violations.set(clause, violationOf(book, told(one, others), one.exchanges));
  };
  let all = 0;
  // What fails comes before what is a warning.
  for (const one of found.sort((a, b) => Number(isWarning(a)) - Number(isWarning(b)))) {
    const { clause, atMost } = one.violation;
    const count = traced.get(clause) ?? 0;
    const isOpen = open(clause, atMost) || (book.unrepeatable !== undefined && open(book.unrepeatable, atMost));
    if (!isOpen || violations.has(clause) || count >= TRACED.each || all >= TRACED.all) continue;
    const last = one.exchanges.at(-1);
    const isProven = last && (await optional(needControl(context, book, last.question, facts).then(() => true)));
    if (!isProven) continue;
    const smallest = isForeign ? one : await fewestConditions(context, book, one, facts);
    if (smallest.cutShort) cutShort.push(smallest);
    else {
      traced.set(clause, count + 1);
      all += 1;
      tell(smallest);
    }
  }
  for (const one of cutShort) if (!traced.has(one.violation.clause)) tell(one);
  for (const { exchanges: together } of found) for (const exchange of together) kept.delete(exchange);
  const held = [...kept].map(([{ answer }, clauses]) => ({ answer, clauses }));
  return { judged, violations, evidence: { violations: shown, kept: held } satisfies Evidence };
}

const isWarning = ({ violation }: Shown<unknown>): boolean => violation.atMost !== undefined;

/** A violation, with how often it was seen. */
const told = <E>({ violation, repeats }: Shown<E>, others: number) => ({
  ...violation,
  actual: `${violation.actual}${repeats ? '' : ', and a conforming response when the request is repeated'}${
    others > 0 ? ` (and ${others} more ${others === 1 ? 'response' : 'responses'})` : ''
  }`,
});
