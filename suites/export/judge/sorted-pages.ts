import { type Context, deviates, warns } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { PLAIN } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/index.js';
import { requestProducts } from '../ask.js';
import type { Column } from '../oracle/column.js';
import { isNull } from '../oracle/held.js';
import { placementsOfNulls } from '../oracle/null-placement.js';
import { findDisorder, findMisplaced } from '../oracle/order.js';
import { expectPage, type ProductPage } from '../product-page.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-spelling.js';
import type { Survey } from '../survey/survey.js';
import { showRecords } from './expected-records.js';

/** A window of the ordered list: in order within, and in its place within the whole where the whole is known. */
function judgeWindow(
  { records, answer }: { readonly records: readonly ProductRecord[]; readonly answer: Answer },
  offset: number,
  column: Column,
  all: readonly ProductRecord[] | undefined,
  survey: Survey,
): void {
  const show = (...list: readonly ProductRecord[]): string => showRecords(list, [column.name], survey);
  const disorder = findDisorder(records, column);
  if (disorder !== undefined && findDisorder(records, column, -1) === undefined) {
    warns(`${column.name} ascending`, 'descending', answer);
  }
  if (disorder !== undefined)
    deviates(`records ordered by ${column.name} (${disorder.why})`, show(disorder.first, disorder.second), answer);
  if (all === undefined) return;
  const here = new Set(records.map(identity));
  const rest = all.filter((record) => !here.has(identity(record)));
  if (rest.length !== all.length - records.length) return;
  const misplaced = findMisplaced(records, rest, offset, column);
  if (misplaced !== undefined) {
    // Descending, the window is what it would be from the other end.
    const fromEnd = all.length - offset - records.length;
    if (
      findDisorder(records, column, -1) === undefined &&
      findMisplaced([...records].reverse(), rest, fromEnd, column) === undefined
    )
      warns(`${column.name} ascending`, 'descending', answer);
    deviates(
      `the whole list ordered by ${column.name} before limit and offset are applied`,
      `${show(...records.slice(0, 1))} at offset ${offset}, but ${show(misplaced)} not in its place`,
      answer,
    );
  }
}

/**
 * The windows in which a record too many shows as well as one too few: everything, or, where one page cannot hold it, an
 * end that leaves room for one more, and the beginning.
 */
export function bothEnds({ pageSize, total }: Survey): readonly { readonly limit: number; readonly offset?: number }[] {
  const all = { limit: pageSize };
  return total <= pageSize ? [all] : [{ ...all, offset: total - pageSize + 1 }, all];
}

/** Windows of one order that do not overlap: what comes later belongs later, even where the whole is not known. */
export function judgeSequence(places: ReadonlyMap<number, ProductPage>, column: Column, survey: Survey): void {
  judgeNulls(places, column, survey);
  const pages: ProductPage[] = [];
  let end = 0;
  for (const [offset, page] of [...places].sort(([a], [b]) => a - b)) {
    if (offset < end) continue;
    pages.push(page);
    end = offset + page.records.length;
  }
  const answers = pages.map(({ answer }) => answer);
  // Nulls stand at either end, which may be the end of one window and the beginning of another.
  const records = pages.flatMap((page) => page.records).filter((record) => !isNull(record, column));
  const disorder = findDisorder(records, column);
  if (disorder === undefined) return;
  if (findDisorder(records, column, -1) === undefined) warns(`${column.name} ascending`, 'descending', ...answers);
  deviates(
    `windows of one list ordered by ${column.name}`,
    showRecords([disorder.first, disorder.second], [column.name], survey),
    ...answers,
  );
}

/** Nulls stand at one end of the list, whichever window of it is asked for. */
function judgeNulls(places: ReadonlyMap<number, ProductPage>, column: Column, survey: Survey): void {
  if (!survey.complete || column.nulls === 0 || column.blanks > 0) return;
  const told = [...places].map(([offset, page]) => ({
    page,
    ends: placementsOfNulls(page.records, offset, survey.records, column),
  }));
  const first = told.find(({ ends }) => ends.length === 1);
  const other = told.find(({ ends }) => ends.length === 1 && ends[0] !== first?.ends[0]);
  if (first !== undefined && other !== undefined)
    deviates(
      `the nulls of ${column.name} at one end of the list`,
      `${first.ends[0]} in one window and ${other.ends[0]} in another`,
      first.page.answer,
      other.page.answer,
    );
}

export async function orderedWindow(
  context: Context,
  survey: Survey,
  column: Column,
  window: { limit: number; offset: number },
  plain = false,
): Promise<ProductPage> {
  const page = expectPage(
    await requestProducts(context, {
      orderBy: await orderedBy(context, column),
      ...window,
      ...(plain ? { accept: PLAIN } : {}),
    }),
    `for orderBy=${column.name}`,
  );
  judgeWindow(page, window.offset, column, survey.complete ? survey.records : undefined, survey);
  return page;
}
