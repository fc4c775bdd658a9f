/**
 * Searches for the defect of the reference server that best explains the violations of a target.
 */

import type { Inquiry } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import type { Defect, Dialect } from '../reference/index.js';
import { isMuch } from './candidates.js';
import type { Comparison } from './comparison.js';
import { spread } from './spread.js';
import { type Likeness, Twin } from './twin.js';

/** A candidate with the violating responses that a server with this defect gives. */
export interface Explained {
  readonly defect: Defect;
  readonly answers: ReadonlySet<Answer>;
  readonly twin: Twin;
}

/** The parameters of a search. */
export interface Search {
  readonly inquiry: Inquiry;
  readonly likeness: Likeness;
  readonly dialect: Partial<Dialect>;
  readonly comparison: Comparison;
  readonly conforming: readonly Answer[];
  /**
   * The responses whose requests are repeated in order. By default only the compared requests are
   * repeated.
   */
  readonly order?: readonly Answer[];
  readonly isOver: () => boolean;
}

/**
 * The candidates that explain the most open violations; several if they cannot be distinguished.
 * `before` contains the causes found so far.
 */
export async function bestOf(
  search: Search,
  candidates: readonly Defect[],
  open: ReadonlySet<Answer>,
  before: readonly Defect[],
): Promise<Explained[]> {
  const tried = await explaining(search, candidates, open, before);
  const best = await conforming(tried, search, open.size);
  return best.length < 2 || search.isOver() ? best : mostAlike(best, search);
}

/**
 * The candidates that explain an open violation, best first. Only one if it explains nearly all of
 * many violations and changes no conforming response.
 */
async function explaining(
  search: Search,
  candidates: readonly Defect[],
  open: ReadonlySet<Answer>,
  before: readonly Defect[],
): Promise<readonly Explained[]> {
  const tried: Explained[] = [];
  for (const defect of candidates) {
    // A cause that explains everything is reported, although an untried candidate may explain it,
    // too.
    if (search.isOver()) break;
    if (before.includes(defect)) continue;
    const ids = [...before, defect].map(({ id }) => id);
    const twin = new Twin(search.likeness, search.dialect, ids, search.order);
    const answers = await explainedBy(twin, defect, search, open);
    if (answers.size === 0) continue;
    const one = { defect, answers, twin };
    const isNearlyAll = isMuch(search.inquiry) && answers.size >= NEARLY_ALL * open.size;
    if (isNearlyAll && (await givesAll(twin, defect, search))) return [one];
    tried.push(one);
  }
  return tried.sort((a, b) => b.answers.size - a.answers.size);
}

/**
 * Of the candidates, sorted by explained violations, those that explain the most and change no
 * conforming response.
 */
async function conforming(
  tried: readonly Explained[],
  search: Search,
  violations: number,
): Promise<Explained[]> {
  const best: Explained[] = [];
  let most = 0;
  for (const one of tried) {
    const isWhole = one.answers.size === violations;
    if (one.answers.size < most || (search.isOver() && !isWhole)) break;
    const unhurried = isWhole ? { ...search, isOver: () => false } : search;
    if (!(await givesAll(one.twin, one.defect, unhurried))) continue;
    most = one.answers.size;
    best.push(one);
  }
  return best;
}

const NEARLY_ALL = 0.9;

/**
 * The number of violations of its clause that are tried first. A candidate that reproduces none of
 * them is dropped.
 */
const TRIED = 3;

/**
 * The violations that a server with the defect reproduces and the healthy server does not. Empty if
 * it changes another violation.
 */
async function explainedBy(
  twin: Twin,
  { clause }: Defect,
  { comparison, inquiry, isOver }: Search,
  open: ReadonlySet<Answer>,
): Promise<ReadonlySet<Answer>> {
  const own = inquiry.violations
    .filter((one) => one.clause === clause)
    .flatMap(({ answers }) => answers);
  const first = own.filter((answer) => open.has(answer)).slice(0, TRIED);
  const explained = new Set<Answer>();
  let wrong = 0;
  let unchanged = 0;
  for (const answer of new Set([...first, ...open])) {
    if (isOver()) return new Set();
    const response = await twin.answerTo(answer);
    if (comparison.same(answer, response)) explained.add(answer);
    else if (comparison.unchanged(answer, response)) unchanged += 1;
    else wrong += 1;
    const hasNone = explained.size === 0 && wrong + unchanged >= TRIED;
    if (wrong > explained.size + 2 || hasNone) return new Set();
  }
  return wrong > explained.size / 4 ? new Set() : explained;
}

/**
 * The share of conforming responses that may differ if all of them are compared in every aspect.
 */
const STRAY = 0.02;

/** Whether a server with the defect reproduces every compared conforming response. */
async function givesAll(
  twin: Twin,
  { clause }: Defect,
  { comparison, conforming, inquiry: { kept }, isOver }: Search,
): Promise<boolean> {
  let others = 0;
  for (const answer of conforming) {
    if (isOver()) return false;
    if (comparison.same(answer, await twin.answerTo(answer))) continue;
    others += 1;
    // If the healthy server also gives a response, and the response conforms to the clause of the
    // defect, a difference is not a coincidence.
    if (
      comparison.kept(answer) &&
      kept.some((one) => one.answer === answer && one.clauses.has(clause))
    )
      return false;
    if (others > (comparison.isStrict ? STRAY * conforming.length : 0)) return false;
  }
  return true;
}

/** The number of responses with which candidates with the same explanation are distinguished. */
const TOLD_APART = 120;

/** Of several candidates, those that reproduce the most other responses of the run. */
async function mostAlike(
  candidates: readonly Explained[],
  { comparison, inquiry }: Search,
): Promise<Explained[]> {
  const counts = await Promise.all(
    candidates.map(async ({ twin }) => {
      let given = 0;
      for (const answer of spread(inquiry.answers, TOLD_APART))
        if (comparison.same(answer, await twin.answerTo(answer))) given += 1;
      return given;
    }),
  );
  return candidates.filter((_, at) => counts[at] === Math.max(...counts));
}

/**
 * Whether a cause explains a failure: a server with it gives every violating response of the
 * failure, a healthy server does not, and no violation of the clause stays unexplained.
 */
export async function isExplained(
  { exchanges, clauses }: Inquiry['complaints'][number],
  { comparison, inquiry: { answers, violations } }: Search,
  cause: Explained,
  open: ReadonlySet<Answer>,
): Promise<boolean> {
  const ofClause = violations.filter(({ clause }) => clause === clauses[0]);
  if (ofClause.some((one) => one.answers.some((answer) => open.has(answer)))) return false;
  const violating = new Set(violations.flatMap((one) => one.answers));
  const isGiven = async (answer: Answer): Promise<boolean> =>
    cause.answers.has(answer) || comparison.same(answer, await cause.twin.answerTo(answer));
  let isNeeded = false;
  for (const answer of answers.filter(({ exchange }) => exchanges.includes(exchange))) {
    const isShown = await isGiven(answer);
    if (violating.has(answer) && (open.has(answer) || !isShown)) return false;
    if (isShown && !comparison.givesViolation(answer)) isNeeded = true;
  }
  return isNeeded;
}
