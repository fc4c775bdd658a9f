/** Readings: single mistakes that a target may make, and explanations by them. */

/** One mistake that a target may make, as an author of tickets would state it. */
export interface Reading {
  readonly id: string;
  /** The clause that the mistake breaks. */
  readonly clause: string;
  /** Clauses that responses violate as well because of the mistake. Default: none. */
  readonly also?: readonly string[];
  readonly sentence: string;
  /** What the response must be instead, if the sentence does not say it: `it must be 0`. */
  readonly requires?: string;
  /**
   * An id of the mistake. Readings with the same id differ in where the mistake is made. If no
   * response distinguishes them, the first of the list is named. Default: the id of the reading.
   */
  readonly mistake?: string;
  /** Set if the mistake in two places is two mistakes, such as a refusal of different requests. */
  readonly isApart?: true;
  /** Set if the response itself states the mistake, so that one response proves it. */
  readonly isPlain?: true;
  /** Set if the reading leaves some responses open, so that it explains them too easily. */
  readonly opens?: true;
  /**
   * Set if the reading states what several responses have in common, but not why. It is named only
   * for responses that no mistake explains.
   */
  readonly isFact?: true;
  /**
   * Set if the reading says what happens and not why, such as a value that never matches. It is
   * named alone if too many readings explain the same.
   */
  readonly isEffect?: true;
}

/** Nothing but their effect is named if more than this number of readings explain the same. */
const MOST_EQUAL = 3;

/** The readings of an explanation that are named. None if they are too many to be of use. */
export const namedOf = (readings: readonly Reading[]): readonly Reading[] =>
  readings.length > MOST_EQUAL ? readings.filter(({ isEffect }) => isEffect).slice(0, 1) : readings;

/**
 * Adds what the document requires by the clause of a reading. A reading may say it itself, and so
 * does a sentence with `instead of`.
 */
export const requiring =
  (byClause: Readonly<Record<string, string>>) =>
  <R extends Reading>(reading: R): R => {
    const { clause, sentence, requires = byClause[clause] } = reading;
    return requires === undefined || / instead of /.test(sentence)
      ? reading
      : { ...reading, requires };
  };

/** How exchanges are judged as if the target made mistakes. */
export interface JudgeOfReadings<E, F> {
  /** Whether the reading can change the response to the request. This is decided quickly. */
  readonly touches: (reading: Reading, exchange: E, facts: F) => boolean;
  /**
   * Compares the response with what a target predicts that makes all these mistakes. Without a
   * reading, it is compared with the response that the document requires. `silent`: no part of the
   * response is predicted.
   */
  readonly judge: (
    exchange: E,
    facts: F,
    readings: readonly Reading[],
  ) => 'conforms' | 'deviates' | 'silent';
  /**
   * Whether the reading could explain the violated exchange, as far as its clause says. Default: it
   * could.
   */
  readonly isAbout?: (reading: Reading, exchange: E) => boolean;
  /** What distinguishes the request from others, in words: `a criterion with \`>=\``. */
  readonly features: (exchange: E) => readonly string[];
  /** Whether the readings predict another response than the document requires. */
  readonly differs: (exchange: E, facts: F, readings: readonly Reading[]) => boolean;
}

/** The mistakes that the target of an interface may make, and what they predict. */
export interface Readings<E, F> extends JudgeOfReadings<E, F> {
  /**
   * The facts without those that only exclude responses from the tests because of a mistake. Such
   * responses are explained, too. Default: all facts.
   */
  readonly factsFor?: (facts: F) => F;
  /**
   * The readings that may explain these exchanges, the most general first. `others`: all exchanges
   * that violate nothing, also where the document leaves the response open. Default: none.
   */
  readonly all: (violated: readonly E[], facts: F, others?: readonly E[]) => readonly Reading[];
}

/** One mistake, or several that no exchange tells apart, with the exchanges that it explains. */
export interface Explanation<E> {
  readonly readings: readonly Reading[];
  /** More readings of these mistakes that explain the same exchanges. They are not named. */
  readonly alike: readonly Reading[];
  /** Readings of other mistakes that explain nearly as much. An experiment may decide for them. */
  readonly rivals: readonly Reading[];
  readonly exchanges: ReadonlySet<E>;
}

/** The mistake of a reading (see `mistake`). */
export const mistakeOf = ({ id, mistake = id }: Reading): string => mistake;

/**
 * Joins the explanations that name the same mistake in several places. The place with the most
 * exchanges is named. The values are the ids of the explained checks.
 */
export function byMistake<E>(
  reasons: ReadonlyMap<Explanation<E>, readonly string[]>,
): ReadonlyMap<Explanation<E>, readonly string[]> {
  const joined = new Map<string, readonly [Explanation<E>, readonly string[]]>();
  const largestFirst = [...reasons].sort(([a], [b]) => b.exchanges.size - a.exchanges.size);
  for (const [reason, checks] of largestFirst) {
    const [first, second] = reason.readings;
    const key = first === undefined ? '' : mistakeOf(first);
    // Several mistakes that nothing tells apart stay by themselves.
    const isOne = second === undefined && first?.isApart !== true;
    const name = isOne ? key : `${joined.size} ${key}`;
    const [largest, others] = joined.get(name) ?? [reason, []];
    const exchanges = new Set([...largest.exchanges, ...reason.exchanges]);
    joined.set(name, [{ ...largest, exchanges }, [...others, ...checks]]);
  }
  return new Map(joined.values());
}

/** The explanation by those of its readings. The first of each mistake is named. */
export function onlyThose<E>(
  explanation: Explanation<E>,
  isLeft: (reading: Reading) => boolean,
): Explanation<E> {
  const readings: Reading[] = [];
  const alike: Reading[] = [];
  for (const reading of [...explanation.readings, ...explanation.alike].filter(isLeft)) {
    const isNamed = readings.some((one) => mistakeOf(one) === mistakeOf(reading));
    (isNamed ? alike : readings).push(reading);
  }
  return { ...explanation, readings, alike };
}
