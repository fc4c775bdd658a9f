/** Chooses the defects that may explain the failures of a run, and the responses to compare. */

import type { Inquiry } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import { DEFECTS, type Defect } from '../reference/index.js';
import { spread } from './spread.js';

/**
 * The defects of an interface in the order in which they are tried: first defects that are already
 * known to be causes, then defects of violated clauses. After many failures, blatant defects come
 * before subtle defects. Defects of clauses that were not violated come last; they are tried
 * because the checks of their clauses may not have run.
 */
export function candidatesOf(inquiry: Inquiry, known: ReadonlySet<string>): readonly Defect[] {
  const { interface: name, complaints } = inquiry;
  const first = new Set(complaints.flatMap(({ clauses }) => clauses));
  const violated = violatedClauses(inquiry);
  const fit = DEFECTS.filter((defect) => defect.interface === name);
  const isRare = ({ severity }: Defect): boolean =>
    hasManyFailures({ complaints }) && severity === 'subtle';
  const place = (defect: Defect): number => {
    if (known.has(defect.id)) return -1;
    if (!violated.has(defect.clause)) return OTHERS;
    return (first.has(defect.clause) ? 0 : 1) + (isRare(defect) ? 2 : 0);
  };
  return fit.sort((a, b) => place(a) - place(b));
}

/** The last rank, for defects of clauses that were not violated. */
const OTHERS = 4;

/** The clauses of failed checks, and of all violations. */
export const violatedClauses = ({ complaints, violations }: Inquiry): ReadonlySet<string> =>
  new Set([
    ...complaints.flatMap(({ clauses }) => clauses),
    ...violations.map(({ clause }) => clause),
  ]);

/** Whether many checks failed, so that a defect that affects only rare requests is unlikely. */
export const hasManyFailures = ({ complaints }: Pick<Inquiry, 'complaints'>): boolean =>
  complaints.length >= 5;

/**
 * The maximum numbers of conforming responses that are compared: for the clauses that candidates
 * violate, and for other clauses.
 */
const COMPARED = { own: 70, others: 24 } as const;

/**
 * The conforming responses that are compared: some of the given clauses, and some of other clauses.
 */
export function sampleOf({ kept }: Inquiry, clauses: ReadonlySet<string>): readonly Answer[] {
  const isOwn = (one: Inquiry['kept'][number]): boolean =>
    [...one.clauses].some((clause) => clauses.has(clause));
  const [own, others] = [kept.filter(isOwn), kept.filter((one) => !isOwn(one))];
  return [...spread(own, COMPARED.own), ...spread(others, COMPARED.others)].map(
    ({ answer }) => answer,
  );
}

/**
 * The violating responses that are compared: some responses from the evidence of failed checks, and
 * some other violating responses.
 */
export function violatingOf({ violations, complaints, answers }: Inquiry): ReadonlySet<Answer> {
  const byNumber = new Map(answers.map((answer) => [answer.exchange, answer]));
  const shown = complaints.map(({ exchanges }) => [...exchanges].reverse());
  const inTurns = Array.from({ length: MOST_SHOWN }, (_, at) =>
    shown.flatMap((ids) => byNumber.get(ids[at] ?? -1) ?? []),
  );
  const shownFirst = new Set(inTurns.flat());
  const others = violations
    .flatMap((violation) => violation.answers)
    .filter((answer) => !shownFirst.has(answer));
  return new Set([...spread([...shownFirst], VIOLATING), ...spread(others, VIOLATING)]);
}

/**
 * The maximum number of violating responses that are compared from the evidence of failed checks.
 * The same maximum applies to other violating responses.
 */
const VIOLATING = 24;
/** The maximum number of responses that are taken from the evidence of one check. */
const MOST_SHOWN = 12;
