/** The number of requests that a check needs. */

/** If a range is given, the number depends on the budget. */
export type Amount = number | { readonly least: number; readonly most: number };

export interface Cost {
  /** Requests that no other check sends. */
  readonly own: Amount;
  /** Requests that other checks send as well. Identical GETs are sent once in a run. */
  readonly shared: number;
}

/** A single amount is the number of own requests. */
export function costOf(written: Amount | Partial<Cost> = 0): Cost {
  if (typeof written === 'number' || 'least' in written) return { own: written, shared: 0 };
  return { own: 0, shared: 0, ...written };
}

export const leastOf = ({ own }: Cost): number => (typeof own === 'number' ? own : own.least);
export const mostOf = ({ own }: Cost): number => (typeof own === 'number' ? own : own.most);
