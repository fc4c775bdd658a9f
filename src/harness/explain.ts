/**
 * Finds readings: single mistakes under which the responses that violate clauses are right. A
 * reading explains a violated exchange if it predicts its response. It is refuted by a conforming
 * exchange for which it predicts something else.
 *
 * `explain` works in three passes: mistakes for wrong responses, then mistakes that a response
 * states itself (`isPlain`) for responses that are wrong only in what readings do not predict
 * (`expected`), then facts (`isFact`) for the rest. Each pass takes the open exchange that has
 * least in common with those that no reading explained; of several, the simplest. The pass chooses
 * the reading that explains this exchange and the most others, together with the readings chosen
 * before, and continues with the exchanges that are still open.
 */

import { bestOf, type Given } from './best-reading.js';
import type { Explanation, JudgeOfReadings, Reading } from './reading.js';

/** A target with more mistakes is not explained further. */
const MOST_MISTAKES = 16;
/** After this number of exchanges that no reading explains, a pass ends unless it tries all. */
const MOST_TRIED = 8;
/**
 * A request with more features than this counts as several: it takes longer to try, and seldom
 * shows a mistake that no simpler request shows.
 */
const MANY_FEATURES = 16;
const TIMES_TRIED = 3;

/** Explains violated exchanges in three passes (see the head of this file). */
export function explain<E, F>(given: Given<E, F>): readonly Explanation<E>[] {
  const { all, violated, expected } = given;
  const mistakes = all.filter(({ isFact }) => !isFact);
  const open = violated.filter((one) => !expected?.has(one));
  const first = explainMore(given, { all: mistakes, open, found: [], triesAll: false }).map((one) =>
    withStated(one, given),
  );
  const plain = mistakes.filter(({ isPlain }) => isPlain);
  const related = violated.filter(
    (one) => expected?.has(one) && !first.some(({ exchanges }) => exchanges.has(one)),
  );
  const found = explainMore(given, { all: plain, open: related, found: first, triesAll: true });
  const facts = all.filter(({ isFact }) => isFact);
  const left = violated.filter((one) => !found.some(({ exchanges }) => exchanges.has(one)));
  return withoutChance(
    explainMore(given, { all: facts, open: left, found, triesAll: true }),
    given,
  );
}

/** Adds the responses that state the mistake, although they are right in what readings predict. */
function withStated<E, F>(
  found: Explanation<E>,
  { readings, facts, expected }: Given<E, F>,
): Explanation<E> {
  const [first] = found.readings;
  if (first?.isPlain !== true || expected === undefined) return found;
  const stated = [...expected].filter(
    (one) =>
      readings.touches(first, one, facts) && readings.judge(one, facts, [first]) === 'conforms',
  );
  return { ...found, exchanges: new Set([...found.exchanges, ...stated]) };
}

/** A fact must state this number of responses for each response that a mistake explains. */
const TIMES_MORE = 3;

/**
 * Leaves out a mistake if a fact states all the responses that it explains, and many more: the
 * mistake may fit by chance. Its responses are then added to those of the fact. A mistake that two
 * responses state by themselves is kept.
 */
function withoutChance<E, F>(
  found: readonly Explanation<E>[],
  { readings, facts }: Given<E, F>,
): readonly Explanation<E>[] {
  const merged = new Map<Explanation<E>, E[]>();
  const isMerged = (one: Explanation<E>): boolean => {
    const [first] = one.readings;
    if (first?.isFact === true || (first?.isPlain === true && one.exchanges.size > 1)) return false;
    const fact = found.find(
      ({ readings: [other], exchanges }) =>
        other?.isFact === true &&
        exchanges.size >= TIMES_MORE * one.exchanges.size &&
        [...one.exchanges].every((some) => readings.judge(some, facts, [other]) === 'conforms'),
    );
    if (fact === undefined) return false;
    merged.set(fact, [...(merged.get(fact) ?? []), ...one.exchanges]);
    return true;
  };
  return found
    .filter((one) => !isMerged(one))
    .map((one) => ({
      ...one,
      exchanges: new Set([...one.exchanges, ...(merged.get(one) ?? [])]),
    }));
}

interface Step<E> {
  readonly all: readonly Reading[];
  readonly open: readonly E[];
  /** The explanations of the passes before. */
  readonly found: readonly Explanation<E>[];
  /** Whether each open exchange is tried. Otherwise, a few with different features are. */
  readonly triesAll: boolean;
}

/** One pass. Returns the explanations of the passes before and its own. */
function explainMore<E, F>(given: Given<E, F>, step: Step<E>): readonly Explanation<E>[] {
  const { readings, facts, expected } = given;
  const found = [...step.found];
  const refuters: E[] = [];
  let chosen: readonly Reading[] = [];
  const leftOpen = (exchanges: readonly E[]): readonly E[] => {
    chosen = found.flatMap((one) => one.readings.slice(0, 1));
    return exchanges.filter(
      (one) => expected?.has(one) || readings.judge(one, facts, chosen) !== 'conforms',
    );
  };
  let open = leftOpen(step.open);
  // Exchanges that no reading explained. They are tried again when another mistake is known.
  let unexplained: readonly E[] = [];
  let tried = 0;
  while (found.length < MOST_MISTAKES && (step.triesAll || tried < MOST_TRIED)) {
    const simplest = leastLike(open, unexplained, readings);
    if (simplest === undefined) break;
    const best = bestOf(step.all, given, { chosen, open, simplest, refuters });
    if (best === undefined) {
      // Requests with the same features are not explained either.
      const known = readings.features(simplest);
      tried += known.length > MANY_FEATURES ? TIMES_TRIED : 1;
      const isTried = (one: E): boolean =>
        one === simplest || (!step.triesAll && isSameSet(readings.features(one), known));
      if (!step.triesAll) unexplained = [...unexplained, ...open.filter(isTried)];
      open = open.filter((one) => !isTried(one));
    } else {
      found.push(best);
      // A response that the mistake changes without explaining it does not show another clearly.
      const [first] = best.readings;
      const left = new Set([...open, ...unexplained]);
      open = leftOpen(
        step.open.filter(
          (exchange) =>
            left.has(exchange) &&
            !best.exchanges.has(exchange) &&
            (first === undefined || !readings.differs(exchange, facts, [first])),
        ),
      );
      unexplained = [];
    }
  }
  return found;
}

/** The exchange that has the fewest features in common with the others, the simplest of several. */
function leastLike<E>(
  exchanges: readonly E[],
  others: readonly E[],
  { features }: Pick<JudgeOfReadings<E, never>, 'features'>,
): E | undefined {
  const known = new Set(others.flatMap((one) => features(one)));
  let least: { readonly exchange: E; readonly count: number } | undefined;
  for (const exchange of exchanges) {
    const count = features(exchange).filter((name) => known.has(name)).length;
    if (least === undefined || count < least.count) least = { exchange, count };
  }
  return least?.exchange;
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));
