/**
 * Finds the reading that explains a violated exchange and the most others. A reading that explains
 * the exchange is tried in this order, because most readings are refuted: by a few conforming
 * exchanges, by the other violated ones, and by all conforming ones.
 */

import { type Explanation, type JudgeOfReadings, mistakeOf, type Reading } from './reading.js';

/** What is explained, and by what. */
export interface Given<E, F> {
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

/** A reading must explain this number of open exchanges, or all that it is about (`isEnough`). */
const LEAST_OF_SEVERAL = 3;
/** A reading with one explained exchange needs this many conforming exchanges that it touches. */
const LEAST_TOUCHED = 2;

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

/** The numbers of refuting and of other conforming exchanges that are tried first. */
const MOST_REFUTERS = 16;
const MOST_PROBES = 64;
/**
 * Samples of the touched exchanges are tried before the rest: at most this number of them. The
 * reading is given up if more than this share of its predictions for a sample is wrong.
 */
const FIRST_SAMPLE = { size: 8, share: 0.75 };
const SAMPLES = [FIRST_SAMPLE, { size: 16, share: 0.75 }, { size: 32, share: 0.5 }];

/**
 * A rival has at least this share of the merit of the best reading, and explains at least this share
 * of its exchanges.
 */
const RIVAL_SHARE = 0.75;
const MOST_RIVALS = 3;

/** The reading that explains the most exchanges, with those that explain exactly the same ones. */
export function bestOf<E, F>(
  all: readonly Reading[],
  given: Given<E, F>,
  search: Search<E>,
): Explanation<E> | undefined {
  const candidates = candidatesIn(all, given, search);
  const [first] = candidates.toSorted((a, b) => b.merit - a.merit);
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
  readonly merit: number;
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
  const possible = all.filter(
    (reading) =>
      !chosen.includes(reading) &&
      readings.touches(reading, simplest, facts) &&
      isExplained(simplest, { reading, chosen }, given) &&
      !isRefutedSoon(reading, given, search),
  );
  const untried = possible.map(
    (reading): Trial<E> => ({
      reading,
      touched: open.filter((exchange) => readings.touches(reading, exchange, facts)),
      tried: new Set(),
      explained: new Set(),
      wrong: new Set(),
    }),
  );
  const trials = untried
    .filter((trial) => fits(trial, FIRST_SAMPLE, given, { ...search, least: 0 }))
    // Those that explain the most come first, so that others are given up early.
    .toSorted((a, b) => estimateOf(b) - estimateOf(a));
  let most = 0;
  const found = new Map<Reading, Candidate<E>>();
  for (const trial of trials) {
    const { reading } = trial;
    const exchanges = explainedBy(trial, given, { ...search, least: RIVAL_SHARE * most });
    if (exchanges === undefined) continue;
    const merit = meritOf(trial);
    found.set(reading, { reading, exchanges, merit });
    most = Math.max(most, merit);
  }
  return possible.flatMap((reading) => found.get(reading) ?? []);
}

/** The open exchanges that a reading touches, and what it explains of those that were tried. */
interface Trial<E> {
  readonly reading: Reading;
  readonly touched: readonly E[];
  readonly tried: Set<E>;
  readonly explained: Set<E>;
  /** Those for which it predicts another wrong response. */
  readonly wrong: Set<E>;
}

/**
 * How much the reading explains. A wrong prediction counts twice against it, because it needs
 * another mistake.
 */
const meritOf = <E>({ explained, wrong }: Trial<E>): number => explained.size - 2 * wrong.size;

/** The merit if the other exchanges are like those that were tried. */
const estimateOf = <E>(trial: Trial<E>): number =>
  (trial.touched.length * meritOf(trial)) / Math.max(1, trial.tried.size);

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
  return (
    refuters.some((one) => right.includes(one) && deviates(one)) ||
    spread(right, MOST_PROBES).some(deviates)
  );
}

/** At most this number of exchanges, of all kinds. */
export function spread<E>(exchanges: readonly E[], most: number): readonly E[] {
  const step = Math.ceil(exchanges.length / most);
  return exchanges.filter((_, at) => at % step === 0);
}

interface Wanted<E> extends Search<E> {
  /** The least merit of the reading. */
  readonly least: number;
}

/**
 * Returns the open exchanges that the reading explains beside the chosen ones. Returns undefined if
 * its merit is too small, or if a conforming exchange refutes it.
 */
function explainedBy<E, F>(
  trial: Trial<E>,
  given: Given<E, F>,
  wanted: Wanted<E>,
): ReadonlySet<E> | undefined {
  const { readings, facts, violated } = given;
  const { chosen, open, refuters, least } = wanted;
  const { reading, touched, explained } = trial;
  for (const sample of SAMPLES) {
    if (!fits(trial, sample, given, wanted)) return undefined;
    // Half of it is enough, because a sample is not exact.
    if (least > 0 && estimateOf(trial) < least / 2) return undefined;
  }
  if (!touched.every((exchange) => mayExplain(trial, exchange, given, wanted))) return undefined;
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
  // The simplest exchanges stay the first.
  return isEnough(reading, counts) && !isLost
    ? new Set(touched.filter((one) => explained.has(one)))
    : undefined;
}

/** Whether the reading still may explain enough after a sample of the touched exchanges. */
function fits<E, F>(
  trial: Trial<E>,
  { size, share }: typeof FIRST_SAMPLE,
  given: Given<E, F>,
  wanted: Wanted<E>,
): boolean {
  const some = spread(trial.touched, size);
  return (
    some.every((exchange) => mayExplain(trial, exchange, given, wanted)) &&
    some.filter((one) => trial.wrong.has(one)).length <= share * some.length
  );
}

/**
 * Tries an exchange. Returns whether the reading may still have enough merit. No prediction for an
 * experiment may be wrong.
 */
function mayExplain<E, F>(
  trial: Trial<E>,
  exchange: E,
  given: Given<E, F>,
  { chosen, least }: Wanted<E>,
): boolean {
  const { readings, facts, experiments } = given;
  const { reading, touched, tried, explained, wrong } = trial;
  if (tried.has(exchange)) return true;
  tried.add(exchange);
  const withReading = [...chosen, reading];
  const isWrong = (): boolean =>
    readings.judge(exchange, facts, withReading) === 'deviates' &&
    readings.differs(exchange, facts, withReading);
  if (isExplained(exchange, { reading, chosen }, given)) explained.add(exchange);
  else if (isWrong()) wrong.add(exchange);
  const isRefuted = experiments?.has(exchange) === true && wrong.has(exchange);
  return !isRefuted && meritOf(trial) + touched.length - tried.size >= least;
}
