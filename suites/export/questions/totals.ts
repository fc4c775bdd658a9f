import { only } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { contrastsOf, mostDistinguishing } from '../wrong-readings/distinguishing-criteria.js';
import { filtered } from './filtered.js';

/**
 * Requests that test `meta.total` (EXP-LIST-7). The first page, a later page, a page past the end
 * and the last records must have the same total. A list with a filter has its own total.
 */
export function pagesWithTotal(known: Known): readonly (ProductsQuestion | undefined)[] {
  const { total } = known.whole;
  const example = mostDistinguishing('=', known.survey) ?? contrastsOf('=', known.survey)[0];
  return [
    {},
    total > 1 ? { limit: 1, offset: 1 } : undefined,
    { offset: total + 1000 },
    example && filtered(known, only(example), { limit: 1 }),
    { limit: 2, offset: Math.max(0, total - 1) },
  ];
}
