/** SQL's three-valued logic, extended to sets of possible results. */

/** A bit set of the results of a filter for one record that the document allows. */
export type Truth = number;

export const TRUE = 1;
export const FALSE = 2;
export const UNKNOWN = 4;
/** Each of the three results is allowed. */
export const OPEN = TRUE | FALSE | UNKNOWN;

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE);

/** Swaps true and false, and keeps unknown. */
export const not = (results: Truth): Truth =>
  (results & UNKNOWN) | (results & TRUE ? FALSE : 0) | (results & FALSE ? TRUE : 0);

const single: readonly Truth[] = [TRUE, FALSE, UNKNOWN];

type Rule = (a: Truth, b: Truth) => Truth;

/**
 * Extends a rule for single results to sets of results. The results are computed once for all pairs
 * of sets.
 */
function onSets(rule: Rule): Rule {
  // Each set has three bits, so a pair of sets has six.
  const table = Array.from({ length: 64 }, (_, pair) => {
    const left = single.filter((a) => (pair >> 3) & a);
    const right = single.filter((b) => pair & b);
    let result = 0;
    for (const a of left) for (const b of right) result |= rule(a, b);
    return result;
  });
  return (a, b) => table[(a << 3) | b] ?? OPEN;
}

/** False wins over unknown, and unknown over true. */
export const and = onSets((a, b) => {
  if (a === FALSE || b === FALSE) return FALSE;
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : TRUE;
});

/** True wins over unknown, and unknown over false. */
export const or = onSets((a, b) => {
  if (a === TRUE || b === TRUE) return TRUE;
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : FALSE;
});

/** A record is in the result, not in it, or may be either. */
export type Membership = 'in' | 'out' | 'open';

/** Returns the membership of a record for which a filter has these possible results. */
export function membership(results: Truth): Membership {
  if (results === TRUE) return 'in';
  return results & TRUE ? 'open' : 'out';
}
