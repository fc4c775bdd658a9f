/** Chooses the defects that may explain the failures of a run, and the responses to compare. */

import type { Inquiry } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import { DEFECTS, type Defect } from '../reference/index.js';
import { spread } from './spread.js';

/**
 * Returns the defects in the order in which they are tried. Defects that already explain other
 * failures come first, then defects of clauses that failed checks report, then defects of other
 * violated clauses, and last all other defects. After many failures, subtle defects of violated
 * clauses are tried after all other defects of violated clauses.
 */
export function candidatesOf(inquiry: Inquiry, known: ReadonlySet<string>): readonly Defect[] {
  const { interface: name, complaints } = inquiry;
  const first = new Set(complaints.flatMap(({ clauses }) => clauses));
  const violated = violatedClauses(inquiry);
  const fit = DEFECTS.filter((defect) => defect.interface === name);
  const isUnlikely = ({ severity }: Defect): boolean =>
    hasManyFailures({ complaints }) && severity === 'subtle';
  const place = (defect: Defect): number => {
    if (known.has(defect.id)) return -1;
    if (!violated.has(defect.clause)) return OTHERS;
    return (first.has(defect.clause) ? 0 : 1) + (isUnlikely(defect) ? 2 : 0);
  };
  return fit.sort((a, b) => place(a) - place(b));
}

/** The place of defects of other clauses, after the places 0 to 3 of violated clauses. */
const OTHERS = 4;

export const violatedClauses = ({ complaints, violations }: Inquiry): ReadonlySet<string> =>
  new Set([
    ...complaints.flatMap(({ clauses }) => clauses),
    ...violations.map(({ clause }) => clause),
  ]);

/** After many failures, a defect that affects only rare requests is unlikely. */
export const hasManyFailures = ({ complaints }: Pick<Inquiry, 'complaints'>): boolean =>
  complaints.length >= 5;

/**
 * The maximum numbers of conforming responses to compare. `own` limits the responses that were
 * tested by the given clauses, and `others` limits all other responses.
 */
const COMPARED = { own: 70, others: 24 } as const;

/** Conforming responses to compare: some that were tested by the given clauses, and some others. */
export function sampleOf({ kept }: Inquiry, clauses: ReadonlySet<string>): readonly Answer[] {
  const isOwn = (one: Inquiry['kept'][number]): boolean =>
    [...one.clauses].some((clause) => clauses.has(clause));
  const [own, others] = [kept.filter(isOwn), kept.filter((one) => !isOwn(one))];
  return [...spread(own, COMPARED.own), ...spread(others, COMPARED.others)].map(
    ({ answer }) => answer,
  );
}

/** Violating responses to compare: some from the evidence of failed checks, and some others. */
export function violatingOf({ violations, complaints, answers }: Inquiry): ReadonlySet<Answer> {
  const byNumber = new Map(answers.map((answer) => [answer.exchange, answer]));
  const shown = complaints.map(({ exchanges }) => [...exchanges].reverse());
  const inTurns = Array.from({ length: MAX_SHOWN }, (_, at) =>
    shown.flatMap((ids) => byNumber.get(ids[at] ?? -1) ?? []),
  );
  const shownFirst = new Set(inTurns.flat());
  const others = violations
    .flatMap((violation) => violation.answers)
    .filter((answer) => !shownFirst.has(answer));
  return new Set([...spread([...shownFirst], MAX_VIOLATING), ...spread(others, MAX_VIOLATING)]);
}

/**
 * The maximum number of responses from the evidence of failed checks, and also of other violating
 * responses.
 */
const MAX_VIOLATING = 24;
/** The maximum number of responses from the evidence of one check. */
const MAX_SHOWN = 12;
