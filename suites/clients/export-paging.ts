import { mostAtOnce, printedIds, type Recorded } from './recording.js';
import { deviation, everyIdOnce, type PagesRule, pages, warning } from './rule.js';
import { type ScenarioRow, scenariosIn } from './scenario.js';
import type { ProductsScript } from './script.js';

const LIMIT = 5;
/** Milliseconds that a page takes, so that pages asked side by side are seen to be. */
const DELAY = 30;

const paging = (
  title: string,
  products: ProductsScript,
  rule = toTheEnd(products.firstTotal),
): ScenarioRow => ({
  title: `Paging by offset through records ${title}`,
  task: `export-all ${LIMIT}`,
  script: { products: { delayMs: DELAY, ...products } },
  maxRequests: 60,
  rules: [pages('export', '/products', LIMIT, rule)],
});

const offsetOf = ({ query }: Recorded): number => Number(query.get('offset') ?? 0);

/** To the end and no further; by the first page there are `told` records, which may be more than there are. */
const toTheEnd =
  (told = 0): PagesRule =>
  (recording, asked) => {
    const { length } = recording.given.ids;
    const beyond = asked.filter((page) => offsetOf(page) >= Math.max(length, told));
    // A page behind the last shows the end; where pages are asked side by side, so do all of that round.
    const together = mostAtOnce(asked);
    if (beyond.length > (together > 1 ? 2 * together : 1)) {
      const expected = 'no request after the last page, or after one empty page';
      return deviation(expected, `${beyond.length} empty pages`, ...beyond);
    }
    return windowsApart(asked, length) ?? everyIdOnce(recording, asked);
  };

/** No record was asked for by two pages. */
function windowsApart(asked: readonly Recorded[], count: number): ReturnType<PagesRule> {
  const byRecord = new Map<number, Recorded>();
  for (const page of asked)
    for (
      let record = offsetOf(page);
      record < Math.min(offsetOf(page) + LIMIT, count);
      record += 1
    ) {
      const before = byRecord.get(record);
      if (before !== undefined) {
        const offsets = `at offset ${offsetOf(before)} and at offset ${offsetOf(page)}`;
        return deviation(
          'every record fetched once',
          `record ${record} fetched twice, ${offsets}`,
          before,
          page,
        );
      }
      byRecord.set(record, page);
    }
  return undefined;
}

/**
 * The largest limit of a service is not in the document, so that no more than a warning comes of records that are lost by
 * it; the plain array does not say which limit was applied, and a client that reads it cannot know.
 */
const allOfFewer: PagesRule = (recording, asked) => {
  const { ids } = recording.given;
  const missing = ids.length - new Set(printedIds(recording)).size;
  if (missing === 0) return undefined;
  if (asked.every((page) => Array.isArray(page.answer.json)))
    return {
      kind: 'observed',
      reason: 'a page of the legacy format that is not full is treated as the last',
    };
  const expected = `all ${ids.length} records, according to meta.total and meta.limit`;
  return warning(
    expected,
    `${missing} fewer: the offset was increased by the requested limit`,
    ...asked,
  );
};

export const exportPaging = scenariosIn({
  'CLI-EXP-2 clients.export.paging-full-last-page': paging('whose last page is exactly full', {
    count: 4 * LIMIT,
  }),
  'CLI-EXP-2 clients.export.paging-short-last-page': paging('whose last page is short', {
    count: 3 * LIMIT + 3,
  }),
  'CLI-EXP-2 clients.export.paging-one-more': paging('whose last page contains one record', {
    count: 2 * LIMIT + 1,
  }),
  'CLI-EXP-2 clients.export.paging-one-page': paging('that fill one page exactly', {
    count: LIMIT,
  }),
  'CLI-EXP-2 clients.export.paging-empty': paging('of which none exist', { count: 0 }),
  'CLI-EXP-2 clients.export.paging-many-pages': paging('that fill 21 pages', { count: 21 * LIMIT }),
  'CLI-EXP-2 clients.export.paging-shrinking': paging('of which some are removed during paging', {
    count: 3 * LIMIT,
    firstTotal: 3 * LIMIT + 7,
  }),
  'CLI-EXP-2 clients.export.paging-fewer': paging(
    'of which a page returns fewer than requested',
    { count: 3 * LIMIT, mostPerPage: LIMIT - 2 },
    allOfFewer,
  ),
});
