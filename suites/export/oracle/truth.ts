/**
 * What a predicate may come to for a record, as a set: SQL's true, false and unknown, and any mixture of them where the
 * document leaves the answer open. Sets make room for every conforming reading without a case for each.
 */
export type Truth = number;

export const TRUE = 1;
export const FALSE = 2;
export const UNKNOWN = 4;
/** Any answer conforms. */
export const OPEN = TRUE | FALSE | UNKNOWN;

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE);

/** Negation, which leaves unknown alone. */
export const not = (one: Truth): Truth => (one & UNKNOWN) | (one & TRUE ? FALSE : 0) | (one & FALSE ? TRUE : 0);

const single: readonly Truth[] = [TRUE, FALSE, UNKNOWN];

function combine(a: Truth, b: Truth, rule: (a: Truth, b: Truth) => Truth): Truth {
  let result = 0;
  for (const one of single) if (a & one) for (const other of single) if (b & other) result |= rule(one, other);
  return result;
}

/** Conjunction in three values: false wins, then unknown. */
export const and = (a: Truth, b: Truth): Truth =>
  combine(a, b, (x, y) => (x === FALSE || y === FALSE ? FALSE : x === UNKNOWN || y === UNKNOWN ? UNKNOWN : TRUE));

/** Disjunction in three values: true wins, then unknown. */
export const or = (a: Truth, b: Truth): Truth =>
  combine(a, b, (x, y) => (x === TRUE || y === TRUE ? TRUE : x === UNKNOWN || y === UNKNOWN ? UNKNOWN : FALSE));

/** Whether a record with this truth is in the result, out of it, or may be either. */
export type Membership = 'in' | 'out' | 'open';

export const membership = (one: Truth): Membership => (one === TRUE ? 'in' : one & TRUE ? 'open' : 'out');
