import { jsonValue } from '../../schema/json-value.js';
import { checkSchema, describeProblems } from '../../schema/validate.js';
import { message } from '../engine/index.js';
import type { ExpectedPage, PageSpec } from './data.js';
import { visitsInTurn } from './in-turn.js';
import type { LoadRequest, Visit } from './step.js';

/** Visits that read one page each, the pages in turn. */
export function pageVisits(pages: readonly PageSpec[]): () => Visit {
  const requests = pages.map(pageRequest);
  // The first look at a page compiles its schema, which takes long: before the clock runs, not in the middle.
  for (const format of new Set(pages.map(({ expected }) => expected.format))) readRecords(Buffer.from('[]'), format);
  return visitsInTurn(requests);
}

function pageRequest({ title, url, headers, expected }: PageSpec): LoadRequest {
  const at = new URL(url);
  return {
    origin: at.origin,
    title,
    message: message({ method: 'GET', url: at, headers }),
    expects: 200,
    repeatable: true,
    reads: false,
    verify: ({ body }) => wrongPage(body, expected),
  };
}

/** What is wrong with a page, or undefined. */
export function wrongPage(body: Buffer, expected: ExpectedPage): string | undefined {
  const page = readRecords(body, expected.format);
  if ('problem' in page) return page.problem;
  const { records, meta } = page;
  if (meta && meta.limit !== expected.limit) return `meta.limit is ${meta.limit}, asked for ${expected.limit}`;
  if (meta && meta.offset !== expected.offset) return `meta.offset is ${meta.offset}, asked for ${expected.offset}`;
  if (records.length > expected.limit) return `${records.length} records, asked for at most ${expected.limit}`;
  const { filter, seen } = expected;
  if (filter) {
    const stray = records.find((record) => String(record[filter.column]) !== String(filter.value));
    if (stray) return `a record whose ${filter.column} is not the one asked for`;
  }
  if (!seen) return undefined;
  if (meta && seen.total !== undefined && meta.total !== seen.total) return 'another total than the survey saw';
  if (records.length !== seen.count) return `${records.length} records, where the survey saw ${seen.count}`;
  const { first, last } = edges(records);
  return first === seen.first && last === seen.last ? undefined : 'other records than the survey saw on this page';
}

type PageRecord = Readonly<Record<string, unknown>>;

interface Page {
  readonly records: readonly PageRecord[];
  readonly meta?: { readonly total: number; readonly limit: number; readonly offset: number };
}

/** The records of a page, or why it is none. */
export function readRecords(body: Buffer, format: ExpectedPage['format']): Page | { readonly problem: string } {
  const json = jsonValue(body.toString());
  if (json === undefined) return { problem: 'not JSON' };
  if (format === 'legacy') {
    const result = checkSchema('export/products', json);
    return 'value' in result ? { records: result.value.map(plain) } : { problem: firstLine(result.problems) };
  }
  const result = checkSchema('export/product-list', json);
  if (!('value' in result)) return { problem: firstLine(result.problems) };
  return { records: result.value.data.map(plain), meta: result.value.meta };
}

const plain = (record: object): PageRecord => ({ ...record });
const firstLine = (problems: Parameters<typeof describeProblems>[0]): string =>
  describeProblems(problems.slice(0, 1)).replace(/, received .*/s, '');

/** The first and the last record of a page, as text that can be compared. */
export function edges(records: readonly PageRecord[]): { first?: string; last?: string } {
  const [first] = records;
  const last = records.at(-1);
  return {
    ...(first ? { first: JSON.stringify(first) } : {}),
    ...(last ? { last: JSON.stringify(last) } : {}),
  };
}
