/** Defects of database joins and of paginators: short pages, repeated records and wrong totals. */

import type { Rows } from '../../table/table.js';
import { inExport } from '../change.js';
import { blatant, type Defect, subtle, topic } from '../defect.js';
import { isFiltered } from './change.js';

const lists = topic('export', 'export.lists');

/** The number of rows of a record after a join with a table of product variants: one to three. */
const variantsOf = (row: number): number => 1 + (row % 3);

const joined = (rows: Rows): Rows =>
  Int32Array.from([...rows].flatMap((row) => Array(variantsOf(row)).fill(row)));
const distinct = (rows: Rows): Rows => Int32Array.from(new Set(rows));

/** Limits pages to `most` records, although `meta.limit` still repeats the requested limit. */
const pagesOf = (most: number, isShort: (search: string) => boolean = () => true) =>
  inExport(({ page }) => ({
    page: (rows, requested, ask) =>
      page(
        rows,
        isShort(ask.call.search)
          ? { ...requested, limit: Math.min(requested.limit, most) }
          : requested,
        ask,
      ),
  }));

export const EXPORT_JOINS: readonly Defect[] = [
  ...lists('EXP-LIST-5', {
    'default-page-short': blatant(
      'Without a limit a page has 56 records, although `meta.limit` is 100.',
      pagesOf(56, (search) => !search.includes('limit=')),
    ),
  }),
  ...lists('EXP-LIST-6', {
    // doctrine/orm: setMaxResults with a fetch-joined collection limits rows, not entities.
    'window-of-joined-rows': blatant(
      'Limit and offset count joined rows, but each record is returned once, so that pages are short.',
      inExport(({ page }) => ({
        page: (rows, requested, ask) => distinct(page(joined(rows), requested, ask)),
      })),
    ),
    // doctrine/orm: the same defect with a correct offset.
    'limit-of-joined-rows': subtle(
      'The limit counts joined rows: a page has fewer records than `meta.limit`, although more records follow.',
      inExport(({ page }) => ({
        page: (rows, requested, ask) =>
          distinct(page(joined(rows.subarray(requested.offset)), { ...requested, offset: 0 }, ask)),
      })),
    ),
    // api-platform/core: a maximum of items per page is ignored when page numbers are computed.
    'limit-capped-but-echoed': subtle(
      'A page has 200 records at most, although `meta.limit` is as requested.',
      pagesOf(200),
    ),
    'limit-capped-at-100-but-echoed': subtle(
      'A page has 100 records at most, although `meta.limit` is as requested.',
      pagesOf(100),
    ),
  }),
  ...lists('EXP-LIST-8', {
    // opf/openproject #9202: a record is returned once for each row that a join adds to it.
    'joined-rows-served': blatant(
      'A join returns each record once for each of its variants, and `meta.total` counts them.',
      inExport(({ page, total }) => ({
        page: (rows, requested, ask) => page(joined(rows), requested, ask),
        total: (rows, ...about) => total(joined(rows), ...about),
      })),
    ),
    // carltongibson/django-filter #94: a filter across a relation joins it.
    'joined-rows-served-under-filters': blatant(
      'With filters a join returns each record once for each of its variants.',
      inExport(({ page, total }) => ({
        page: (rows, requested, ask) =>
          page(isFiltered(requested, ask) ? joined(rows) : rows, requested, ask),
        total: (rows, requested, ask, table) =>
          total(isFiltered(requested, ask) ? joined(rows) : rows, requested, ask, table),
      })),
    ),
  }),
  ...lists('EXP-LIST-7', {
    // laravel/framework: paginate() with a join counts the joined rows.
    'total-of-joined-rows': blatant(
      '`meta.total` counts joined rows.',
      inExport(() => ({ total: (rows) => joined(rows).length })),
    ),
    'total-of-joined-rows-under-filters': subtle(
      'With filters `meta.total` counts joined rows.',
      inExport(({ total }) => ({
        total: (rows, query, ask, table) =>
          isFiltered(query, ask) ? joined(rows).length : total(rows, query, ask, table),
      })),
    ),
    // typeorm/typeorm: getManyAndCount counts only the records of the page.
    'total-of-what-is-served': blatant(
      '`meta.total` is the number of records of the page, also with an offset.',
      inExport(({ page }) => ({ total: (rows, query, ask) => page(rows, query, ask).length })),
    ),
  }),
];
