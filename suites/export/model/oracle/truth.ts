/**
 * What a predicate may come to for a record, as a set: SQL's true, false and unknown, and any
 * mixture of them where the document leaves the answer open. Sets make room for every conforming
 * reading without a case for each.
 */
export type Truth = number;

export const TRUE = 1;
export const FALSE = 2;
export const UNKNOWN = 4;
/** Any answer conforms. */
export const OPEN = TRUE | FALSE | UNKNOWN;

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE);

/** Negation, which leaves unknown alone. */
export const not = (truth: Truth): Truth =>
  (truth & UNKNOWN) | (truth & TRUE ? FALSE : 0) | (truth & FALSE ? TRUE : 0);

const single: readonly Truth[] = [TRUE, FALSE, UNKNOWN];

type Rule = (a: Truth, b: Truth) => Truth;

/** A rule for single truths applied to sets of them, worked out once for all pairs of sets. */
function onSets(rule: Rule): Rule {
  const table = Array.from({ length: 64 }, (_, pair) => {
    let result = 0;
    for (const a of single)
      if ((pair >> 3) & a) for (const b of single) if (pair & b) result |= rule(a, b);
    return result;
  });
  return (a, b) => table[(a << 3) | b] ?? OPEN;
}

/** Conjunction in three values: false wins, then unknown. */
export const and = onSets((a, b) => {
  if (a === FALSE || b === FALSE) return FALSE;
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : TRUE;
});

/** Disjunction in three values: true wins, then unknown. */
export const or = onSets((a, b) => {
  if (a === TRUE || b === TRUE) return TRUE;
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : FALSE;
});

/** Whether a record with this truth is in the result, out of it, or may be either. */
export type Membership = 'in' | 'out' | 'open';

export function membership(truth: Truth): Membership {
  if (truth === TRUE) return 'in';
  return truth & TRUE ? 'open' : 'out';
}
