import { placesOf } from '../oracle/filter.js';
import { findDisorder } from '../oracle/order.js';
import { isNamedAsKey } from '../survey/key-column.js';
import { isWide } from './clauses-of-request.js';
import { holdable, otherwise, showRecords, unknownAmong } from './expected-records.js';
import type { JudgedPage } from './judged-page.js';
import { columnsIn, describeRequest, filterIn, JUDGED, matching } from './matching.js';
import type { Violation } from './violation.js';

/**
 * Judges a page of data that is larger than its snapshot: each record for itself, their number by what `meta` claims and
 * by what the sample holds, and their order within the page.
 */
export function judgeSample({
  page,
  request,
  known,
  survey,
  clauses,
  size,
  start,
  note,
}: JudgedPage): Violation | undefined {
  const { records, meta } = page;
  const { comparisonRules } = known;
  const filter = filterIn(request, known);
  const named = describeRequest(request);
  const show = (list: typeof records): string => showRecords(list, columnsIn(request), survey);
  note(clauses.records);
  const places = filter === undefined ? [] : placesOf(filter, records, survey.columns, comparisonRules);
  const columns = survey.shown === undefined ? [] : columnsIn({ filter });
  const wrong = records.filter(
    (record, at) => places[at] === 'out' && columns.every((name) => Object.hasOwn(record, name)),
  );
  const { key, keyRange } = known.survey;
  // Records that are told apart by chance alone are not the same ones for it.
  const isKeyed = survey.shown !== undefined || (key !== undefined && isNamedAsKey(key));
  const twice = isKeyed ? unknownAmong(records, holdable(records, survey), survey) : [];
  const other = keyRange !== undefined && isKeyed ? otherwise(records, survey) : [];
  if (wrong.length + other.length + twice.length > 0)
    return {
      clause: clauses.records,
      expected: `only records for which ${named}, each once`,
      actual:
        wrong.length > 0
          ? `also ${show(wrong)}`
          : other.length > 0
            ? `${show(other)} with other values than before`
            : `${show(twice)} again`,
    };
  const all = survey.shown === undefined ? survey.total : undefined;
  const held = records.length === 0 ? 0 : start + records.length;
  const least = all === undefined ? held : filter === undefined ? all : matching(request, known).required.length;
  const seen = Math.max(0, Math.min(size, least - start));
  if (filter !== undefined && size <= Math.max(JUDGED, survey.pageSize) && records.length < seen)
    return {
      clause: isWide(request, survey.pageSize) || (meta?.total ?? least) < least ? clauses.records : clauses.window,
      expected: `at least ${seen} records for ${named}`,
      actual: String(records.length),
    };
  if (meta !== undefined) note(clauses.total);
  if (meta !== undefined && (meta.total < least || (filter === undefined && all !== undefined && meta.total > all)))
    return {
      clause: clauses.total,
      expected: `meta.total ${filter === undefined && all !== undefined ? '' : 'of at least '}${least} for ${named}`,
      actual: String(meta.total),
    };
  const total = filter === undefined && all !== undefined ? all : (meta?.total ?? least);
  const wanted = Math.max(0, Math.min(size, total - start));
  if (size <= Math.max(JUDGED, survey.pageSize) && records.length < wanted)
    return { clause: clauses.window, expected: `${wanted} records for ${named}`, actual: String(records.length) };
  const by = [...survey.columns.values()].find((column) => known.orderBy(column) === request.orderBy);
  if (by === undefined) return undefined;
  note(clauses.order);
  const isOrdered = findDisorder(records, by) === undefined || findDisorder(records, by, -1) === undefined;
  return isOrdered
    ? undefined
    : {
        clause: clauses.order,
        expected: `records in the order of ${by.name}`,
        actual: `${show(records.slice(0, 3))} in this order`,
      };
}
