/** Defects of the export API in paging and totals. */

import { EXPORT_DEFAULT_LIMIT } from '../../document.js';
import type { Rows } from '../../table/table.js';
import { inExport, jsonOf } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { everyThird, isEnvelope, metaOf } from './body.js';
import { isOn, query } from './change.js';

/** Requests within this time count as concurrent. */
const TOGETHER_MS = 20;

const lists = defectsOf('export', 'export.lists');

const defaultLimit = (limit: number) =>
  inExport(({ queryRules }) => ({ queryRules: { ...queryRules, defaultLimit: limit } }));

/**
 * Changes which part of the result a page contains. `meta` still contains the requested limit and
 * offset.
 */
const window = (
  edit: (limit: number, offset: number, size: number) => readonly [limit: number, offset: number],
) =>
  inExport(({ page }) => ({
    page: (rows, requested, ask) => {
      const [limit, offset] = edit(requested.limit, requested.offset, rows.length);
      return page(rows, { ...requested, limit, offset }, ask);
    },
  }));

/** Replaces `meta.total`. `matching` is the number of matching records. */
const total = (count: (matching: number, limit: number, offset: number) => number) =>
  inExport(() => ({ total: (rows, { limit, offset }) => count(rows.length, limit, offset) }));

/** Replaces the first row of each page after the first page. */
const replaceFirstRow = (first: (rows: Rows, offset: number) => number | undefined) =>
  inExport(({ page }) => ({
    page: (rows, requested, ask) => {
      const [row, ...rest] = page(rows, requested, ask);
      return row === undefined || requested.offset === 0
        ? page(rows, requested, ask)
        : Int32Array.of(first(rows, requested.offset) ?? row, ...rest);
    },
  }));

export const EXPORT_LISTS: readonly Defect[] = [
  ...lists('EXP-LIST-5', {
    'default-limit-50': subtle('The default limit is 50.', defaultLimit(50)),
    'default-limit-1000': subtle('The default limit is 1000.', defaultLimit(1000)),
    'default-limit-only-echoed': subtle(
      `Without a limit all records are returned, although \`meta.limit\` is ${EXPORT_DEFAULT_LIMIT}.`,
      inExport(({ page }) => ({
        page: (rows, requested, ask) =>
          page(
            rows,
            /limit/i.test(ask.call.search) ? requested : { ...requested, limit: rows.length },
            ask,
          ),
      })),
    ),
    'default-limit-echoed-as-zero': subtle(
      'Without a limit `meta.limit` is 0.',
      metaOf((meta, call) => (/limit=/.test(call.search) ? meta : { ...meta, limit: 0 })),
    ),
    'default-offset-1': subtle(
      'Without an offset the list begins with the second record.',
      query((requested, { call }) =>
        /offset=/.test(call.search) ? requested : { ...requested, offset: 1 },
      ),
    ),
    'legacy-default-limit-20': subtle(
      'On the legacy route the default limit is 20.',
      query((requested, ask) =>
        isOn(ask, 'legacy') && !/limit=/.test(ask.call.search)
          ? { ...requested, limit: 20 }
          : requested,
      ),
    ),
  }),
  ...lists('EXP-LIST-6', {
    'one-record-too-many': subtle(
      'A page has one record more than the limit.',
      window((limit, offset) => [limit + 1, offset]),
    ),
    'limit-ignored': blatant(
      `Every page has ${EXPORT_DEFAULT_LIMIT} records, whatever the limit.`,
      window((_, offset) => [EXPORT_DEFAULT_LIMIT, offset]),
    ),
    'limit-capped-at-25': subtle(
      'A page has 25 records at most.',
      window((limit, offset) => [Math.min(limit, 25), offset]),
    ),
    'limit-1-is-no-limit': subtle(
      'A limit of 1 is treated as missing.',
      window((limit, offset) => [limit === 1 ? EXPORT_DEFAULT_LIMIT : limit, offset]),
    ),
    'limit-echoes-the-count': subtle(
      '`meta.limit` is the number of records on the page.',
      jsonOf('export', (body) =>
        isEnvelope(body) ? { ...body, meta: { ...body.meta, limit: body.data.length } } : undefined,
      ),
    ),
    'limit-echoes-the-default': subtle(
      `\`meta.limit\` is always ${EXPORT_DEFAULT_LIMIT}.`,
      metaOf((meta) => ({ ...meta, limit: EXPORT_DEFAULT_LIMIT })),
    ),
    'offset-echoes-zero': subtle(
      '`meta.offset` is always 0.',
      metaOf((meta) => ({ ...meta, offset: 0 })),
    ),
    'last-page-lost': subtle(
      'A last page that is not full is returned empty.',
      window((limit, offset, size) => [offset > 0 && offset + limit > size ? 0 : limit, offset]),
    ),
    'last-record-lost': subtle(
      'The last record of the result is never served.',
      inExport(({ page }) => ({
        page: (rows, requested, ask) =>
          page(rows.length > 1 ? rows.subarray(0, -1) : rows, requested, ask),
      })),
    ),
    'limit-is-the-end': subtle(
      'A page ends at the record whose number is the limit, whatever the offset.',
      window((limit, offset) => [Math.max(0, limit - offset), offset]),
    ),
  }),
  ...lists('EXP-LIST-7', {
    'total-of-the-page': blatant(
      '`meta.total` is the number of records on the page.',
      total((matching, limit, offset) => Math.max(0, Math.min(limit, matching - offset))),
    ),
    'total-of-the-rest': subtle(
      '`meta.total` is the number of records after the offset.',
      total((matching, _, offset) => Math.max(0, matching - offset)),
    ),
    'total-grows-with-the-offset': subtle(
      'The offset is added to `meta.total`.',
      total((matching, _, offset) => matching + offset),
    ),
    'total-capped-at-100': subtle(
      '`meta.total` is 100 at most.',
      total((matching) => Math.min(100, matching)),
    ),
    'total-counts-pages': subtle(
      '`meta.total` is the number of pages.',
      total((matching, limit) => Math.ceil(matching / limit)),
    ),
    'total-one-too-many': subtle(
      '`meta.total` is too large by one.',
      total((matching) => matching + 1),
    ),
  }),
  ...lists('EXP-LIST-8', {
    'border-repeated': subtle(
      'A later page begins with the last record of the page before, instead of its own first record.',
      replaceFirstRow((rows, offset) => rows[offset - 1]),
    ),
    'first-record-on-every-page': subtle(
      'A later page begins with the first record of the list, instead of its own first record.',
      replaceFirstRow((rows) => rows[0]),
    ),
    'pages-run-backwards': subtle(
      'An offset above 100 is counted from the end of the result if the page is full.',
      window((limit, offset, size) =>
        offset > 100 && offset + limit <= size ? [limit, size - offset - limit] : [limit, offset],
      ),
    ),
    'offset-in-hundreds': subtle(
      'An offset above 100 is rounded down to a multiple of 10 if the page is full.',
      window((limit, offset, size) =>
        offset > 100 && offset + limit <= size ? [limit, offset - (offset % 10)] : [limit, offset],
      ),
    ),
  }),
  ...lists('EXP-LIST-11', {
    'every-third-answer-turned': subtle(
      'Every third list is reversed.',
      everyThird((records) => [...records].reverse()),
    ),
    'every-third-answer-short': subtle(
      'Every third list lacks its last record.',
      everyThird((records) => records.slice(0, -1)),
    ),
    'requests-mix': subtle(
      'If another request arrives within 20 ms, a request returns the response to the later query.',
      (healthy) => {
        let latest = '';
        // Ends the wait of the request before.
        let arrived = (): void => undefined;
        return {
          ...healthy,
          around: (handle) => {
            const inner = healthy.around(handle);
            return async (call) => {
              if (call.mount !== 'export') return inner(call);
              latest = call.search;
              arrived();
              await new Promise<void>((resolve) => {
                arrived = resolve;
                setTimeout(resolve, TOGETHER_MS);
              });
              return inner({ ...call, search: latest });
            };
          },
        };
      },
    ),
  }),
];
