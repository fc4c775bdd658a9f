import { only, where } from '../../../src/protocol/export/filter.js';
import { longNumbers } from '../../../src/protocol/export/product-page.js';
import type { Survey } from '../model/data.js';
import { type MetamorphicRelation, relationOfTotals } from './metamorphic-relations.js';

const MAX_COLUMNS = 2;

/**
 * For whole numbers beyond 2^53: a filter with the returned digits of a number finds this number,
 * or is refused. If a server converts the number to a double, it returns rounded digits, and a
 * filter with these digits finds no record.
 */
export function longNumberRelations({ pages }: Survey): readonly MetamorphicRelation[] {
  const [first] = pages;
  const served = new Map<string, string[]>();
  for (const numbers of first === undefined ? [] : longNumbers(first.page.answer))
    for (const [name, digits] of numbers) served.set(name, [...(served.get(name) ?? []), digits]);
  return [...served].slice(0, MAX_COLUMNS).flatMap(([name, all]) => {
    const digits = all.find((one) => all.indexOf(one) === all.lastIndexOf(one)) ?? all[0];
    if (digits === undefined || first === undefined) return [];
    const found = [only(where(name, '=', digits))];
    const shown = [first.page.answer];
    const title = `${name} = with the returned digits of a number finds its record`;
    return [relationOfTotals(title, found, [], { least: 1, shown })];
  });
}
