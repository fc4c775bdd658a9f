/**
 * Tests all exchanges of a run by all rules. Reported violations are reduced: requests are repeated
 * with fewer conditions while the violation still occurs.
 */

import type { Answer } from '../http/answer.js';
import { ifWhole } from '../http/gaps.js';
import { reduceIfRepeated, violationOf } from './asking.js';
import type { Context } from './context.js';
import { needControl } from './control.js';
import type { CheckEnded } from './finding.js';
import { optional } from './optional.js';
import { repeatViolation, sameViolation } from './repeat.js';
import type { Exchanged, RelationViolation, Shown } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';

/** The results of all rules for all exchanges of an interface. */
export interface Evidence {
  /** A violation has several responses if no single response shows it. */
  readonly violations: readonly { readonly clause: string; readonly answers: readonly Answer[] }[];
  /** Responses without a violation, with the clauses by which they were tested. */
  readonly kept: readonly { readonly answer: Answer; readonly clauses: ReadonlySet<string> }[];
}

/**
 * Returns true if a violation of the clause has to be reported, because no failed check has
 * reported one. `atMost` 'warning': the violation is at most a warning, so a check that ended with
 * a warning has reported it, too.
 */
export type IsOpen = (clause: string, atMost: 'warning' | undefined) => boolean;

export interface Review {
  /** The number of exchanges that were tested by a clause, by the id of the clause. */
  readonly judged: ReadonlyMap<string, number>;
  /** One violation of each clause, whose request has as few conditions as possible. */
  readonly violations: ReadonlyMap<string, CheckEnded>;
  readonly evidence: Evidence;
}

/**
 * The maximum number of reduced violations: of one clause, and in total. Each of them costs a
 * repetition and up to `MAX_REQUESTS` (of `reduce.ts`) requests.
 */
const MOST_REDUCED = { each: 2, all: 8 } as const;

/**
 * Every rule tests every exchange, regardless of the check that sent it. Returns how often each
 * clause was tested, and at most one violation of each clause. Violations are returned only for
 * clauses for which `isOpen` returns true.
 */
export async function review<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  exchanges: readonly E[],
  isOpen: IsOpen,
): Promise<Review> {
  const facts = await factsFor(context, book, exchanges);
  // The report says which columns of the data were tested.
  const columns = book.columns?.(facts, exchanges) ?? [];
  if (columns.length > 0) context.facts.recordColumns(columns);
  const { judged, found, kept } = testAll(book, exchanges, facts);
  const violations = await trace(context, book, { found, facts, isOpen });
  const evidence: Evidence = {
    violations: found.map(({ violation, exchanges: together }) => ({
      clause: violation.clause,
      answers: together.map(({ answer }) => answer),
    })),
    kept: [...kept].map(([{ answer }, clauses]) => ({ answer, clauses })),
  };
  return { judged, violations, evidence };
}

/**
 * Returns the facts about the target, such as its records. They are learned by requests, and in a
 * recorded run also from all its exchanges. If other clients sent the exchanges, these are the only
 * source, and no requests are sent.
 */
async function factsFor<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  exchanges: readonly E[],
): Promise<F> {
  const { traffic } = context.run;
  if (traffic === 'of others')
    return book.shown?.(withBodies(exchanges), undefined) ?? book.unknown;
  const learned = (await optional(book.facts(context))) ?? undefined;
  if (learned === undefined) return book.unknown;
  const extended = traffic === undefined ? undefined : book.shown?.(exchanges, learned);
  return extended ?? learned;
}

/** `judged`: how often each clause was tested. `kept`: tested exchanges without a violation. */
function testAll<Q, E extends Exchanged<Q>, F>(
  book: PreparedRulebook<Q, E, F>,
  exchanges: readonly E[],
  facts: F,
) {
  const judged = new Map<string, number>();
  const note = (clause: string): void => void judged.set(clause, (judged.get(clause) ?? 0) + 1);
  const found: Shown<E>[] = [];
  const kept = new Map<E, ReadonlySet<string>>();
  for (const exchange of exchanges) {
    const { violations, clauses } = book.judge(exchange, facts);
    for (const violation of violations) {
      found.push({ violation, exchanges: [exchange] });
    }
    const tested = new Set(clauses);
    for (const clause of tested) note(clause);
    if (tested.size > 0) kept.set(exchange, tested);
  }
  for (const { exchanges: together, ...violation } of related(book, exchanges, facts, note)) {
    found.push({ violation, exchanges: together, together: true });
  }
  for (const { exchanges: together } of found) {
    for (const exchange of together) kept.delete(exchange);
  }
  return { judged, found, kept };
}

/**
 * Returns violations that only several exchanges together show. If a relation needs a part of an
 * exchange that was not recorded, all relations are tested again, only with the exchanges that were
 * recorded completely.
 */
function related<Q, E extends Exchanged<Q>, F>(
  book: PreparedRulebook<Q, E, F>,
  exchanges: readonly E[],
  facts: F,
  note: (clause: string) => void,
): readonly RelationViolation<E>[] {
  for (const some of [withBodies(exchanges), exchanges.filter(({ answer }) => answer.isWhole)]) {
    const noted: string[] = [];
    const found = ifWhole(() => book.relate(some, facts, (clause) => void noted.push(clause)));
    if (found === undefined) continue;
    for (const clause of noted) note(clause);
    return found;
  }
  return [];
}

const withBodies = <E extends Exchanged<unknown>>(exchanges: readonly E[]): readonly E[] =>
  exchanges.filter(({ answer }) => answer.gaps.body === undefined);

interface TraceOptions<E, F> {
  /** All violations that the rules and relations found. */
  readonly found: readonly Shown<E>[];
  readonly facts: F;
  readonly isOpen: IsOpen;
}

/**
 * Reduces violations to the fewest conditions, failures first. Returns the reported violation of
 * each clause.
 */
async function trace<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  options: TraceOptions<E, F>,
): Promise<ReadonlyMap<string, CheckEnded>> {
  const tracer = new Tracer(context, book, options);
  const failuresFirst = options.found.toSorted(
    (a, b) => Number(isWarning(a)) - Number(isWarning(b)),
  );
  for (const one of failuresFirst) await tracer.trace(one);
  tracer.reportCutShort();
  return tracer.reported;
}

class Tracer<Q, E extends Exchanged<Q>, F> {
  readonly reported = new Map<string, CheckEnded>();
  readonly #context: Context;
  readonly #book: PreparedRulebook<Q, E, F>;
  readonly #options: TraceOptions<E, F>;
  /** The facts are renewed if the data of the target changes. */
  #facts: F;
  /** The number of violations that were repeated, by their clause. */
  readonly #traced = new Map<string, number>();
  #count = 0;
  /**
   * Violations whose reduction ended early. They are reported only if no violation of the same
   * clause was fully reduced.
   */
  readonly #cutShort: Shown<E>[] = [];

  constructor(context: Context, book: PreparedRulebook<Q, E, F>, options: TraceOptions<E, F>) {
    this.#context = context;
    this.#book = book;
    this.#options = options;
    this.#facts = options.facts;
  }

  async trace(one: Shown<E>): Promise<void> {
    if (this.#count >= MOST_REDUCED.all || !this.#isWanted(one) || this.#isExplained(one)) return;
    if (!(await isProven(this.#context, this.#book, one, this.#facts))) return;
    const smallest = await this.#reduced(one);
    if (smallest?.cutShort) {
      // It does not count towards `MOST_REDUCED`, so another violation of the clause may be tried.
      this.#cutShort.push(smallest);
      return;
    }
    const { clause } = one.violation;
    this.#traced.set(clause, (this.#traced.get(clause) ?? 0) + 1);
    this.#count += 1;
    if (smallest !== undefined) this.#report(smallest);
  }

  reportCutShort(): void {
    for (const one of this.#cutShort)
      if (!this.#traced.has(one.violation.clause)) this.#report(one);
  }

  #isWanted({ violation: { clause, atMost } }: Shown<E>): boolean {
    // A violation that does not occur again may count for the clause `unrepeatable` instead.
    const { unrepeatable } = this.#book;
    const { isOpen } = this.#options;
    const isUnrepeatableOpen = unrepeatable !== undefined && isOpen(unrepeatable, atMost);
    if (!isOpen(clause, atMost) && !isUnrepeatableOpen) return false;
    return !this.reported.has(clause) && (this.#traced.get(clause) ?? 0) < MOST_REDUCED.each;
  }

  /** Whether the violation disappears with the facts that this review has renewed. */
  #isExplained(one: Shown<E>): boolean {
    return (
      this.#facts !== this.#options.facts &&
      sameViolation(this.#book, one, one.exchanges, this.#facts) === undefined
    );
  }

  /** Repeats and reduces a violation. Returns undefined if the data changed and explains it. */
  async #reduced(one: Shown<E>): Promise<Shown<E> | undefined> {
    const repeated = await repeatViolation(this.#context, this.#book, one, this.#facts);
    if (repeated.kind === 'changed') {
      this.#facts = repeated.facts;
      return undefined;
    }
    const { shown } = repeated;
    if (this.#context.run.traffic === 'of others') return shown;
    return reduceIfRepeated(this.#context, this.#book, shown, this.#facts);
  }

  #report(one: Shown<E>): void {
    const { clause, atMost } = one.violation;
    if (!this.#options.isOpen(clause, atMost) || this.reported.has(clause)) return;
    const same = this.#options.found.filter(({ violation }) => violation.clause === clause);
    const violation = withCount(one, same.length - 1);
    this.reported.set(clause, violationOf(this.#book, violation, one.exchanges));
  }
}

/**
 * The response to a question with a mistake proves a violation only if the target accepts the
 * control (the same question without the mistake). A question without a mistake needs no control.
 */
async function isProven<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  { exchanges }: Shown<E>,
  facts: F,
): Promise<boolean> {
  const last = exchanges.at(-1);
  if (last === undefined) return false;
  const control = needControl(context, book, last.question, facts).then(() => true);
  return (await optional(control)) === true;
}

const isWarning = ({ violation }: Shown<unknown>): boolean => violation.atMost !== undefined;

function withCount<E>({ violation }: Shown<E>, others: number) {
  const responses = others === 1 ? 'response' : 'responses';
  const more = others > 0 ? ` (and ${others} more ${responses})` : '';
  return { ...violation, actual: `${violation.actual}${more}` };
}
