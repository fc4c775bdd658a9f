import { deviates } from '../../../src/harness/suite.js';
import type { Contradiction, Known } from '../model/data.js';
import { contradictionOf } from '../model/page-size.js';

/** Ends the check of a clause with what was found to contradict it before anything was tested. */
export function tell(clause: Contradiction['clause'], known: Known): void {
  const found = contradictionOf(known);
  if (found?.clause === clause) deviates(found.expected, found.actual, ...found.answers);
}
