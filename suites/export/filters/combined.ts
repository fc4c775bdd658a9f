import { type Context, describeAnswer, deviates, observed, skip } from '../../../src/harness/index.js';
import type { ProductRecord } from '../../../src/target/index.js';
import { check } from '../check.js';
import { expectedRecords } from '../judge/expected-records.js';
import { inside, judgeWindow, orderColumn } from '../judge/ordered-window.js';
import { filteredRoute } from '../judge/positive-control.js';
import { fewGroups, mergedBy } from '../lists/grouping.js';
import type { Column } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import { isAlone } from '../oracle/equality.js';
import { heldBy } from '../oracle/held.js';
import { describeFilter, type Filter, only, where } from '../request/filter.js';
import { expectPage } from '../request/product-page.js';
import { type FilteredRoute, nameRoute, PLAIN, type Route, requestProducts } from '../request/products-request.js';
import { semanticsOf, spellingOf } from '../survey/dialect.js';
import { sortable } from '../survey/sortable.js';
import { type Survey, surveyOf } from '../survey/survey.js';
import { distinguishingFilter } from './modes.js';

async function tellingFilter(
  context: Context,
  survey: Survey,
  shape: Parameters<typeof distinguishingFilter>[0],
): Promise<{ filter: Filter; matching: readonly ProductRecord[] }> {
  const semantics = await semanticsOf(context);
  const filter =
    distinguishingFilter(shape, survey, semantics) ??
    skip('data', 'needs two columns whose values occur in different combinations');
  const { required, optional } = expectedRecords(filter, survey, semantics);
  if (optional.length > 0 || required.length < 2)
    skip('data', `needs several records for which ${describeFilter(filter)}`);
  return { filter, matching: required };
}

export const combined = [
  check({
    id: 'export.filter.paged',
    clauses: ['EXP-FILT-12'],
    title: 'filters combine with orderBy, limit and offset, and total counts the matches',
    requests: { least: 1, most: 3 },
    async run(context) {
      const survey = await surveyOf(context);
      const by = orderColumn(survey);
      const spelling = await spellingOf(context);
      const { filter, matching } = await tellingFilter(context, survey, {
        mode: 'OR',
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      });
      const window = inside(matching.length);
      const witness = await judgeWindow(context, survey, by, { filter, matching, ...window }, spelling);
      if (context.allowance >= 2)
        await judgeWindow(context, survey, by, { filter, matching, ...window, accept: PLAIN }, spelling);
      if (context.allowance >= 3 && survey.complete)
        await judgeWindow(context, survey, by, { filter, matching, limit: 10, offset: matching.length - 1 }, spelling);
      return witness;
    },
  }),
  check({
    id: 'export.filter.grouped',
    clauses: ['EXP-FILT-12'],
    title: 'filters combine with groupBy',
    requests: 1,
    async run(context) {
      const survey = await surveyOf(context);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const column = fewGroups(survey);
      const by = sortable(survey).find(({ kind, name }) => kind === 'number' && name !== column?.name);
      if (column === undefined || by === undefined)
        return skip('data', 'needs a column to group by and another of numbers');
      const numbers = [...by.values.keys()].map(Number).sort((a, b) => a - b);
      const filter = only(
        where(by.name, '<', numbers[Math.min(numbers.length - 1, Math.max(1, Math.floor(numbers.length / 20)))] ?? 0),
      );
      const { required } = expectedRecords(filter, survey, semantics);
      const merge = mergedBy(semantics, column);
      const listed = (list: readonly ProductRecord[]): readonly string[] =>
        list
          .map((record) => heldBy(record, column.name))
          .filter((value) => value !== null && value !== '')
          .map(String);
      const values = (list: readonly ProductRecord[]): ReadonlySet<string> => new Set(listed(list).map(merge));
      const answer = await requestProducts(context, { filter, groupBy: column.name, limit: 100, spelling });
      // What groupBy does together with filters is open (EXP-GROUP-2) as far as refusing it goes.
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 404)
        return observed(`filters with groupBy answer ${describeAnswer(answer)}`);
      const { records } = expectPage(answer);
      const [wanted, found] = [values(required), values(records)];
      const foreign = [...found].filter((value) => !wanted.has(value));
      const missing = [...wanted].filter((value) => !found.has(value));
      const held = listed(records);
      const name = `${column.name} among records for which ${describeFilter(filter)}`;
      if (foreign.length > 0 && survey.complete)
        deviates(`the ${wanted.size} values of ${name}`, `also ${foreign.slice(0, 3).join(', ')}`, answer);
      if (missing.length > 0 && (records.length < 100 || (survey.complete && wanted.size <= 100)))
        deviates(`the ${wanted.size} values of ${name}`, `without ${missing.slice(0, 3).join(', ')}`, answer);
      if (held.length > new Set(held).size)
        deviates(`one record for each of the ${wanted.size} values of ${name}`, `${held.length} records`, answer);
      return `${found.size} values of ${name}`;
    },
  }),
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
        const { filter, matching } = await tellingFilter(context, survey, shape);
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

/** A path of the legacy filtered route that several records match, so that a window shows. */
export async function repeatedRoute(context: Context, survey: Survey, { equals }: Semantics): Promise<FilteredRoute> {
  const isTelling = (column: Column, value: string, count: number): boolean =>
    count > 2 &&
    count < survey.total &&
    /^(?:[A-Za-z][A-Za-z0-9]*|\d{1,9})$/.test(value) &&
    isAlone(value, column, equals);
  const held = [...survey.columns.values()]
    .filter(({ name, kind }) => !name.includes('/') && kind !== 'other' && kind !== 'typed')
    .flatMap((column) => [...column.values].map(([value, count]) => ({ column, value: String(value), count })))
    .filter(({ column, value, count }) => isTelling(column, value, count))
    .sort((a, b) => b.count - a.count)[0];
  return held === undefined ? filteredRoute(context) : { column: held.column.name, value: held.value };
}

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
  const values = (list: readonly ProductRecord[]): readonly string[] =>
    list
      .map((record) => heldBy(record, column.name))
      .filter((value) => value !== null && value !== '')
      .map(String);
  const { answer, records } = expectPage(
    await requestProducts(context, { route, groupBy: column.name, limit: 100 }),
    `for groupBy=${column.name} on ${nameRoute(route)}`,
  );
  const [wanted, found] = [new Set(values(matching).map(merge)), values(records)];
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
