import type { Defect } from './defect.js';

export type { Defect } from './defect.js';

export const DEFECTS: readonly Defect[] = [];

/** The defect of this id. Throws a `RangeError` when there is none. */
export function defect(id: string): Defect {
  const found = DEFECTS.find((known) => known.id === id);
  if (found === undefined) throw new RangeError(`there is no defect ${id}`);
  return found;
}
