import { type Filter, only, where } from '../../../src/protocol/export/filter.js';
import { type Column, cellValue, isNull, sortedNumbers } from '../oracle/column.js';
import { groupsOf } from '../oracle/groups.js';
import { sortable } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';

/** A filter on a column of numbers that keeps records of some groups and none of at least half of them. */
export function narrowFilter(survey: Survey, column: Column): Filter | undefined {
  const { records } = survey;
  const all = new Set(groupsOf(records, column)).size;
  for (const by of sortable(survey)) {
    if (by.kind !== 'number' || by.name === column.name) continue;
    const numbers = sortedNumbers(by);
    for (let at = Math.floor(numbers.length / 3); at > 0; at = Math.floor(at / 2)) {
      const bound = numbers[at] ?? 0;
      const kept = records.filter((record) => !isNull(record, by) && Number(cellValue(record, by.name)) < bound);
      const groups = new Set(groupsOf(kept, column)).size;
      if (groups > 0 && groups * 2 <= all) return only(where(by.name, '<', bound));
    }
  }
  return undefined;
}
