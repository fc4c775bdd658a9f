/**
 * Searches for the defects of the reference server that together explain the violations of a
 * target.
 */

import type { Inquiry } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import type { Defect, Dialect } from '../reference/index.js';
import { type Response, similarity } from './aspects.js';
import { hasManyFailures } from './candidates.js';
import type { Comparison } from './comparison.js';
import { spread } from './spread.js';
import { Twin, type TwinInput } from './twin.js';

/**
 * A candidate is a defect of the reference server that may explain violations. A fault is a
 * candidate that the search has accepted. A twin is a reference server with such defects.
 */
export interface Search {
  readonly inquiry: Inquiry;
  readonly twinInput: TwinInput;
  readonly dialect: Partial<Dialect>;
  readonly comparison: Comparison;
  /** Responses without a violation. A correct candidate must reproduce nearly all of them, too. */
  readonly conforming: readonly Answer[];
  /** The responses that must be explained. */
  readonly violating: readonly Answer[];
  /** The violated clauses. */
  readonly violated: ReadonlySet<string>;
  /** Defects with which the reference server ignores the same features as the target. */
  readonly ignoring: readonly string[];
  /**
   * The reference server gets these requests in this order. Default: it gets only the compared
   * requests.
   */
  readonly order?: readonly Answer[];
  /** Whether the time for the search is over. */
  readonly isOver: () => boolean;
}

export interface Found {
  /** For each cause the faults that explain its violations equally well. */
  readonly causes: readonly (readonly Defect[])[];
  /** A reference server with the first fault of each cause. */
  readonly twin: Twin;
  /** The violating responses that `twin` reproduces. */
  readonly given: ReadonlySet<Answer>;
}

/** A candidate that was tried in addition to the faults already found. */
interface Tried {
  readonly defect: Defect;
  readonly twin: Twin;
  /** The violating responses that are reproduced only with the candidate. */
  readonly explained: readonly Answer[];
  /** The total gain in similarity of other violating responses. */
  readonly similarityGain: number;
}

/**
 * A violation is open until a fault explains it. After the first fault, a further fault must
 * explain at least this number of open violations, or all of them if fewer are open. A fault that
 * explains fewer is accepted only if the sum of its gains in similarity reaches this number.
 */
const LEAST_EXPLAINED = 3;
const MAX_CAUSES = 6;

/** A reference server with the given faults. It ignores the same features as the target. */
export const twinWith = (
  { twinInput, dialect, order, ignoring }: Search,
  faults: readonly Defect[],
): Twin => new Twin(twinInput, dialect, [...ignoring, ...faults.map(({ id }) => id)], order);

/**
 * Each round adds the candidate with the highest score. Similarity counts in the score, too,
 * because no single candidate reproduces a response that two faults of the target affect.
 */
export async function findCauses(search: Search, candidates: readonly Defect[]): Promise<Found> {
  const { comparison, violating } = search;
  const twin = twinWith(search, []);
  const given =
    search.ignoring.length > 0
      ? await givenBy(twin, search)
      : new Set(violating.filter((answer) => comparison.healthyGivesViolation(answer)));
  let found: Found = { causes: [], twin, given };
  for (let round = 0; round < MAX_CAUSES && found.given.size < violating.length; round += 1) {
    const best = await bestOf(search, candidates, found);
    const [first] = best;
    if (first === undefined) break;
    const least = Math.min(LEAST_EXPLAINED, openOf(found, search));
    const explainsLittle = round > 0 && first.explained.length < least;
    if (explainsLittle && first.similarityGain < LEAST_EXPLAINED) break;
    const causes = [...found.causes, best.map(({ defect }) => defect)];
    found = { causes, twin: first.twin, given: await givenBy(first.twin, search) };
  }
  return withoutNeedless(found, search);
}

const openOf = ({ given }: Found, { violating }: Search): number => violating.length - given.size;

async function givenBy(
  twin: Twin,
  { comparison, violating }: Search,
): Promise<ReadonlySet<Answer>> {
  const given = new Set<Answer>();
  for (const answer of violating)
    if (comparison.reproduces(answer, await twin.answerTo(answer))) given.add(answer);
  return given;
}

/** A fault is needless if the server reproduces at least as many responses without it. */
async function withoutNeedless(found: Found, search: Search): Promise<Found> {
  for (const cause of found.causes) {
    if (found.causes.length < 2) break;
    const causes = found.causes.filter((one) => one !== cause);
    const twin = twinWith(search, firstFaults(causes));
    const given = await givenBy(twin, search);
    if (given.size >= found.given.size) return withoutNeedless({ causes, twin, given }, search);
  }
  return found;
}

export const firstFaults = (causes: Found['causes']): readonly Defect[] =>
  causes.flatMap(([first]) => first ?? []);

/**
 * Returns the candidate with the highest score that also reproduces the conforming responses, or
 * several candidates if the responses do not distinguish them.
 */
async function bestOf(
  search: Search,
  candidates: readonly Defect[],
  found: Found,
): Promise<readonly Tried[]> {
  const tried = await tryAll(search, candidates, found);
  const open = openOf(found, search);
  const best = await bestConforming(tried, search, open);
  return best.length < 2 || search.isOver() ? best : mostAlike(best, search);
}

/**
 * Returns candidates that explain violations or increase the similarity, best first. If many checks
 * failed, the first candidate that explains nearly all violations and reproduces the conforming
 * responses is returned alone.
 */
async function tryAll(
  search: Search,
  candidates: readonly Defect[],
  found: Found,
): Promise<readonly Tried[]> {
  const before = firstFaults(found.causes);
  const open = openOf(found, search);
  const tried: Tried[] = [];
  for (const defect of candidates) {
    // Defects of clauses that were not violated come last. They are not tried after a candidate
    // that explains most violations.
    const isClauseUnviolated = !search.violated.has(defect.clause);
    const areMostExplained = tried.some(
      ({ explained }) => explained.length >= ENOUGH_EXPLAINED * open,
    );
    if (search.isOver() || (isClauseUnviolated && areMostExplained)) break;
    if (before.includes(defect) || search.ignoring.includes(defect.id)) continue;
    const twin = twinWith(search, [...before, defect]);
    const one = await tryOne(twin, defect, search, found);
    if (one === undefined) continue;
    const isNearlyAll =
      hasManyFailures(search.inquiry) && one.explained.length >= NEARLY_ALL * open;
    if (isNearlyAll && (await reproducesConforming(twin, defect, search))) return [one];
    tried.push(one);
  }
  return tried.sort((a, b) => scoreOf(b) - scoreOf(a));
}

/** This share of the open violations counts as nearly all of them. */
const NEARLY_ALL = 0.9;
/** A candidate that explains this share of the open violations explains most of them. */
const ENOUGH_EXPLAINED = 0.8;

/** The maximum number of violations of the candidate's own clause that are compared first. */
const FIRST_COMPARED = 3;
/**
 * A candidate that explains no response must make at least this number of responses more similar.
 */
const LEAST_BETTER = 3;
/** A candidate is given up after this number of violations without an improvement. */
const MAX_WITHOUT_GAIN = 8;
/** A smaller change in similarity counts as no change. */
const LEAST_GAIN = 0.02;

/**
 * Returns undefined if the candidate improves too few responses, if it makes too many responses
 * less similar, or if the time is over.
 */
async function tryOne(
  twin: Twin,
  defect: Defect,
  search: Search,
  found: Found,
): Promise<Tried | undefined> {
  const changes = new Changes();
  for (const answer of inComparisonOrder(defect, search, found)) {
    if (search.isOver()) return undefined;
    changes.add(answer, await changeOf(answer, twin, search, found));
    if (changes.isHopeless) return undefined;
  }
  return changes.isBetter
    ? { defect, twin, explained: changes.explained, similarityGain: changes.similarityGain }
    : undefined;
}

class Changes {
  readonly explained: Answer[] = [];
  /** The total gain in similarity of responses that the candidate does not explain. */
  similarityGain = 0;
  #compared = 0;
  #better = 0;
  #worse = 0;

  add(answer: Answer, change: 'explained' | number): void {
    this.#compared += 1;
    if (change === 'explained') this.explained.push(answer);
    else if (change < 0) this.#worse += 1;
    else if (change > 0) {
      this.#better += 1;
      this.similarityGain += change;
    }
  }

  get #good(): number {
    return this.explained.length + this.#better;
  }

  get isHopeless(): boolean {
    return (this.#good === 0 && this.#compared >= MAX_WITHOUT_GAIN) || this.#worse > this.#good + 2;
  }

  get isBetter(): boolean {
    const isEnough = this.explained.length > 0 || this.#better >= LEAST_BETTER;
    return isEnough && this.#worse <= this.#good / 4;
  }
}

/**
 * First some unexplained responses that violate the clause of the defect, then the other
 * unexplained responses, and last the explained responses.
 */
function inComparisonOrder(
  { clause }: Defect,
  { inquiry, violating }: Search,
  { given }: Found,
): ReadonlySet<Answer> {
  const own = inquiry.violations
    .filter((one) => one.clause === clause)
    .flatMap(({ answers }) => answers);
  const open = violating.filter((answer) => !given.has(answer));
  const first = own.filter((answer) => open.includes(answer)).slice(0, FIRST_COMPARED);
  return new Set([...first, ...open, ...given]);
}

/**
 * Returns `explained` if the candidate newly reproduces the response, otherwise the gain in
 * similarity. A response that is no longer reproduced counts as -1.
 */
async function changeOf(
  answer: Answer,
  twin: Twin,
  { comparison }: Search,
  found: Found,
): Promise<'explained' | number> {
  const [before, response] = [await found.twin.answerTo(answer), await twin.answerTo(answer)];
  if (isIdentical(before, response)) return 0;
  const isGiven = comparison.reproduces(answer, response);
  if (found.given.has(answer)) return isGiven ? 0 : -1;
  if (isGiven) return 'explained';
  if (comparison.areEqual(answer, before, response)) return 0;
  const gain = similarity(answer, response) - similarity(answer, before);
  return Math.abs(gain) > LEAST_GAIN ? gain : 0;
}

const isIdentical = (a: Response, b: Response): boolean =>
  a === b ||
  (a.status === b.status &&
    a.body.equals(b.body) &&
    JSON.stringify(a.headers) === JSON.stringify(b.headers));

/**
 * Returns the best candidates that reproduce the conforming responses. All of them have the same
 * score. `tried` is sorted, best first, and `open` is the number of open violations. A candidate
 * that explains all of them is examined even if the time is over.
 */
async function bestConforming(
  tried: readonly Tried[],
  search: Search,
  open: number,
): Promise<readonly Tried[]> {
  const best: Tried[] = [];
  for (const one of tried) {
    const isWhole = one.explained.length === open;
    const [first] = best;
    if (first !== undefined && scoreOf(one) < scoreOf(first)) break;
    if (search.isOver() && !isWhole) break;
    const withoutTimeLimit = isWhole ? { ...search, isOver: () => false } : search;
    if (await reproducesConforming(one.twin, one.defect, withoutTimeLimit)) best.push(one);
  }
  return best;
}

/** An explained response counts as a gain of 1. */
const scoreOf = ({ explained, similarityGain }: Tried): number => explained.length + similarityGain;

/**
 * The share of conforming responses that may differ in a strict comparison. In a lenient comparison
 * no conforming response may differ.
 */
const STRAY = 0.02;

async function reproducesConforming(
  twin: Twin,
  { clause }: Defect,
  { comparison, conforming, inquiry: { kept }, isOver }: Search,
): Promise<boolean> {
  let differing = 0;
  for (const answer of conforming) {
    if (isOver()) return false;
    if (comparison.reproduces(answer, await twin.answerTo(answer))) continue;
    differing += 1;
    // This response conforms to the clause of the defect, and the reference server without defects
    // reproduces it. So the target does not have the defect.
    if (
      comparison.healthyReproduces(answer) &&
      kept.some((one) => one.answer === answer && one.clauses.has(clause))
    )
      return false;
    if (differing > (comparison.isStrict ? STRAY * conforming.length : 0)) return false;
  }
  return true;
}

/** The number of responses that are compared for candidates with the same score. */
const SAMPLE_SIZE = 120;

/** Keeps the candidates that reproduce the most responses of a sample of the run. */
async function mostAlike(
  candidates: readonly Tried[],
  { comparison, inquiry }: Search,
): Promise<readonly Tried[]> {
  const counts = await Promise.all(
    candidates.map(async ({ twin }) => {
      let given = 0;
      for (const answer of spread(inquiry.answers, SAMPLE_SIZE))
        if (comparison.reproduces(answer, await twin.answerTo(answer))) given += 1;
      return given;
    }),
  );
  return candidates.filter((_, at) => counts[at] === Math.max(...counts));
}
