import { deviates } from '../../../src/harness/index.js';
import { type Filter, only, where } from '../../../src/protocol/export/filter.js';
import type { ProductRecord } from '../../../src/settings/index.js';
import { type Column, sortedNumbers } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import { groupsOf, mergedBy } from '../oracle/groups.js';
import { heldBy, isNull } from '../oracle/held.js';
import type { ProductPage } from '../product-page.js';
import { sortable } from '../survey/columns.js';
import type { Survey } from '../survey/survey.js';

/** What a grouped page of up to 100 records is held against. */
export interface ExpectedGroups {
  readonly column: Column;
  readonly matching: readonly ProductRecord[];
  readonly survey: Survey;
  readonly semantics: Semantics;
  /** The groups in words. */
  readonly name: string;
}

/** A page of groups: no value twice, none that the matching records do not hold, and none missing of those known. */
export function expectGroupsAmong({ answer, records }: ProductPage, expected: ExpectedGroups): string {
  const { column, matching, survey, semantics, name } = expected;
  const merge = mergedBy(semantics, column);
  const [wanted, found] = [new Set(groupsOf(matching, column).map(merge)), groupsOf(records, column)];
  const met = new Set(found.map(merge));
  const foreign = [...met].filter((value) => !wanted.has(value));
  const missing = [...wanted].filter((value) => !met.has(value));
  if (foreign.length > 0 && survey.complete)
    deviates(`the ${wanted.size} values of ${name}`, `also ${foreign.slice(0, 3).join(', ')}`, answer);
  if (missing.length > 0 && (records.length < 100 || (survey.complete && wanted.size <= 100)))
    deviates(`the ${wanted.size} values of ${name}`, `without ${missing.slice(0, 3).join(', ')}`, answer);
  if (found.length > new Set(found).size)
    deviates(`one record for each of the ${wanted.size} values of ${name}`, `${found.length} records`, answer);
  return `${met.size} values of ${name}`;
}

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
    const number = isNull(record, by) ? undefined : Number(heldBy(record, by.name));
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
