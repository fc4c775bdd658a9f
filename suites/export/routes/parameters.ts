import { type Context, deviates } from '../../../src/harness/index.js';
import type { ProductRecord } from '../../../src/target/index.js';
import { check } from '../check.js';
import { expectedRecords } from '../judge/expected-records.js';
import { filterOfSeveral } from '../judge/filter-of-several.js';
import { inside, judgeWindow } from '../judge/ordered-window.js';
import { groupsOf, mergedBy } from '../lists/grouping.js';
import type { Column } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import { only, where } from '../request/filter.js';
import { expectPage } from '../request/product-page.js';
import { nameRoute, PLAIN, type Route, requestProducts } from '../request/products-request.js';
import { fewGroups, orderColumn } from '../survey/columns.js';
import { semanticsOf, spellingOf } from '../survey/dialect.js';
import { repeatedRoute } from '../survey/filtered-route.js';
import { type Survey, surveyOf } from '../survey/survey.js';

/** The query parameters on the legacy routes. */
export const routeParameters = [
  // EXP-ROUTE-7: the legacy unfiltered path honours every query parameter of v2, `filters` and `mode` included
  check({
    id: 'export.route.legacy-parameters',
    clauses: ['EXP-ROUTE-7'],
    title: 'the legacy route honours every query parameter of the v2 route',
    requests: { least: 2, most: 5 },
    async run(context) {
      const survey = await surveyOf(context);
      const by = orderColumn(survey);
      const spelling = await spellingOf(context);
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
      for (const shape of shapes.slice(0, Math.max(1, context.allowance - 1))) {
        const { filter, matching } = await filterOfSeveral(context, survey, shape);
        witnesses.push(
          await judgeWindow(context, survey, by, { route, filter, matching, ...inside(matching.length) }, spelling),
        );
      }
      const column = fewGroups(survey);
      if (column !== undefined)
        await expectGrouped(context, column, { route }, survey, survey.records, await semanticsOf(context));
      if (context.allowance >= 5)
        witnesses.push(
          await judgeWindow(
            context,
            survey,
            by,
            { route, matching: survey.records, limit: 5, offset: 7, accept: PLAIN },
            spelling,
          ),
        );
      return witnesses.join('; ');
    },
  }),
  // EXP-ROUTE-5: the legacy filtered path honours limit, offset, orderBy, groupBy
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
      if (column !== undefined) await expectGrouped(context, column, { route }, survey, matching, semantics);
      return `${witness}, and groupBy`;
    },
  }),
];

/** groupBy on another route: no value twice, none that the matching records do not hold, and none missing of those known. */
async function expectGrouped(
  context: Context,
  column: Column,
  { route }: { readonly route: Route },
  { complete }: Survey,
  matching: readonly ProductRecord[],
  semantics: Semantics,
): Promise<void> {
  const merge = mergedBy(semantics, column);
  const { answer, records } = expectPage(
    await requestProducts(context, { route, groupBy: column.name, limit: 100 }),
    `for groupBy=${column.name} on ${nameRoute(route)}`,
  );
  const [wanted, found] = [new Set(groupsOf(matching, column).map(merge)), groupsOf(records, column)];
  const met = new Set(found.map(merge));
  const right =
    new Set(found).size === found.length &&
    (complete
      ? met.size === wanted.size && [...met].every((value) => wanted.has(value))
      : records.length === 100 || [...wanted].every((value) => met.has(value)));
  if (!right)
    deviates(
      `one record for each of ${wanted.size} values of ${column.name} on ${nameRoute(route)}`,
      `${found.length} records with ${met.size} values`,
      answer,
    );
}
