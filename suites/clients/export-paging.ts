import { mostAtOnce, printedIds, type Recorded } from './recording.js';
import { deviation, everyIdOnce, type PagesRule, pageRule, warning } from './rule.js';
import type { ProductsScript } from './script.js';
import { type ClientTopics, must, type ScenarioRow } from './topic.js';

const LIMIT = 5;

/** The server delays each page by this time, so that concurrent requests of the client overlap. */
const DELAY_MS = 30;

/** The clause about paging by offset: the client fetches every record once and then stops. */
export const exportPaging = {
  'CLI-EXP-2': {
    clause: must('a client that pages by offset fetches every record once and then stops')
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        'Compares the requested records with all records; the last page may be exactly full.',
      ),
    scenarios: {
      'clients.export.paging-full-last-page': paging('the last page is exactly full', {
        count: 4 * LIMIT,
      }),
      'clients.export.paging-short-last-page': paging('the last page is short', {
        count: 3 * LIMIT + 3,
      }),
      'clients.export.paging-one-more': paging('the last page contains one record', {
        count: 2 * LIMIT + 1,
      }),
      'clients.export.paging-one-page': paging('the records fill one page exactly', {
        count: LIMIT,
      }),
      'clients.export.paging-empty': paging('there are no records', { count: 0 }),
      'clients.export.paging-many-pages': paging('the records fill 21 pages', {
        count: 21 * LIMIT,
      }),
      'clients.export.paging-shrinking': paging('some records are removed during paging', {
        count: 3 * LIMIT,
        firstTotal: 3 * LIMIT + 7,
      }),
      'clients.export.paging-fewer': paging(
        'a page contains fewer records than requested',
        { count: 3 * LIMIT, mostPerPage: LIMIT - 2 },
        allOfSmallPages,
      ),
    },
  },
} satisfies ClientTopics;

function paging(
  situation: string,
  products: ProductsScript,
  rule = fetchesAllThenStops(products.firstTotal),
): ScenarioRow {
  return {
    title: `Paging by offset: ${situation}`,
    task: `export-all ${LIMIT}`,
    script: { products: { delayMs: DELAY_MS, ...products } },
    maxRequests: 60,
    rules: [pageRule('export', '/products', LIMIT, rule)],
  };
}

const offsetOf = ({ query }: Recorded): number => Number(query.get('offset') ?? 0);

/** `firstTotal` is the total that the first page reports. It may exceed the number of records. */
function fetchesAllThenStops(firstTotal = 0): PagesRule {
  return (recording, requested) => {
    const { length } = recording.given.ids;
    const beyond = requested.filter((page) => offsetOf(page) >= Math.max(length, firstTotal));
    // A client may request one page after the last page to recognize the end. A client with n
    // concurrent requests may request 2n pages after the last page.
    const atOnce = mostAtOnce(requested);
    const allowed = atOnce > 1 ? 2 * atOnce : 1;
    if (beyond.length > allowed) {
      const expected = `requests after the last page: at most ${allowed}`;
      return deviation(expected, `${beyond.length} requests after the last page`, ...beyond);
    }
    return fetchedTwice(requested, length) ?? everyIdOnce(recording, requested);
  };
}

function fetchedTwice(requested: readonly Recorded[], count: number): ReturnType<PagesRule> {
  const byRecord = new Map<number, Recorded>();
  for (const page of requested) {
    const start = offsetOf(page);
    const end = Math.min(start + LIMIT, count);
    for (let record = start; record < end; record += 1) {
      const before = byRecord.get(record);
      if (before !== undefined) {
        const offsets = `at offset ${offsetOf(before)} and at offset ${start}`;
        const actual = `record ${record} fetched twice, ${offsets}`;
        return deviation('every record fetched once', actual, before, page);
      }
      byRecord.set(record, page);
    }
  }
  return undefined;
}

/**
 * The document does not say that a server may return fewer records than requested, so records that
 * the client missed are only a warning. A plain array does not contain the applied limit, so the
 * client cannot notice a smaller limit.
 */
function allOfSmallPages(...[recording, requested]: Parameters<PagesRule>): ReturnType<PagesRule> {
  const { ids } = recording.given;
  const missing = ids.length - new Set(printedIds(recording)).size;
  if (missing === 0) return undefined;
  if (requested.every((page) => Array.isArray(page.answer.json))) {
    const reason = 'the client treats a plain array that is not full as the last page';
    return { kind: 'observed', reason };
  }
  const expected = `all ${ids.length} records, according to meta.total and meta.limit`;
  const actual = `${missing} records fewer: the client increased the offset by the requested limit`;
  return warning(expected, actual, ...requested);
}
