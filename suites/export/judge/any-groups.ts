import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductPage } from '../ask.js';
import { cellValue } from '../oracle/column.js';
import { groupsOf, mergedBy, unnamedGroups } from '../oracle/groups.js';
import type { Known, Survey } from '../survey/data.js';
import type { Clauses } from './clauses-of-request.js';
import { describeRequest, JUDGED, matching } from './matching.js';
import { type Note, type Violation, violates } from './violation.js';

/** A page of the own destination, what was asked for, and what it is compared with. */
export interface JudgedPage {
  readonly page: ProductPage;
  readonly request: ProductsQuestion;
  readonly known: Known;
  /** What the page is compared with: the whole data, a key range, or a sample. */
  readonly survey: Survey;
  /** Which clause each aspect of the page belongs to. */
  readonly clauses: Clauses;
  /** Records that it has at most. */
  readonly size: number;
  /** Records that come before it. */
  readonly start: number;
  readonly note: Note;
}

export function judgeGroups(judged: JudgedPage): Violation | undefined {
  const { page, request, known, survey, clauses, size, start, note } = judged;
  const { records, answer } = page;
  const column = survey.columns.get(request.groupBy ?? '');
  if (column === undefined || answer.status === 404) return undefined;
  const { required, optional } = matching(request, known);
  const merge = mergedBy(known.comparisonRules, column);
  const [wanted, found] = [new Set(groupsOf(required, column).map(merge)), groupsOf(records, column)];
  const may = new Set([...wanted, ...groupsOf(optional, column).map(merge)]);
  const named = `${column.name} among records for which ${describeRequest(request)}`;
  note(clauses.groups);
  const wrong = (expected: string, actual: string | number): Violation => violates(clauses.groups, expected, actual);
  const twice = found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined) return wrong(`one record for each ${named}`, `${JSON.stringify(twice)} on several`);
  if (survey.shown !== undefined) return undefined;
  const foreign = survey.complete ? found.find((value) => !may.has(merge(value))) : undefined;
  if (foreign !== undefined) return wrong(`values of ${named}`, `also ${JSON.stringify(foreign)}`);
  // Groups without a name may be shown or not; without a snapshot they may be anywhere.
  const all = [...required, ...optional];
  const hidden = survey.complete ? unnamedGroups(all.map((record) => cellValue(record, column.name))) : UNKNOWN_UNNAMED;
  const least = Math.max(0, Math.min(size, wanted.size - start) - hidden);
  // Values that the column may take for one are one group or several.
  const most = new Set(groupsOf(all, column)).size + hidden;
  const whole = start === 0 && most <= Math.min(size, Math.max(JUDGED, survey.pageSize));
  const count = whole ? new Set(found.map(merge)).size : found.length;
  const fewest = whole ? wanted.size : Math.min(least, Math.max(JUDGED, survey.pageSize));
  return count < fewest ? wrong(`${wanted.size} distinct values of ${named}`, count) : undefined;
}

/** Groups without a name where not all records are known: of nulls, of empty text, and of a blank. */
const UNKNOWN_UNNAMED = 3;
