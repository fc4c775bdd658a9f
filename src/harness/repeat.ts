/**
 * Sends the requests of a violation again before the violation is reported. If the violation rests
 * on data, the data is read again, too, because it may have changed.
 *
 * - Where: `repeatViolation` in this file repeats what a rule found, for `asking.ts` during a check
 *   and for `review.ts` after the run. `repeat-finding.ts` does so for checks that test their
 *   responses themselves.
 * - How often: once, for all checks that find the same violation. Only exchanges that show a
 *   violation together are repeated up to three times, while the data changes. Of the failing
 *   requests of a check, the first alone is repeated; the others are named (`failsToo`). The review
 *   repeats the first violations of each clause (`MOST_REDUCED`). A check that tests its responses
 *   itself runs once more if a response differs. In an unstable target, failures are repeated up to
 *   three times more at the end of the run (`seen-again.ts`).
 * - When not: in recorded traffic of other clients, for a response over 1 MB, for requests that
 *   must not be sent twice, if the budget is used up, and for warnings during a check. Such a
 *   violation has no `seen`.
 * - What follows: the check fails. A violation that does not show again is reported as *1 of 2* (or
 *   2 of 3), and the run as unstable; if it was to be reduced, it counts for the clause about
 *   responses that differ from time to time, if the interface has one (`unrepeatable`). A violation
 *   is dropped only if the data changed, during the repetition or before, and the new data explains
 *   the response: the repeated response is tested instead, and if nothing is left, the check is
 *   inconclusive. If the budget or a lost response ends the repetition, a violation that rests on
 *   changed data stands only if the new data shows it. After the run, `judgeChanged` in
 *   `run-checks.ts` reads the data once more, and runs checks again that failed before a change was
 *   known.
 */

import type { Answer } from '../http/answer.js';
import { BudgetSpent, Lost } from '../http/lost.js';
import type { Context } from './context.js';
import type { Seen } from './finding.js';
import { optional } from './optional.js';
import type { Exchanged, Repeated, Shown, Violation } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';

/** A larger response, in bytes, takes too much time to request and test again. */
const LARGE = 1024 * 1024;

export const isLarge = ({ size }: Answer): boolean => size > LARGE;

/**
 * While the data changes, exchanges that only together show a violation are repeated up to this
 * number of times, because the data may change between two of them.
 */
const MAX_ROUNDS = 3;

/**
 * Sends the requests of a violation again. A violation is returned unchanged if it is in recorded
 * traffic of other clients, was already repeated, or has a large response. If the repetition is
 * lost or exceeds the budget, the violation stands, unless new data does not show it.
 */
export async function repeatViolation<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  found: Shown<E>,
  facts: F,
): Promise<Repeated<E, F>> {
  const { violation, exchanges } = found;
  const isRepeatable =
    violation.seen === undefined &&
    context.run.traffic !== 'of others' &&
    !exchanges.some(({ answer }) => isLarge(answer));
  if (!isRepeatable) return { kind: 'shown', shown: found };
  try {
    return await repeatOnce(context, book, found, facts);
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof Lost)) throw error;
    const latest = restsOnFacts(book, found) ? await changedFacts(context, book) : undefined;
    return latest === undefined || isShownBy(book, found, latest)
      ? { kind: 'shown', shown: { ...found, cutShort: true } }
      : { kind: 'changed', exchanges: [], facts: latest };
  }
}

/** Repeats what a single response shows only once, although several checks may have found it. */
function repeatOnce<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  found: Shown<E>,
  facts: F,
): Promise<Repeated<E, F>> {
  const [exchange, another] = found.exchanges;
  if (exchange === undefined || another !== undefined || found.together)
    return repeat(context, book, found, facts);
  const { clause, atMost } = found.violation;
  const repetitions = book.repetitions.get(exchange) ?? [];
  const earlier = repetitions.find(
    (one) => one.facts === facts && one.clause === clause && one.atMost === atMost,
  );
  if (earlier !== undefined) return earlier.result;
  const result = repeat(context, book, found, facts);
  book.repetitions.set(exchange, [...repetitions, { clause, atMost, facts, result }]);
  // After a lost response, another check tries again.
  result.catch(() => book.repetitions.delete(exchange));
  return result;
}

/** An unstable target gives a right response at one of these repetitions, with some luck. */
const MAX_REPETITIONS = 3;

/**
 * Sends the requests of a violation again until it is not seen. Returns undefined if a response is
 * large, or if the requests must not be sent again.
 */
export async function repeatUntilRight<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  found: Shown<E>,
  facts: F,
): Promise<Seen | undefined> {
  if (found.exchanges.some(({ answer }) => isLarge(answer))) return undefined;
  for (let times = 0; times < MAX_REPETITIONS; times += 1) {
    const again = await sendAgain(context, book, found);
    if (again === undefined) return undefined;
    if (sameViolation(book, found, again, facts) === undefined) return { times, of: times + 1 };
  }
  return { times: MAX_REPETITIONS, of: MAX_REPETITIONS };
}

/**
 * Repeats the exchanges, and reads the data again if the violation rests on it. The result of a
 * round:
 *
 * - the data is unchanged: `shown`, with the number of times that the violation was seen; but
 *   `changed` if the violation was not seen again and the data had changed earlier
 * - the data changed, and the repeated exchanges conform to it, or to the data before: `changed`
 * - they violate the changed data, too: the violation is that of the repeated exchanges. If only
 *   several exchanges together show it, another round follows, because the data may have changed
 *   between two of them.
 */
async function repeat<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  found: Shown<E>,
  facts: F,
): Promise<Repeated<E, F>> {
  const rests = restsOnFacts(book, found);
  let known = facts;
  let latest = found;
  for (let round = 1; ; round += 1) {
    const again = await sendAgain(context, book, found);
    if (again === undefined) return { kind: 'shown', shown: latest };
    const violation = sameViolation(book, found, again, known);
    const renewed = rests ? await book.renew?.(context, known, again) : undefined;
    if (renewed === undefined)
      return repeatedOnSameData(context, book, latest, { again, violation, round });
    known = renewed;
    const remaining = violation && sameViolation(book, found, again, renewed);
    if (remaining === undefined) return { kind: 'changed', exchanges: again, facts: renewed };
    latest = { ...found, violation: remaining, exchanges: again };
    if (found.together === undefined || round === MAX_ROUNDS) return seenAgain(latest, round);
  }
}

const seenAgain = <E>(shown: Shown<E>, round: number): Repeated<E, never> => ({
  kind: 'shown',
  shown: seenIn(shown, { times: round + 1, of: round + 1 }),
});

async function repeatedOnSameData<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  shown: Shown<E>,
  { again, violation, round }: Round<E>,
): Promise<Repeated<E, F>> {
  if (violation !== undefined) return seenAgain(shown, round);
  // If the data changed earlier, the first responses may belong to earlier data.
  const facts = restsOnFacts(book, shown) ? await changedFacts(context, book) : undefined;
  return facts === undefined
    ? { kind: 'shown', shown: seenIn(shown, { times: round, of: round + 1 }) }
    : { kind: 'changed', exchanges: again, facts };
}

interface Round<E> {
  readonly again: readonly E[];
  /** Undefined if the repeated exchanges conform. */
  readonly violation: Violation | undefined;
  readonly round: number;
}

/** The current facts, if the data is known to have changed in this run. */
async function changedFacts<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
): Promise<F | undefined> {
  const facts = book.changes && (await optional(book.facts(context)));
  return facts !== undefined && book.changes?.(facts) !== undefined ? facts : undefined;
}

/**
 * Whether the exchange violates the latest facts, which were learned after it, so that it needs no
 * repetition.
 */
function isShownBy<Q, E extends Exchanged<Q>, F>(
  book: PreparedRulebook<Q, E, F>,
  found: Shown<E>,
  facts: F,
): boolean {
  // The number of the exchange that last read the data again.
  const { until = 0 } = book.changes?.(facts) ?? {};
  const wasReadAfter = found.exchanges.every(({ answer }) => answer.exchange < until);
  return (
    !found.together &&
    wasReadAfter &&
    sameViolation(book, found, found.exchanges, facts) !== undefined
  );
}

/** Whether the violation disappears if nothing is known about the data of the target. */
export const restsOnFacts = <Q, E extends Exchanged<Q>, F>(
  book: PreparedRulebook<Q, E, F>,
  found: Shown<E>,
): boolean => sameViolation(book, found, found.exchanges, book.unknown) === undefined;

const seenIn = <E>(shown: Shown<E>, seen: Seen): Shown<E> => ({
  ...shown,
  violation: { ...shown.violation, seen },
});

/**
 * Sends the questions again. Returns undefined if a sent request cannot be read as a question, or
 * if a request must not be sent twice, so that its stored response came.
 */
async function sendAgain<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  { exchanges }: Shown<E>,
): Promise<readonly E[] | undefined> {
  const again: E[] = [];
  for (const { question, answer: first } of exchanges) {
    const answer = await book.ask(context, question, { fresh: true });
    const exchange = book.read(answer, context.target);
    if (exchange === undefined || answer.exchange === first.exchange) return undefined;
    again.push(exchange);
  }
  return again;
}

/**
 * The violation of the same clause in these exchanges, by these facts. A warning does not confirm a
 * failure, but a failure confirms a warning. If the rulebook blames the simplest request
 * (`blames`), a violation of any clause counts.
 */
export function sameViolation<Q, E extends Exchanged<Q>, F>(
  book: PreparedRulebook<Q, E, F>,
  { violation: { clause, atMost }, together }: Shown<E>,
  exchanges: readonly E[],
  facts: F,
): Violation | undefined {
  const last = exchanges.at(-1);
  if (last === undefined) return undefined;
  const all: readonly Violation[] = together
    ? book.relate(exchanges, facts, () => undefined)
    : book.judge(last, facts).violations;
  const violations = all.filter((one) => one.atMost === undefined || one.atMost === atMost);
  const same = violations.find((one) => one.clause === clause);
  return same ?? (book.blames === 'the fewest conditions' ? violations[0] : undefined);
}
