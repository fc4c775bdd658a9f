import { deviates, inconclusive } from '../../src/harness/index.js';
import { expectEveryIdOnce } from './every-id-once.js';
import { answersOf, type Recorded, type Recording } from './recording.js';
import type { Scenario } from './scenario.js';

const LIMIT = 5;

const sizes = [
  { name: 'full-last-page', title: 'whose last page is exactly full', count: 4 * LIMIT },
  { name: 'short-last-page', title: 'whose last page is short', count: 3 * LIMIT + 3 },
  { name: 'one-more', title: 'whose last page holds one record', count: 2 * LIMIT + 1 },
  { name: 'one-page', title: 'that fill one page exactly', count: LIMIT },
  { name: 'empty', title: 'of which there are none', count: 0 },
] as const;

/** Paging by offset, to the end and no further. */
export const exportPaging: readonly Scenario[] = sizes.map(({ name, title, count }) => ({
  id: `clients.export.paging-${name}`,
  clauses: ['CLI-EXP-2'],
  title: `Paging by offset through records ${title} meets each once and ends`,
  task: `export-all ${LIMIT}`,
  script: { products: { count } },
  maxRequests: 40,
  judge: (recording) => expectPaging(recording, count),
}));

function expectPaging(recording: Recording, count: number): string {
  const pages = recording.requests.filter(({ host, path }) => host === 'export' && path.endsWith('/products'));
  if (pages.length === 0) inconclusive('the v2 products route was not called');
  const beyond = pages.filter((page) => offsetOf(page) >= count);
  if (beyond.length > 1)
    deviates(
      'an end after the last page, or after one empty page',
      `${beyond.length} empty pages`,
      ...answersOf(beyond),
    );
  const twice = pages.filter((page, index) => pages.findIndex((other) => sameQuery(other, page)) !== index);
  if (twice.length > 0)
    deviates('every page once', `the page at offset ${offsetOf(twice[0])} again`, ...answersOf(twice));
  const other = pages.find(({ query }) => Number(query.get('limit') ?? 100) !== LIMIT);
  if (other !== undefined)
    inconclusive(`the task asks for pages of ${LIMIT}, and the client asked for ${other.query.get('limit') ?? 'none'}`);
  expectEveryIdOnce(recording, pages);
  return `${count} records in ${pages.length} pages of ${LIMIT}`;
}

const offsetOf = (page: Recorded | undefined): number => Number(page?.query.get('offset') ?? 0);

const sameQuery = (a: Recorded, b: Recorded): boolean =>
  ['limit', 'offset'].every((name) => a.query.get(name) === b.query.get(name));
