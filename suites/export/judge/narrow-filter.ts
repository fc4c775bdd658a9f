import { type Filter, only, where } from '../../../src/protocol/export/filter.js';
import { type Column, cellValue, isNull, sortedNumbers } from '../oracle/column.js';
import { groupsOf } from '../oracle/groups.js';
import { sortable } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';

/** A filter on a column of numbers that keeps records of some groups and none of at least half of them. */
export function narrowFilter(survey: Survey, column: Column): Filter | undefined {
  for (const by of sortable(survey)) {
    if (by.kind !== 'number' || by.name === column.name) continue;
    const bound = boundOf(survey, by, column);
    if (bound !== undefined) return only(where(by.name, '<', bound));
  }
  return undefined;
}

/** The first number from which on the records below are of more than half of the groups. */
function boundOf({ records }: Survey, by: Column, column: Column): number | undefined {
  const groupsAt = new Map<number, string[]>();
  for (const record of records) {
    const number = isNull(record, by) ? undefined : Number(cellValue(record, by.name));
    if (number !== undefined) groupsAt.set(number, [...(groupsAt.get(number) ?? []), ...groupsOf([record], column)]);
  }
  const all = new Set(groupsOf(records, column)).size;
  const met = new Set<string>();
  for (const number of sortedNumbers(by)) {
    const more = new Set([...met, ...(groupsAt.get(number) ?? [])]);
    if (more.size * 2 > all) return met.size > 0 ? number : undefined;
    for (const group of more) met.add(group);
  }
  return undefined;
}
