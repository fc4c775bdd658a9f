import type { Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords } from '../model/expected-records.js';
import { surveyFor, withoutRange } from '../model/key-range.js';
import { mistakesIn } from '../model/mistakes.js';
import { type Column, isNull } from '../model/oracle/column.js';
import { findDisorder, placementsOfNulls } from '../model/oracle/order.js';
import type { ExportRelation } from '../topic.js';
import { inRun, type Together } from './relation.js';
import { startOf, windowsApart } from './windows-apart.js';

/**
 * With the same orderBy, records of a later window are not sorted before those of an earlier one,
 * even where not all records are known.
 */
export const inSequence: ExportRelation = inRun((exchanges, known) => {
  if (known.whole.contradiction !== undefined) return [];
  const ordered = exchanges.filter(
    (exchange) => exchange.question.orderBy !== undefined && isRightWindow(exchange, known),
  );
  return [...new Set([known.whole, known.survey])].flatMap((part) =>
    [...part.columns.values()].flatMap((column): readonly Together[] => {
      const windows = ordered.filter(
        ({ question }) =>
          question.orderBy === known.orderBy(column) && surveyFor(question, known) === part,
      );
      const found = nullsApart(windows, column, part) ?? outOfSequence(windows, column, part);
      return found === undefined ? [] : [found];
    }),
  );
});

/**
 * Whether a page is of the whole list, or of the whole key range, of the own destination on the v2
 * route, and violates no rule by itself.
 */
function isRightWindow(exchange: Exchange, known: Known): boolean {
  const { question, answer, target, page } = exchange;
  const { route, filter, groupBy, destination, headers, extra } = withoutRange(question, known);
  if ([route, filter, groupBy, destination, headers, extra].some((one) => one !== undefined))
    return false;
  if (page === undefined || !answer.ok || mistakesIn(target, question)?.length !== 0) return false;
  const { deviation } = exchange.compare(known);
  return deviation === undefined || deviation.atMost !== undefined;
}

function outOfSequence(
  windows: readonly Exchange[],
  column: Column,
  survey: Survey,
): Together | undefined {
  const apart = windowsApart(windows);
  // Nulls may be at either end of the list, so at the end of one window and the beginning of
  // another.
  const records = apart
    .flatMap(({ page }) => page?.records ?? [])
    .filter((record) => !isNull(record, column));
  const disorder = findDisorder(records, column);
  if (disorder === undefined || apart.length < 2) return undefined;
  if (findDisorder(records, column, -1) === undefined)
    return {
      expected: `${column.name} ascending`,
      actual: 'descending',
      atMost: 'warning',
      exchanges: apart,
    };
  return {
    expected: `windows of one list ordered by ${column.name}`,
    actual: showRecords([disorder.first, disorder.second], [column.name], survey),
    exchanges: apart,
  };
}

/** Nulls are at one end of the list, whichever window is requested. */
function nullsApart(
  windows: readonly Exchange[],
  column: Column,
  { complete, records }: Survey,
): Together | undefined {
  if (!complete || column.nulls === 0 || column.blanks > 0) return undefined;
  const placed = windows.map((window) => ({
    window,
    ends: placementsOfNulls(window.page?.records ?? [], startOf(window), records, column),
  }));
  const first = placed.find(({ ends }) => ends.length === 1);
  const other = placed.find(({ ends }) => ends.length === 1 && ends[0] !== first?.ends[0]);
  if (first === undefined || other === undefined) return undefined;
  return {
    expected: `the nulls of ${column.name} together at one end of the list`,
    actual: `${first.ends[0]} in one window and ${other.ends[0]} in another`,
    exchanges: [first.window, other.window],
  };
}
