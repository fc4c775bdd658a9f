import type { Answer } from '../../../src/http/answer.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { observe } from '../judge/observe.js';
import { tryPage } from '../product-page.js';
import { firstPage, surveyOf } from '../survey/survey.js';

/** Neither an empty list nor 404: whoever pages until nothing comes would never stop. */
function holdsRecords(answer: Answer, total: number): string | undefined {
  const page = tryPage(answer);
  const count = page?.records.length ?? 0;
  return count === 0 || (page?.meta?.total ?? total) > total ? undefined : `gives ${count} records of ${total}`;
}

/** Windows that the document leaves open (EXP-LIST-9 and 10). */
export const openWindows = [
  check({
    id: 'export.list.past-the-end',
    clauses: ['EXP-LIST-9'],
    title: 'an offset past the end, and a filter that matches nothing',
    requests: 3,
    async run(context) {
      const survey = await surveyOf(context);
      const { total, key } = survey;
      const column = key ?? [...survey.columns.values()][0];
      const nothing =
        column === undefined
          ? undefined
          : only(where(column.name, '=', column.kind === 'number' ? -987654321 : 'assay-matches-nothing'));
      if (nothing !== undefined) {
        const answer = await requestProducts(context, { filter: nothing });
        context.facts.recordDialect({
          emptyResult: answer.status === 404 ? '404' : answer.status === 200 ? 'list' : String(answer.status),
        });
      }
      return observe(
        context,
        [
          ['offset at the end', { offset: total }],
          ['offset past the end', { offset: total + 1000 }],
          ...(nothing === undefined ? [] : [['a filter that matches nothing', { filter: nothing }] as const]),
        ],
        'what an empty result is answered with',
        (answer) => holdsRecords(answer, total),
      );
    },
  }),
  check({
    id: 'export.list.odd-limits',
    clauses: ['EXP-LIST-10'],
    title: 'limits and offsets that the document leaves open',
    requests: { least: 4, most: 11 },
    async run(context) {
      await firstPage(context);
      const cases = [
        ['limit=0', { limit: 0 }],
        ['limit=-1', { limit: -1 }],
        ['limit=abc', { limit: 'abc' }],
        ['offset=-1', { offset: -1, limit: 1 }],
        ['limit=1000000', { limit: 1_000_000 }],
        ['limit empty', { limit: '' }],
        ['limit=2.5', { limit: '2.5' }],
        ['offset=abc', { offset: 'abc', limit: 1 }],
        ['limit given twice', { limit: 1, extra: [['limit', '2']] }],
        ['limit as an array', { extra: [['limit[]', '1']] }],
        ['an unknown parameter', { limit: 1, extra: [['assay', '1']] }],
      ] as const;
      return observe(context, context.budget.take(cases), 'what odd limits and offsets give');
    },
  }),
];
