import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { check } from '../check.js';
import { observe } from '../judge/observe.js';
import { firstPage } from '../survey/survey.js';

/** What the document leaves open about tokens and destinations (EXP-AUTH-10, EXP-AUTH-11). */
export const authOpen = [
  check({
    id: 'export.auth.two-mistakes',
    clauses: ['EXP-AUTH-10'],
    title: 'which error wins when several apply',
    requests: 3,
    async run(context) {
      await firstPage(context);
      return observe(
        context,
        [
          [
            'legacy without token and destination',
            { route: 'legacy', token: null, destinationId: null, accept: PLAIN },
          ],
          [
            'legacy with malformed token and destination',
            { route: 'legacy', token: 'a.b', destinationId: 'abc', accept: PLAIN },
          ],
          ['v2 of an unknown destination without token', { token: null, destinationId: '999999999', accept: PLAIN }],
        ],
        'which error wins',
      );
    },
  }),
  check({
    id: 'export.auth.borderline',
    clauses: ['EXP-AUTH-11'],
    title: 'borderline destination ids and an empty token',
    requests: { least: 2, most: 6 },
    async run(context) {
      await firstPage(context);
      const id = String(exportOf(context).destination?.id);
      const legacy = (destinationId: string): ProductsQuestion => ({
        route: 'legacy',
        destinationId,
        accept: PLAIN,
        limit: 1,
      });
      const cases: readonly (readonly [string, ProductsQuestion])[] = [
        ['an empty token', { token: '', accept: PLAIN, limit: 1 }],
        ['destination -1', legacy('-1')],
        ['destination 0', legacy('0')],
        [`destination ${id}.0`, legacy(`${id}.0`)],
        [`destination 00${id}`, legacy(`00${id}`)],
        ['destination 99999999999999999999', legacy('99999999999999999999')],
      ];
      return observe(context, context.budget.take(cases), 'borderline destination ids and an empty token');
    },
  }),
];
