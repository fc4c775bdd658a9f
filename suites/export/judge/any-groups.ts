import type { ProductRecord } from '../../../src/target/index.js';
import { mergedBy } from '../lists/grouping.js';
import { heldBy, isNull, isUnnamed, unnamedGroups } from '../oracle/held.js';
import type { Violation } from './any-answer.js';
import type { JudgedPage } from './judged-page.js';
import { describeRequest, JUDGED, matching } from './known.js';

export function judgeGroups({ page, request, known, clauses, size, start, note }: JudgedPage): Violation | undefined {
  const { records, answer } = page;
  const column = known.survey.columns.get(request.groupBy ?? '');
  if (column === undefined || answer.status === 404) return undefined;
  const { required, optional } = matching(request, known);
  const merge = mergedBy(known.semantics, column);
  const valuesOf = (list: readonly ProductRecord[]): readonly string[] =>
    list.flatMap((record) => {
      const value = heldBy(record, column.name);
      return isNull(record, column) || isUnnamed(value) ? [] : [String(value)];
    });
  const [wanted, found] = [new Set(valuesOf(required).map(merge)), valuesOf(records)];
  const may = new Set([...wanted, ...valuesOf(optional).map(merge)]);
  const named = `${column.name} among records for which ${describeRequest(request)}`;
  note(clauses.groups);
  const twice = found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined)
    return {
      clause: clauses.groups,
      expected: `one record for each ${named}`,
      actual: `${JSON.stringify(twice)} on several`,
    };
  const foreign = known.survey.complete ? found.find((value) => !may.has(merge(value))) : undefined;
  if (foreign !== undefined)
    return { clause: clauses.groups, expected: `values of ${named}`, actual: `also ${JSON.stringify(foreign)}` };
  // Groups without a name may be shown or not; without a snapshot they may be anywhere.
  const hidden = known.survey.complete
    ? unnamedGroups([...required, ...optional].map((record) => heldBy(record, column.name)))
    : UNKNOWN_UNNAMED;
  const least = Math.max(0, Math.min(size, wanted.size - start) - hidden);
  // Values that the column may take for one are one group or several.
  const most = new Set(valuesOf([...required, ...optional])).size + hidden;
  const whole = start === 0 && most <= Math.min(size, JUDGED);
  const count = whole ? new Set(found.map(merge)).size : found.length;
  if (count < (whole ? wanted.size : Math.min(least, JUDGED)))
    return {
      clause: clauses.groups,
      expected: `${wanted.size} distinct values of ${named}`,
      actual: String(count),
    };
  return undefined;
}

/** Groups without a name where not all records are known: of nulls, of empty text, and of a blank. */
const UNKNOWN_UNNAMED = 3;
