import type { Change } from '../../behaviour.js';
import type { Query } from '../../export/query.js';
import { inExport } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';

const state = defectsOf('export', 'export.interaction');

/** Edits each query. `edit` also receives the query of the previous request. */
const withPreviousQuery =
  (edit: (requested: Query, before: Query | undefined) => Query): Change =>
  (healthy) => {
    let before: Query | undefined;
    return inExport(({ readQuery }) => ({
      readQuery: (table, ask, rules) => {
        const requested = readQuery(table, ask, rules);
        const edited = edit(requested, before);
        before = requested;
        return edited;
      },
    }))(healthy);
  };

/**
 * Defects in which the object that builds the query outlives the request. This happens in worker
 * processes that serve many requests (tailflow/laravel-orion #121).
 */
export const EXPORT_KEPT_STATE: readonly Defect[] = [
  ...state('EXP-LIST-11', {
    'window-of-the-last-request': subtle(
      'A list without an offset begins at the offset of the previous list.',
      withPreviousQuery((requested, before) =>
        requested.offset > 0 || before === undefined
          ? requested
          : { ...requested, offset: before.offset },
      ),
    ),
    'filters-of-the-last-request': subtle(
      'A list without filters is filtered by the filters of the previous list.',
      withPreviousQuery((requested, before) =>
        requested.filters.groups.length > 0 || before === undefined
          ? requested
          : { ...requested, filters: before.filters },
      ),
    ),
    'groups-of-the-last-request': subtle(
      'A list without `groupBy` is grouped by the column of the previous list.',
      withPreviousQuery((requested, before) => ({
        ...requested,
        groupBy: requested.groupBy ?? before?.groupBy,
      })),
    ),
  }),
];
