/** Compares a returned page with the page that the request must return. */

import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Asked, Deviation, NotePart } from './comparison.js';
import type { Known } from './data.js';
import { describeRecords } from './describe-records.js';
import type { Received } from './exchange.js';
import { compareGroups } from './expected-groups.js';
import { compareRecords } from './expected-list.js';
import { surveyFor } from './key-range.js';
import {
  contradictionOf,
  countIn,
  doubtAbout,
  hasBrokenGroup,
  isShort,
  isShownBy,
} from './page-size.js';
import { LARGEST_TESTED_LIMIT } from './request.js';
import { withKnownValues } from './with-known-values.js';

export interface RequestedPage {
  readonly exchange: Received;
  readonly page: ProductPage;
  readonly known: Known | undefined;
  readonly asked: Asked;
  readonly note: NotePart;
}

/**
 * Compares the window (the page size and `meta.limit`, `meta.offset`) first. Then compares the
 * groups of a grouped request, or the records and `meta` of another request.
 */
export function comparePage(requested: RequestedPage): Deviation | undefined {
  const { exchange, page, known, note } = requested;
  const { question, target } = exchange;
  const { limit = DEFAULT_LIMIT, offset = 0, groupBy, destination } = question;
  const size = Number(limit);
  const start = Number(offset);
  const contradiction = contradictionOn(page, known);
  if (contradiction !== undefined) return contradiction;
  const isDoubtful = known !== undefined && doubtAbout(question, known) !== undefined;
  if (!isDoubtful) note('window');
  const isCounted =
    !isDoubtful && groupBy === undefined && (known?.totals.offset === undefined || start === 0);
  const outside =
    outsideOfWindow(page, question, { size, start }) ??
    (isCounted ? beyondTotal(page, start) : undefined);
  if (outside !== undefined) return outside;
  const isMainDestination = destination === undefined || destination.id === target.destination?.id;
  if (isMainDestination && known !== undefined)
    return compareWithKnown(requested, known, { size, start });
  return groupBy === undefined && !isDoubtful ? shortPage(page, requested) : undefined;
}

function compareWithKnown(
  requested: RequestedPage,
  known: Known,
  window: { readonly size: number; readonly start: number },
): Deviation | undefined {
  const { exchange, page, asked, note } = requested;
  const { question } = exchange;
  if (hasBrokenGroup(question, known)) return undefined;
  const survey = surveyFor(question, known);
  const compared = {
    page: withKnownValues(survey, page, question),
    request: question,
    known,
    survey,
    asked,
    note,
    ...window,
  };
  if (question.groupBy !== undefined) return compareGroups(compared);
  return compareRecords(compared, () => shortPage(page, requested));
}

/**
 * Responses may have contradicted each other when the data was read. Returns this contradiction if
 * the page is one of the responses that show it.
 */
function contradictionOn(page: ProductPage, known: Known | undefined): Deviation | undefined {
  const found = known && contradictionOf(known);
  if (found === undefined || !isShownBy(page, found)) return undefined;
  const { clause, answers: _, ...deviation } = found;
  return { part: `contradiction of ${clause}`, ...deviation };
}

/**
 * Returns a deviation for more records than the limit, or for a wrong limit or offset in `meta`.
 */
function outsideOfWindow(
  { records, meta, answer }: ProductPage,
  { limit, offset }: ProductsQuestion,
  { size, start }: { readonly size: number; readonly start: number },
): Deviation | undefined {
  const limitIs =
    limit === undefined ? 'the default, as no limit is sent' : '`limit` of the request';
  const offsetIs =
    offset === undefined ? 'the default, as no offset is sent' : '`offset` of the request';
  const outside = (expected: string, actual: number, sentence?: string): Deviation => ({
    part: 'window',
    expected,
    actual: String(actual),
    sentence,
  });
  if (records.length > size && size <= LARGEST_TESTED_LIMIT)
    return outside(
      `a page size of at most ${size}, ${limitIs}`,
      records.length,
      `the page has ${records.length} items; it must have at most ${size}, ${limitIs}`,
    );
  if (meta === undefined) return undefined;
  if (size <= LARGEST_TESTED_LIMIT && meta.limit !== size)
    return outside(`meta.limit ${size}, ${limitIs}`, meta.limit);
  if (answer.ok && meta.offset !== start)
    return outside(`meta.offset ${start}, ${offsetIs}`, meta.offset);
  return undefined;
}

/** Returns a deviation for more records than `meta.total` allows after the offset. */
function beyondTotal({ records, meta }: ProductPage, start: number): Deviation | undefined {
  const left = (meta?.total ?? 0) - start;
  if (start <= 0 || left <= 0 || records.length <= left) return undefined;
  return {
    part: 'window',
    expected: `at most ${left} of ${meta?.total} records`,
    actual: String(records.length),
    sentence: `${records.length} records came; at most ${left} of the ${meta?.total} must come after this offset`,
  };
}

/** Returns a deviation for fewer records than the page's own `meta` requires. */
function shortPage(page: ProductPage, { exchange, known }: RequestedPage): Deviation | undefined {
  if (!isShort(page) || !page.answer.ok) return undefined;
  const { meta, records } = page;
  const named = describeRecords(exchange.question, known, `${countIn(page)}`);
  const expected = `${named}, as meta.limit ${meta?.limit} and meta.total ${meta?.total} say`;
  return { part: 'window', expected, actual: String(records.length) };
}
