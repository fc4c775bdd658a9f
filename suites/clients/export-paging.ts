import { deviates, type Finding, inconclusive, warns } from '../../src/harness/index.js';
import { unfinished } from './ending.js';
import { expectEveryIdOnce } from './every-id-once.js';
import { answersOf, mostAtOnce, printedIds, type Recorded, type Recording } from './recording.js';
import type { Scenario } from './scenario.js';
import type { ProductsScript } from './script.js';

const LIMIT = 5;
/** Milliseconds that a page takes, so that pages asked side by side are seen to be. */
const DELAY = 30;

type Judge = (recording: Recording, told: number | undefined) => string | Finding;

const paging = (name: string, title: string, products: ProductsScript, judge: Judge = expectPaging): Scenario => ({
  id: `clients.export.paging-${name}`,
  clauses: ['CLI-EXP-2'],
  title: `Paging by offset through records ${title}`,
  task: `export-all ${LIMIT}`,
  script: { products: { delayMs: DELAY, ...products } },
  maxRequests: 60,
  judge: (recording) => judge(recording, products.firstTotal),
});

const ONCE = 'meets each once and ends';

/** Paging by offset, to the end and no further. */
export const exportPaging: readonly Scenario[] = [
  paging('full-last-page', `whose last page is exactly full ${ONCE}`, { count: 4 * LIMIT }),
  paging('short-last-page', `whose last page is short ${ONCE}`, { count: 3 * LIMIT + 3 }),
  paging('one-more', `whose last page holds one record ${ONCE}`, { count: 2 * LIMIT + 1 }),
  paging('one-page', `that fill one page exactly ${ONCE}`, { count: LIMIT }),
  paging('empty', `of which there are none ${ONCE}`, { count: 0 }),
  paging('many-pages', `that fill 21 pages ${ONCE}`, { count: 21 * LIMIT }),
  paging('shrinking', 'of which some go meanwhile ends all the same', { count: 3 * LIMIT, firstTotal: 3 * LIMIT + 7 }),
  paging(
    'fewer',
    'of which a page gives fewer than asked, and says so, meets each once',
    { count: 3 * LIMIT, mostPerPage: LIMIT - 2 },
    expectAllOfFewer,
  ),
];

/** `told` records there are by the first page, which may be more than there are. */
function expectPaging(recording: Recording, told = 0): string {
  const { ids } = recording.given;
  const pages = pagesOf(recording);
  const beyond = pages.filter((page) => offsetOf(page) >= Math.max(ids.length, told));
  // A page behind the last shows the end; where pages are asked side by side, so do all of that round.
  const together = mostAtOnce(pages);
  const most = together > 1 ? 2 * together : 1;
  if (beyond.length > most)
    deviates(
      'an end after the last page, or after one empty page',
      `${beyond.length} empty pages`,
      ...answersOf(beyond),
    );
  expectWindowsApart(pages, ids.length);
  expectEveryIdOnce(recording, pages);
  return `${ids.length} records in ${pages.length} pages of ${LIMIT}`;
}

/**
 * The largest limit of a service is not in the document, so that no more than a warning comes of records that are lost by
 * it; the plain array does not say which limit was applied, and a client that reads it cannot know.
 */
function expectAllOfFewer(recording: Recording): string | Finding {
  const pages = pagesOf(recording);
  const missing = recording.given.ids.length - new Set(printedIds(recording)).size;
  if (missing === 0)
    return `${recording.given.ids.length} records in ${pages.length} pages of ${LIMIT - 2}, ${LIMIT} asked for`;
  if (pages.every((page) => Array.isArray(page.answer.json)))
    return { kind: 'observed', reason: 'a plain page that is not full is taken for the last' };
  return warns(
    `all ${recording.given.ids.length} records, as meta.total and meta.limit tell`,
    `${missing} fewer: the offset went on by the limit that was asked for`,
    ...answersOf(pages),
  );
}

function pagesOf(recording: Recording): readonly Recorded[] {
  const pages = recording.requests.filter(({ host, path }) => host === 'export' && path.endsWith('/products'));
  if (pages.length === 0) unfinished('calls of the v2 products route', 'none', recording);
  const other = pages.find((page) => limitOf(page) !== LIMIT);
  if (other !== undefined)
    inconclusive(
      `the task asks for pages of ${LIMIT}, and the client asked for ${other.query.get('limit') ?? 'none'}: the limit is the task's parameter`,
    );
  return pages;
}

/** No record was asked for by two pages. */
function expectWindowsApart(pages: readonly Recorded[], count: number): void {
  const byRecord = new Map<number, Recorded>();
  for (const page of pages) {
    for (let record = offsetOf(page); record < Math.min(offsetOf(page) + limitOf(page), count); record += 1) {
      const before = byRecord.get(record);
      if (before !== undefined)
        deviates(
          'every record fetched once',
          `record ${record} fetched twice, at offset ${offsetOf(before)} and at offset ${offsetOf(page)}`,
          before.answer,
          page.answer,
        );
      byRecord.set(record, page);
    }
  }
}

const limitOf = ({ query }: Recorded): number => Number(query.get('limit') ?? 100);
const offsetOf = ({ query }: Recorded): number => Number(query.get('offset') ?? 0);
