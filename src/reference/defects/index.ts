import type { Defect } from './defect.js';
import { EXPORT_AUTH } from './export-auth.js';

export type { Defect } from './defect.js';

export const DEFECTS: readonly Defect[] = [...EXPORT_AUTH];

const byId = new Map(DEFECTS.map((known) => [known.id, known]));

/** The defect of this id. Throws a `RangeError` when there is none. */
export function defect(id: string): Defect {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`there is no defect ${id}`);
  return found;
}
