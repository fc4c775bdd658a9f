/** The number of requests that a check needs. */

/** A fixed number of requests, or a range within which the budget decides. */
export type Amount = number | { readonly least: number; readonly most: number };

/** The requests of a check. */
export interface Cost {
  /** The number of requests that no other check sends. */
  readonly own: Amount;
  /**
   * The number of requests that other checks send as well. Identical GETs are sent once in a run.
   */
  readonly shared: number;
}

/** Completes the cost of a check. A single amount is the number of its own requests. */
export function costOf(written: Amount | Partial<Cost> = 0): Cost {
  if (typeof written === 'number' || 'least' in written) return { own: written, shared: 0 };
  return { own: 0, shared: 0, ...written };
}

/** The smallest and the largest number of a check's own requests. */
export const leastOf = ({ own }: Cost): number => (typeof own === 'number' ? own : own.least);
export const mostOf = ({ own }: Cost): number => (typeof own === 'number' ? own : own.most);
