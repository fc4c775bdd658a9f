/** A fixed number of requests, or from `least` to `most` as the budget allows. */
export type Amount = number | { readonly least: number; readonly most: number };

/** The requests of a check. */
export interface Cost {
  /** Those that no other check sends. */
  readonly own: Amount;
  /** Those that other checks send as well: identical GETs are sent once in a run. */
  readonly shared: number;
}

/** The cost of a check as it is written: an amount alone stands for requests of its own. */
export function costOf(written: Amount | Partial<Cost> = 0): Cost {
  if (typeof written === 'number' || 'least' in written) return { own: written, shared: 0 };
  return { own: 0, shared: 0, ...written };
}

/** The fewest and the most requests of its own that a check sends. */
export const leastOf = ({ own }: Cost): number => (typeof own === 'number' ? own : own.least);
export const mostOf = ({ own }: Cost): number => (typeof own === 'number' ? own : own.most);
