import { groupsOf, mergedBy, unnamedGroups } from '../oracle/groups.js';
import { cellValue } from '../oracle/held.js';
import type { JudgedPage } from './judged-page.js';
import { describeRequest, JUDGED, matching } from './matching.js';
import type { Violation } from './violation.js';

export function judgeGroups({
  page,
  request,
  known,
  survey,
  clauses,
  size,
  start,
  note,
}: JudgedPage): Violation | undefined {
  const { records, answer } = page;
  const column = survey.columns.get(request.groupBy ?? '');
  if (column === undefined || answer.status === 404) return undefined;
  const { required, optional } = matching(request, known);
  const merge = mergedBy(known.comparisonRules, column);
  const [wanted, found] = [new Set(groupsOf(required, column).map(merge)), groupsOf(records, column)];
  const may = new Set([...wanted, ...groupsOf(optional, column).map(merge)]);
  const named = `${column.name} among records for which ${describeRequest(request)}`;
  note(clauses.groups);
  const twice = found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined)
    return {
      clause: clauses.groups,
      expected: `one record for each ${named}`,
      actual: `${JSON.stringify(twice)} on several`,
    };
  if (survey.shown !== undefined) return undefined;
  const foreign = survey.complete ? found.find((value) => !may.has(merge(value))) : undefined;
  if (foreign !== undefined)
    return { clause: clauses.groups, expected: `values of ${named}`, actual: `also ${JSON.stringify(foreign)}` };
  // Groups without a name may be shown or not; without a snapshot they may be anywhere.
  const all = [...required, ...optional];
  const hidden = survey.complete ? unnamedGroups(all.map((record) => cellValue(record, column.name))) : UNKNOWN_UNNAMED;
  const least = Math.max(0, Math.min(size, wanted.size - start) - hidden);
  // Values that the column may take for one are one group or several.
  const most = new Set(groupsOf(all, column)).size + hidden;
  const whole = start === 0 && most <= Math.min(size, Math.max(JUDGED, survey.pageSize));
  const count = whole ? new Set(found.map(merge)).size : found.length;
  if (count < (whole ? wanted.size : Math.min(least, Math.max(JUDGED, survey.pageSize))))
    return {
      clause: clauses.groups,
      expected: `${wanted.size} distinct values of ${named}`,
      actual: String(count),
    };
  return undefined;
}

/** Groups without a name where not all records are known: of nulls, of empty text, and of a blank. */
const UNKNOWN_UNNAMED = 3;
