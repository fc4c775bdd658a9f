import type { ProductPage } from '../ask.js';
import type { Exchange } from '../exchange.js';
import type { Known } from '../survey/data.js';
import { judgeGroups } from './any-groups.js';
import { judgeRecords } from './any-records.js';
import { clausesFor } from './clauses-of-request.js';
import { JUDGED, surveyFor, withoutRange } from './matching.js';
import { type Note, type Violation, violates } from './violation.js';

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
  if (records.length > size && size <= JUDGED) return outside(`at most ${size} records`, records.length);
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
