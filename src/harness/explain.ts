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

interface Given<E, F> {
  readonly readings: JudgeOfReadings<E, F>;
  readonly facts: F;
  /** The readings that are tried, the most general first. */
  readonly all: readonly Reading[];
  /** The exchanges that violate a clause by themselves, the simplest first. */
  readonly violated: readonly E[];
  /**
   * The violated exchanges whose response is right in everything that readings predict, so that
   * they violate something else. Default: none.
   */
  readonly expected?: ReadonlySet<E>;
  /** The exchanges that were tested and violate nothing. */
  readonly kept: readonly E[];
  /**
   * Exchanges that were asked for to test mistakes. Each of them refutes a mistake that predicts
   * another response. Default: none.
   */
  readonly experiments?: ReadonlySet<E>;
}

/** A target with more mistakes is not explained further. */
const MOST_MISTAKES = 16;
/** After this number of exchanges that no reading explains, a pass ends unless it tries all. */
const MOST_TRIED = 8;
/** A reading must explain this number of open exchanges, or all that it is about (`isEnough`). */
const LEAST_OF_SEVERAL = 3;
/** A reading with one explained exchange needs this many conforming exchanges that it touches. */
const LEAST_TOUCHED = 2;

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
      tried += 1;
      // Requests with the same features are not explained either.
      const known = readings.features(simplest);
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

interface Search<E> {
  /** The readings that already explain other exchanges. */
  readonly chosen: readonly Reading[];
  /** The exchanges that no chosen reading explains. */
  readonly open: readonly E[];
  /** The reading must explain this exchange. */
  readonly simplest: E;
  /**
   * The exchanges that refuted other readings last. They are tried first, because readings that
   * resemble each other are refuted by the same ones.
   */
  readonly refuters: E[];
}

/** The number of refuting exchanges, and of other conforming ones, that are tried first. */
const MOST_REFUTERS = 16;
const MOST_PROBES = 64;

const mistakeOf = ({ id, mistake = id }: Reading): string => mistake;

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

/** A rival explains this share of what the best reading explains. */
const RIVAL_SHARE = 0.75;
const MOST_RIVALS = 3;

/** The reading that explains the most exchanges, with those that explain exactly the same ones. */
function bestOf<E, F>(
  all: readonly Reading[],
  given: Given<E, F>,
  search: Search<E>,
): Explanation<E> | undefined {
  const candidates = candidatesIn(all, given, search);
  const [first] = candidates.toSorted((a, b) => b.exchanges.size - a.exchanges.size);
  if (first === undefined || first.exchanges.size === 0) return undefined;
  const { exchanges } = first;
  const shared = (others: ReadonlySet<E>): number =>
    [...others].filter((one) => exchanges.has(one)).length;
  const readings: Reading[] = [];
  const alike: Reading[] = [];
  const rivals: Reading[] = [];
  for (const { reading, exchanges: explained } of candidates) {
    const isOf = (one: Reading): boolean => mistakeOf(one) === mistakeOf(reading);
    const isSame = explained.size === exchanges.size && shared(explained) === exchanges.size;
    if (isSame) (readings.some(isOf) ? alike : readings).push(reading);
    else if (!rivals.some(isOf) && shared(explained) >= RIVAL_SHARE * exchanges.size)
      rivals.push(reading);
  }
  const ofOtherMistakes = rivals.filter(
    (rival) => !readings.some((one) => mistakeOf(one) === mistakeOf(rival)),
  );
  return { readings, alike, rivals: ofOtherMistakes.slice(0, MOST_RIVALS), exchanges };
}

/** Numbers of exchanges. */
interface Counts {
  readonly explained: number;
  /** Conforming exchanges that the reading could change, and for which it predicts the response. */
  readonly kept: number;
  /** Open exchanges that the reading could explain. */
  readonly about: number;
}

/** Whether the reading explains enough exchanges that it does not fit by chance. */
function isEnough(
  { isFact, opens, isPlain }: Reading,
  { explained, kept, about }: Counts,
): boolean {
  if (isFact || opens) return explained >= LEAST_OF_SEVERAL;
  const isProven = explained > 1 || kept >= LEAST_TOUCHED;
  // A few exchanges among others may fit by chance.
  const isFew = explained < LEAST_OF_SEVERAL && explained < about;
  return isPlain === true || (isProven && !isFew);
}

interface Candidate<E> {
  readonly reading: Reading;
  readonly exchanges: ReadonlySet<E>;
}

/**
 * The readings that explain the simplest exchange, in their order, with all that they explain. A
 * reading that explains too little to be a rival of the best may be missing.
 */
function candidatesIn<E, F>(
  all: readonly Reading[],
  given: Given<E, F>,
  search: Search<E>,
): readonly Candidate<E>[] {
  const { readings, facts } = given;
  const { chosen, open, simplest } = search;
  const possible = all
    .filter(
      (reading) =>
        !chosen.includes(reading) &&
        readings.touches(reading, simplest, facts) &&
        isExplained(simplest, { reading, chosen }, given) &&
        !isRefutedSoon(reading, given, search),
    )
    .map((reading) => ({
      reading,
      touched: open.filter((exchange) => readings.touches(reading, exchange, facts)),
    }));
  let most = 0;
  const found = new Map<Reading, ReadonlySet<E>>();
  // Those that may explain the most come first, so that others are given up early.
  for (const { reading, touched } of possible.toSorted(
    (a, b) => b.touched.length - a.touched.length,
  )) {
    const exchanges = explainedBy(reading, given, {
      ...search,
      touched,
      least: RIVAL_SHARE * most,
    });
    if (exchanges === undefined) continue;
    found.set(reading, exchanges);
    most = Math.max(most, exchanges.size);
  }
  return possible.flatMap(({ reading }) => {
    const exchanges = found.get(reading);
    return exchanges === undefined ? [] : [{ reading, exchanges }];
  });
}

interface Tried {
  readonly reading: Reading;
  /** The readings that were found before. */
  readonly chosen: readonly Reading[];
}

const isExplained = <E, F>(
  exchange: E,
  { reading, chosen }: Tried,
  { readings, facts, expected }: Given<E, F>,
): boolean =>
  (reading.isPlain === true || !expected?.has(exchange)) &&
  readings.judge(exchange, facts, [...chosen, reading]) === 'conforms';

/**
 * The right responses, which refute the reading if it predicts something else. They include those
 * that are right only in what readings predict, unless the response itself states the reading.
 */
const mayRefute = <E, F>({ isPlain }: Reading, { kept, expected }: Given<E, F>): readonly E[] =>
  isPlain === true ? kept : [...kept, ...(expected ?? [])];

const deviatesFrom =
  <E, F>({ reading, chosen }: Tried, { readings, facts }: Given<E, F>) =>
  (exchange: E): boolean =>
    readings.touches(reading, exchange, facts) &&
    readings.judge(exchange, facts, [...chosen, reading]) === 'deviates';

/** Whether one of a few right responses of all kinds refutes the reading, as is usual. */
function isRefutedSoon<E, F>(
  reading: Reading,
  given: Given<E, F>,
  { chosen, refuters }: Search<E>,
): boolean {
  const right = mayRefute(reading, given);
  const deviates = deviatesFrom({ reading, chosen }, given);
  const step = Math.ceil(right.length / MOST_PROBES);
  return (
    refuters.some((one) => right.includes(one) && deviates(one)) ||
    right.some((one, at) => at % step === 0 && deviates(one))
  );
}

interface Wanted<E> extends Search<E> {
  /** The open exchanges that the reading touches. */
  readonly touched: readonly E[];
  /** The number of exchanges that the reading must explain. */
  readonly least: number;
}

/**
 * Returns the open exchanges that the reading explains beside the chosen ones. Returns undefined if
 * these are too few, if a conforming exchange refutes it, or if it predicts other wrong responses
 * than those that came.
 */
function explainedBy<E, F>(
  reading: Reading,
  given: Given<E, F>,
  wanted: Wanted<E>,
): ReadonlySet<E> | undefined {
  const { readings, facts, violated } = given;
  const { chosen, open, refuters } = wanted;
  const explained = explainedAmong(reading, given, wanted);
  if (explained === undefined) return undefined;
  const deviates = deviatesFrom({ reading, chosen }, given);
  const right = mayRefute(reading, given);
  const refuter = right.find(deviates);
  if (refuter !== undefined) {
    refuters.unshift(refuter);
    refuters.splice(MOST_REFUTERS);
    return undefined;
  }
  const counts = {
    explained: explained.size,
    kept: right.filter((one) => readings.touches(reading, one, facts)).length,
    about: open.filter((one) => readings.isAbout?.(reading, one) ?? true).length,
  };
  // What the chosen readings explain must stay explained.
  const isOpen = new Set(open);
  const isLost = violated.some(
    (exchange) =>
      !isOpen.has(exchange) &&
      readings.judge(exchange, facts, chosen) === 'conforms' &&
      deviates(exchange),
  );
  return isEnough(reading, counts) && !isLost ? explained : undefined;
}

/**
 * The touched exchanges that the reading explains. Undefined as soon as these are too few, or the
 * reading predicts other wrong responses than those that came. Other mistakes may change some
 * responses further, so one wrong prediction in three is allowed, but none for an experiment.
 */
function explainedAmong<E, F>(
  reading: Reading,
  given: Given<E, F>,
  { chosen, touched, least }: Wanted<E>,
): ReadonlySet<E> | undefined {
  const { readings, facts, experiments } = given;
  const withReading = [...chosen, reading];
  const explained = new Set<E>();
  let wrong = 0;
  for (const [at, exchange] of touched.entries()) {
    if (isExplained(exchange, { reading, chosen }, given)) explained.add(exchange);
    else if (
      readings.judge(exchange, facts, withReading) === 'deviates' &&
      readings.differs(exchange, facts, withReading)
    ) {
      wrong += 1;
      if (experiments?.has(exchange) === true || 3 * wrong > touched.length) return undefined;
    }
    if (explained.size + touched.length - at - 1 < least) return undefined;
  }
  return 2 * wrong > explained.size ? undefined : explained;
}
