/**
 * Defects of the export API that occur if a query joins tables or if pages are cut wrongly: short
 * pages, repeated records and wrong totals.
 */

import { EXPORT_DEFAULT_LIMIT } from '../../document.js';
import type { Rows } from '../../table/table.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { isFiltered } from './change.js';

const listDefects = defectsOf('export', 'export.lists');

/** A join with a table of product variants gives a record one to three rows. */
const joinedRowsOf = (row: number): number => 1 + (row % 3);

const joined = (rows: Rows): Rows =>
  Int32Array.from([...rows].flatMap((row) => Array(joinedRowsOf(row)).fill(row)));
const distinct = (rows: Rows): Rows => Int32Array.from(new Set(rows));

/**
 * Limits the pages of some requests to `most` records. `meta.limit` is still the requested limit.
 * `isAffected` selects the requests by their query string.
 */
const pagesOf = (most: number, isAffected: (search: string) => boolean = () => true) =>
  inExport(({ page }) => ({
    page: (rows, requested, ask) =>
      page(
        rows,
        isAffected(ask.call.search)
          ? { ...requested, limit: Math.min(requested.limit, most) }
          : requested,
        ask,
      ),
  }));

export const EXPORT_JOINS: readonly Defect[] = [
  ...listDefects('EXP-LIST-5', {
    'default-page-short': blatant(
      `If no limit is sent, a page has at most 56 records, although \`meta.limit\` is ${EXPORT_DEFAULT_LIMIT}.`,
      pagesOf(56, (search) => !search.includes('limit=')),
    ),
  }),
  ...listDefects('EXP-LIST-6', {
    // In doctrine/orm, setMaxResults limits the rows of a join instead of the entities.
    'window-of-joined-rows': blatant(
      '`limit` and `offset` count the rows of a join. Each record is returned once, so a page has too few records.',
      inExport(({ page }) => ({
        page: (rows, requested, ask) => distinct(page(joined(rows), requested, ask)),
      })),
    ),
    // This is also known from doctrine/orm. Unlike in the previous defect, the offset counts
    // records.
    'limit-of-joined-rows': subtle(
      '`limit` counts the rows of a join: a page has fewer records than `meta.limit`, although more records follow.',
      inExport(({ page }) => ({
        page: (rows, requested, ask) =>
          distinct(page(joined(rows.subarray(requested.offset)), { ...requested, offset: 0 }, ask)),
      })),
    ),
    // In api-platform/core, a maximum limits the items of a page, but the page numbers are computed
    // without it.
    'limit-capped-but-echoed': subtle(
      'A page has at most 200 records, although `meta.limit` is the requested limit.',
      pagesOf(200),
    ),
    'limit-capped-at-100-but-echoed': subtle(
      'A page has at most 100 records, although `meta.limit` is the requested limit.',
      pagesOf(100),
    ),
  }),
  ...listDefects('EXP-LIST-8', {
    // In opf/openproject #9202, a join adds rows to a record, and each row is returned as a record.
    'joined-rows-served': blatant(
      'A record is returned once for each of its variants, and `meta.total` counts the variants.',
      inExport(({ page, total }) => ({
        page: (rows, requested, ask) => page(joined(rows), requested, ask),
        total: (rows, ...about) => total(joined(rows), ...about),
      })),
    ),
    // In carltongibson/django-filter #94, a filter by a related table joins this table.
    'joined-rows-served-under-filters': blatant(
      'If a filter is sent, a record is returned once for each of its variants.',
      inExport(({ page, total }) => ({
        page: (rows, requested, ask) =>
          page(isFiltered(requested, ask) ? joined(rows) : rows, requested, ask),
        total: (rows, requested, ask, table) =>
          total(isFiltered(requested, ask) ? joined(rows) : rows, requested, ask, table),
      })),
    ),
  }),
  ...listDefects('EXP-LIST-7', {
    // In laravel/framework, paginate() counts the rows of a join.
    'total-of-joined-rows': blatant(
      '`meta.total` counts the rows of a join instead of the records.',
      inExport(() => ({ total: (rows) => joined(rows).length })),
    ),
    'total-of-joined-rows-under-filters': subtle(
      'If a filter is sent, `meta.total` counts the rows of a join instead of the records.',
      inExport(({ total }) => ({
        total: (rows, query, ask, table) =>
          isFiltered(query, ask) ? joined(rows).length : total(rows, query, ask, table),
      })),
    ),
    // In typeorm/typeorm, getManyAndCount counts only the records of the page.
    'total-of-what-is-served': blatant(
      '`meta.total` is the number of records of the page.',
      inExport(({ page }) => ({ total: (rows, query, ask) => page(rows, query, ask).length })),
    ),
  }),
];
