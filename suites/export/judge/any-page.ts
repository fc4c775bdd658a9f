import type { ProductPage } from '../ask.js';
import type { Exchange } from '../exchange.js';
import { cellValue } from '../oracle/column.js';
import { groupsOf, mergedBy, unnamedGroups } from '../oracle/groups.js';
import type { Known } from '../survey/data.js';
import { judgeRecords } from './any-records.js';
import { clausesFor } from './clauses-of-request.js';
import { describeRequest, JUDGED, matching, surveyFor, withoutRange } from './matching.js';
import { type JudgedPage, type Note, type Violation, violates } from './violation.js';

/** Judges a page: its window, then its groups, or its records and what `meta` says of them. */
export function judgePage(
  { question: request, target }: Exchange,
  page: ProductPage,
  known: Known | undefined,
  note: Note,
): Violation | undefined {
  const { limit = 100, offset = 0, groupBy, destination } = request;
  const [size, start] = [Number(limit), Number(offset)];
  const clauses = clausesFor(withoutRange(request, known), known?.survey.pageSize);
  const { records, meta, answer } = page;
  note(clauses.window);
  const outside = (expected: string, actual: number): Violation => violates(clauses.window, expected, actual);
  if (records.length > size && size <= JUDGED) return outside(`a page size of at most ${size}`, records.length);
  if (meta !== undefined && size <= JUDGED && meta.limit !== size) return outside(`meta.limit ${size}`, meta.limit);
  if (meta !== undefined && answer.ok && meta.offset !== start) return outside(`meta.offset ${start}`, meta.offset);
  const left = (meta?.total ?? 0) - start;
  if (start > 0 && left > 0 && groupBy === undefined && records.length > left)
    return outside(`at most ${left} of ${meta?.total} records`, records.length);
  const own = destination === undefined || destination.id === target.destination?.id;
  if (!own || known === undefined) return undefined;
  const judged = { page, request, known, survey: surveyFor(request, known), clauses, size, start, note };
  return groupBy === undefined ? judgeRecords(judged) : judgeGroups(judged);
}

/** One record for each value of the column, as far as the data is known. */
function judgeGroups(judged: JudgedPage): Violation | undefined {
  const { page, request, known, survey, clauses, size, start, note } = judged;
  const { records, answer } = page;
  const column = survey.columns.get(request.groupBy ?? '');
  if (column === undefined || answer.status === 404) return undefined;
  const { required, optional } = matching(request, known);
  const found = groupsOf(records, column);
  const all = groupsOf([...required, ...optional], column);
  const merge = mergedBy(known.comparisonRules, column, [...all, ...found]);
  const wanted = new Set(groupsOf(required, column).map(merge));
  const may = new Set(all.map(merge));
  const named = `${column.name} among records for which ${describeRequest(request)}`;
  note(clauses.groups);
  const wrong = (expected: string, actual: string | number): Violation => violates(clauses.groups, expected, actual);
  const twice = found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined) return wrong(`one record for each ${named}`, `${JSON.stringify(twice)} on several`);
  if (survey.shown !== undefined) return undefined;
  const foreign = survey.complete ? found.find((value) => !may.has(merge(value))) : undefined;
  if (foreign !== undefined) return wrong(`values of ${named}`, `also ${JSON.stringify(foreign)}`);
  // Groups without a name may be shown or not; without a snapshot they may be anywhere.
  const cells = [...required, ...optional].map((record) => cellValue(record, column.name));
  const hidden = survey.complete ? unnamedGroups(cells) : UNKNOWN_UNNAMED;
  const least = Math.max(0, Math.min(size, wanted.size - start) - hidden);
  // Values that the column may take for one are one group or several.
  const most = new Set(all).size + hidden;
  const whole = start === 0 && most <= Math.min(size, Math.max(JUDGED, survey.pageSize));
  const count = whole ? new Set(found.map(merge)).size : found.length;
  const fewest = whole ? wanted.size : Math.min(least, Math.max(JUDGED, survey.pageSize));
  return count < fewest ? wrong(`${wanted.size} distinct values of ${named}`, count) : undefined;
}

/** Groups without a name where not all records are known: of nulls, of empty text, and of a blank. */
const UNKNOWN_UNNAMED = 3;
