/** Chooses the defects that may explain the failures of a run, and the responses to compare. */

import type { Inquiry } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import { DEFECTS, type Defect } from '../reference/index.js';
import { spread } from './spread.js';

/**
 * The defects that violate clauses of the run: first known causes, then defects of the failed
 * checks. After many failures, defects that affect ordinary requests come first.
 */
export function candidatesOf(
  { interface: name, complaints, violations }: Inquiry,
  known: ReadonlySet<string>,
): readonly Defect[] {
  const first = new Set(complaints.flatMap(({ clauses }) => clauses));
  const all = new Set([...first, ...violations.map(({ clause }) => clause)]);
  const fit = DEFECTS.filter(
    ({ id, clause, interface: of }) => of === name && (all.has(clause) || known.has(id)),
  );
  const isRare = ({ severity }: Defect): boolean => isMuch({ complaints }) && severity === 'subtle';
  const place = (defect: Defect): number => {
    if (known.has(defect.id)) return -1;
    return (first.has(defect.clause) ? 0 : 1) + (isRare(defect) ? 2 : 0);
  };
  return fit.sort((a, b) => place(a) - place(b));
}

/** Whether at least 5 responses violate a rule, so that a defect of rare requests is unlikely. */
export const isMuch = ({ complaints }: Pick<Inquiry, 'complaints'>): boolean =>
  complaints.length >= 5;

/**
 * The most conforming responses that are compared: of the clauses that candidates violate, and of
 * other clauses.
 */
const COMPARED = { own: 70, others: 24 } as const;

export function sampleOf({ kept }: Inquiry, clauses: ReadonlySet<string>): readonly Answer[] {
  const isOwn = (one: Inquiry['kept'][number]): boolean =>
    [...one.clauses].some((clause) => clauses.has(clause));
  const [own, others] = [kept.filter(isOwn), kept.filter((one) => !isOwn(one))];
  return [...spread(own, COMPARED.own), ...spread(others, COMPARED.others)].map(
    ({ answer }) => answer,
  );
}

/** Every response that shows a violation. */
export function violatingOf({ violations, complaints, answers }: Inquiry): ReadonlySet<Answer> {
  const byNumber = new Map(answers.map((answer) => [answer.exchange, answer]));
  const shown = complaints.map(({ exchanges }) => [...exchanges].reverse());
  const told = Array.from({ length: MOST_SHOWN }, (_, at) =>
    shown.flatMap((ids) => byNumber.get(ids[at] ?? -1) ?? []),
  );
  const shownFirst = new Set(told.flat());
  const others = violations
    .flatMap((violation) => violation.answers)
    .filter((answer) => !shownFirst.has(answer));
  return new Set([...spread([...shownFirst], VIOLATING), ...spread(others, VIOLATING)]);
}

/** The most violating responses that are compared, and the most of them that failures show. */
const VIOLATING = 24;
const MOST_SHOWN = 12;
