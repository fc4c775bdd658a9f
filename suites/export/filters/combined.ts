import { must } from '../../../src/harness/topic.js';
import { groupedFilters, missingForPaged, pagedFilters } from '../questions/combined.js';
import { comparing, type ExportTopics } from '../topic.js';
import { isFiltered } from './about.js';

/** The clause about filters with other query parameters (EXP-FILT-12). */
export const combined = {
  'EXP-FILT-12': {
    clause: must('filters combine with limit, offset, orderBy, groupBy; `total` counts the matches')
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        'Combines a filter with each of the parameters and compares with the same operation on the whole dataset.',
      ),
    rule: comparing({
      window: isFiltered,
      order: isFiltered,
      groups: isFiltered,
      total: (asked) => isFiltered(asked) && !asked.isBare,
    }),
    checks: {
      'export.filter.paged': {
        title: 'filters with orderBy, limit and offset',
        requests: { own: { least: 1, most: 3 } },
        lacking: ({ facts }) => `needs ${missingForPaged(facts)}`,
        asks: ({ facts }) => pagedFilters(facts),
      },
      'export.filter.grouped': {
        title: 'filters with groupBy',
        lacking:
          'needs a column with few values to group by, and a second column, of numbers, to filter by',
        requests: { own: { least: 1, most: 3 } },
        asks: ({ facts }) => groupedFilters(facts),
      },
    },
  },
} satisfies ExportTopics;
