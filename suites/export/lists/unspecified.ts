import { serverError } from '../../../src/harness/observing.js';
import { open } from '../../../src/harness/topic.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ExportTopics } from '../topic.js';

/**
 * The clauses about empty results, and about limits and offsets that the document does not specify.
 */
export const unspecified = {
  'EXP-LIST-9': {
    clause: open('offset at or past the end; a filter that matches nothing: empty list or 404')
      .in('Errors, Export API, table')
      .judged('Only observed: an empty list and 404 are both accepted.'),
    checks: {
      'export.list.past-the-end': {
        title: 'offsets at and past the end, and a filter without matches',
        requests: 3,
        observes: {
          shows: 'response to an empty result',
          cases({
            facts: {
              whole: { total, key, columns },
            },
          }) {
            const windows = {
              'offset at the end': { offset: total },
              'offset past the end': { offset: total + 1000 },
            };
            const column = key ?? [...columns.values()][0];
            if (column === undefined) return windows;
            const absent = column.kind === 'number' ? -987654321 : 'assay-matches-nothing';
            const filter = only(where(column.name, '=', absent));
            return { ...windows, 'a filter that matches nothing': { filter } };
          },
          dialect(exchanges) {
            const last = exchanges.at(-1);
            if (last?.question.filter === undefined) return {};
            const { status } = last.answer;
            return { emptyResult: status === 200 ? 'list' : String(status) };
          },
          warning({ answer, page }, _, known) {
            if (known === undefined || known.whole.contradiction !== undefined)
              return serverError(answer);
            const { total } = known.whole;
            const { records = [], meta } = page ?? {};
            // Records past the end: a client that requests pages until one is empty never stops.
            const isEndless = records.length > 0 && (meta?.total ?? total) <= total;
            return isEndless
              ? `returns ${records.length} records of ${total}`
              : serverError(answer);
          },
        },
      },
    },
  },
  'EXP-LIST-10': {
    clause: open(
      'limit 0, negative, non-numeric, huge; offset negative, non-numeric; repeated parameter',
    )
      .in('Errors, Other, item 3')
      .judged('Only observed: the document does not specify it.'),
    checks: {
      'export.list.odd-limits': {
        title: 'limits and offsets that the document does not specify',
        requests: { own: { least: 4, most: 11 } },
        observes: {
          shows: 'results of unspecified limits and offsets',
          cases: () => ({
            'limit=0': { limit: 0 },
            'limit=-1': { limit: -1 },
            'limit=abc': { limit: 'abc' },
            'offset=-1': { offset: -1, limit: 1 },
            'limit=1000000': { limit: 1_000_000 },
            'limit empty': { limit: '' },
            'limit=2.5': { limit: '2.5' },
            'offset=abc': { offset: 'abc', limit: 1 },
            'limit given twice': { limit: 1, extra: [['limit', '2']] },
            'limit as an array': { extra: [['limit[]', '1']] },
            'an unknown parameter': { limit: 1, extra: [['assay', '1']] },
          }),
        },
      },
    },
  },
} satisfies ExportTopics;
