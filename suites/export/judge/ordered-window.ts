import { type Context, deviates, skip, warns } from '../../../src/harness/index.js';
import { describeFilter, type Filter } from '../../../src/protocol/export/filter.js';
import type { Spelling } from '../../../src/protocol/export/query-string.js';
import { nameRoute, type ProductsQuestion, type Route } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/index.js';
import { requestProducts } from '../ask.js';
import type { Column } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import { placesOf } from '../oracle/filter.js';
import { heldBy } from '../oracle/held.js';
import { findDisorder, findMisplaced } from '../oracle/order.js';
import { expectPage } from '../product-page.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-spelling.js';
import { semanticsOf } from '../survey/semantics.js';
import type { Survey } from '../survey/survey.js';
import { expectedRecords, showRecords, unknownAmong } from './expected-records.js';

/** Filter, order and window at once. */
export interface OrderedWindow {
  readonly route?: Route;
  readonly filter?: Filter;
  /** The filter that finds the same on the v2 route, where the route is what filters. */
  readonly sameAs?: Filter;
  readonly matching: readonly ProductRecord[];
  readonly limit: number;
  readonly offset: number;
  readonly accept?: string;
}

/** What the window should be, and is not. */
interface Misfit {
  readonly wanted: string;
  readonly got: string;
}

type Fit = (records: readonly ProductRecord[], window: OrderedWindow, by: Column, survey: Survey) => Misfit | undefined;

/**
 * Asks for a window: the records that belong there in the order of a column, and a total that counts the matches. Where
 * the whole data is not known the window is held against the same matches on one wide page of the v2 route.
 */
export async function judgeWindow(
  context: Context,
  survey: Survey,
  by: Column,
  window: OrderedWindow,
  spelling: Spelling,
): Promise<string> {
  const { route = 'v2', filter, matching, limit, offset, accept } = window;
  const request: ProductsQuestion = {
    route,
    filter,
    orderBy: await orderedBy(context, by),
    limit,
    offset,
    spelling,
    accept,
  };
  const name = `${filter === undefined ? '' : `${describeFilter(filter)}, `}orderBy=${by.name}, limit=${limit}, offset=${offset} on ${nameRoute(route)}`;
  if (!survey.complete) return judgeOnWidePage(context, survey, by, request, window, name);
  const { answer, records, meta } = expectPage(await requestProducts(context, request), `for ${name}`);
  const judge: Fit = by === survey.key && by.kind === 'number' ? fitsExactly : fitsLoosely;
  const misfit = judge(records, window, by, survey);
  if (misfit !== undefined) {
    // Descending, a window as large is what it would be from the other end.
    const count = Math.min(limit, matching.length - offset);
    const mirrored = { ...window, limit: count, offset: matching.length - offset - count };
    if (records.length === count && judge([...records].reverse(), mirrored, by, survey) === undefined)
      warns(`${by.name} ascending for ${name}`, 'descending', answer);
    deviates(`${misfit.wanted} for ${name}`, misfit.got, answer);
  }
  if (meta !== undefined && meta.total !== matching.length)
    deviates(`meta.total ${matching.length} for ${name}`, String(meta.total), answer);
  return `${records.length} of ${matching.length} matches for ${name}`;
}

/** The window against the page from the beginning of the list to its end, whose records are matches in order. */
async function judgeOnWidePage(
  context: Context,
  survey: Survey,
  by: Column,
  request: ProductsQuestion,
  { filter, sameAs = filter, limit, offset }: OrderedWindow,
  name: string,
): Promise<string> {
  if (offset + limit > survey.pageSize)
    return skip('data', `needs a page of ${offset + limit} records: ${survey.incomplete}`);
  const show = (...list: readonly ProductRecord[]): string =>
    list.length === 0 ? 'none' : showRecords(list, [by.name], survey);
  const { spelling, orderBy } = request;
  const wide = expectPage(await requestProducts(context, { filter: sameAs, spelling, orderBy, limit: offset + limit }));
  const semantics = await semanticsOf(context);
  const places = sameAs === undefined ? [] : placesOf(sameAs, wide.records, survey.columns, semantics);
  const wrong = wide.records.filter((_, at) => places[at] === 'out');
  if (wrong.length > 0) deviates(`only matches for ${name}`, `also ${show(...wrong)}`, wide.answer);
  const disorder = findDisorder(wide.records, by);
  if (disorder !== undefined && findDisorder(wide.records, by, -1) !== undefined)
    deviates(`records in order (${disorder.why}) for ${name}`, show(disorder.first, disorder.second), wide.answer);
  const { answer, records, meta } = expectPage(await requestProducts(context, request), `for ${name}`);
  // Ties may change places from one page to another; the values that they tie on may not.
  const values = (list: readonly ProductRecord[]): string =>
    JSON.stringify(list.map((record) => String(heldBy(record, by.name))));
  const wanted = wide.records.slice(offset, offset + limit);
  if (values(records) !== values(wanted))
    deviates(`${show(...wanted)} for ${name}, as on a page from the beginning`, show(...records), answer, wide.answer);
  const total = wide.meta?.total;
  if (wide.records.length > offset + limit)
    deviates(`at most ${offset + limit} records for ${name}`, String(wide.records.length), wide.answer);
  if (meta !== undefined && meta.total !== total)
    deviates(`meta.total ${total} for ${name}`, String(meta.total), answer, wide.answer);
  const most = survey.total - (sameAs === undefined ? 0 : survey.records.length - atMost(sameAs, survey, semantics));
  if (total !== undefined && total > most)
    deviates(`meta.total of at most ${most} for ${name}, as the sample shows`, String(total), wide.answer);
  return `${records.length} records for ${name}, as on a page from the beginning`;
}

/** The most records of the sample that a filter may keep. */
function atMost(filter: Filter, survey: Survey, semantics: Semantics): number {
  const { required, optional } = expectedRecords(filter, survey, semantics);
  return required.length + optional.length;
}

/** Where one order alone is right, that of a number column that is unique: exactly these records. */
const fitsExactly: Fit = (records, { matching, limit, offset }, by, survey) => {
  const numberOf = (record: ProductRecord): number => Number(heldBy(record, by.name));
  const wanted = [...matching].sort((a, b) => numberOf(a) - numberOf(b)).slice(offset, offset + limit);
  const same =
    records.length === wanted.length &&
    records.every((record, index) => identity(record) === identity(wanted[index] ?? {}));
  if (same) return undefined;
  return {
    wanted: showRecords(wanted, [], survey),
    got: records.length === 0 ? 'none' : showRecords(records, [], survey),
  };
};

/** Where ties or collations leave several orders: as many records as there must be, matches all, each in its place. */
const fitsLoosely: Fit = (records, { matching, limit, offset }, by, survey) => {
  const show = (...list: readonly ProductRecord[]): string => showRecords(list, [by.name], survey);
  const count = Math.max(0, Math.min(limit, matching.length - offset));
  if (records.length !== count) return { wanted: `${count} records`, got: String(records.length) };
  const foreign = unknownAmong(records, matching, survey);
  if (foreign.length > 0) return { wanted: 'matching records, each once,', got: `also ${show(...foreign)}` };
  const disorder = findDisorder(records, by);
  if (disorder !== undefined)
    return { wanted: `records in order (${disorder.why})`, got: show(disorder.first, disorder.second) };
  const misplaced = findMisplaced(records, unknownAmong(matching, records, survey), offset, by);
  if (misplaced === undefined) return undefined;
  return {
    wanted: 'matches ordered before limit and offset are applied',
    got: `${show(...records.slice(0, 1))} first, but ${show(misplaced)} not in its place`,
  };
};

/** A window inside the matches, so that limit and offset both show. */
export const inside = (count: number): { readonly limit: number; readonly offset: number } => ({
  limit: Math.min(100, Math.max(1, Math.floor(count / 3))),
  offset: Math.max(1, Math.floor(count / 3)),
});
