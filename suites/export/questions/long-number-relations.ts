import { only, where } from '../../../src/protocol/export/filter.js';
import { longNumbers } from '../../../src/protocol/export/product-page.js';
import type { Survey } from '../model/data.js';
import { adds, type MetamorphicRelation } from './metamorphic-relations.js';

/** The most columns of long numbers. */
const MOST = 2;

/**
 * A filter with the returned digits of a whole number beyond 2^53 finds the number, or is refused.
 * A server that returns a double instead of the number finds other numbers.
 */
export function longNumberRelations({ pages }: Survey): readonly MetamorphicRelation[] {
  const [first] = pages;
  const served = new Map<string, string[]>();
  for (const numbers of first === undefined ? [] : longNumbers(first.page.answer))
    for (const [name, digits] of numbers) served.set(name, [...(served.get(name) ?? []), digits]);
  return [...served].slice(0, MOST).flatMap(([name, all]) => {
    const digits = all.find((one) => all.indexOf(one) === all.lastIndexOf(one)) ?? all[0];
    if (digits === undefined || first === undefined) return [];
    const found = [only(where(name, '=', digits))];
    const shown = [first.page.answer];
    return [
      adds(`= finds a number with its returned digits on ${name}`, found, [], { least: 1, shown }),
    ];
  });
}
