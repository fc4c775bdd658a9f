import type { Context } from '../../../src/harness/index.js';
import { describeFilter, only, where } from '../../../src/protocol/export/filter.js';
import { nameRoute, PLAIN, type ProductsQuestion, type Route } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { type ExpectedGroups, expectGroupsAmong, narrowFilter } from '../judge/expected-groups.js';
import { expectedRecords } from '../judge/expected-records.js';
import { filterOfSeveral } from '../judge/filter-of-several.js';
import { inside, judgeWindow } from '../judge/ordered-window.js';
import { expectPage } from '../product-page.js';
import { fewGroups, orderColumn } from '../survey/columns.js';
import { repeatedRoute } from '../survey/filtered-route.js';
import { semanticsOf } from '../survey/semantics.js';
import { spellingOf } from '../survey/spelling.js';
import { surveyOf } from '../survey/survey.js';

/** The query parameters on the legacy routes. */
export const routeParameters = [
  check({
    id: 'export.route.legacy-parameters',
    clauses: ['EXP-ROUTE-7'],
    title: 'the legacy route honours every query parameter of the v2 route',
    requests: { least: 2, most: 6 },
    async run(context) {
      const survey = await surveyOf(context);
      const by = orderColumn(survey);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const route = 'legacy';
      const shapes = [
        {
          groups: [
            ['OR', 2],
            [undefined, 1],
          ],
        },
        {
          mode: 'OR',
          groups: [
            [undefined, 2],
            ['OR', 2],
          ],
        },
        {
          groups: [
            [undefined, 1],
            [undefined, 1],
          ],
        },
      ] as const;
      const witnesses: string[] = [];
      for (const shape of context.budget.take(shapes, { least: 1, besides: 1 })) {
        const { filter, matching } = await filterOfSeveral(context, survey, shape);
        witnesses.push(
          await judgeWindow(context, survey, by, { route, filter, matching, ...inside(matching.length) }, spelling),
        );
      }
      const column = fewGroups(survey);
      if (column !== undefined)
        await groupedOn(context, { route }, { column, matching: survey.records, survey, semantics });
      const filter = column && narrowFilter(survey, column);
      const narrow = column === undefined || filter === undefined ? [] : [{ column, filter }];
      for (const { column, filter } of context.budget.take(narrow, { besides: 5 })) {
        const { required: matching } = expectedRecords(filter, survey, semantics);
        await groupedOn(context, { route, filter, spelling }, { column, matching, survey, semantics });
      }
      for (const accept of context.budget.take([PLAIN], { besides: 4 })) {
        const window = { route, matching: survey.records, limit: 5, offset: 7, accept } as const;
        witnesses.push(await judgeWindow(context, survey, by, window, spelling));
      }
      return witnesses.join('; ');
    },
  }),
  check({
    id: 'export.route.filtered-parameters',
    clauses: ['EXP-ROUTE-5'],
    title: 'the legacy filtered route honours limit, offset, orderBy and groupBy',
    requests: 2,
    async run(context) {
      const survey = await surveyOf(context);
      const by = orderColumn(survey);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const route = await repeatedRoute(context, survey, semantics);
      const column = fewGroups(survey, route.column);
      const kind = survey.columns.get(route.column)?.kind;
      const filter = only(where(route.column, '=', kind === 'number' ? Number(route.value) : route.value));
      const { required: matching } = expectedRecords(filter, survey, semantics);
      const witness = await judgeWindow(
        context,
        survey,
        by,
        { route, sameAs: filter, matching, ...inside(matching.length) },
        spelling,
      );
      if (column !== undefined) await groupedOn(context, { route }, { column, matching, survey, semantics });
      return `${witness}, and groupBy`;
    },
  }),
];

/** groupBy on another route, of all records or of those that a filter keeps. */
async function groupedOn(
  context: Context,
  request: Pick<ProductsQuestion, 'filter' | 'spelling'> & { readonly route: Route },
  expected: Omit<ExpectedGroups, 'name'>,
): Promise<void> {
  const { name: groupBy } = expected.column;
  const answer = await requestProducts(context, { ...request, groupBy, limit: 100 });
  // What groupBy does together with filters is open (EXP-GROUP-2) as far as refusing it goes.
  if (request.filter !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 404) return;
  const among = request.filter === undefined ? '' : ` among records for which ${describeFilter(request.filter)}`;
  const where = `on ${nameRoute(request.route)}`;
  expectGroupsAmong(expectPage(answer, `for groupBy=${groupBy} ${where}`), {
    ...expected,
    name: `${groupBy}${among} ${where}`,
  });
}
