import { type Context, deviates, skip } from '../../../src/harness/index.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { observe } from '../judge/observe.js';
import { groupable } from '../mutants/group-mutants.js';
import type { Column } from '../oracle/column.js';
import { groupOf, groupsOf, mergedBy, unnamedGroups } from '../oracle/groups.js';
import { expectPage, type ProductPage } from '../product-page.js';
import { fewGroups } from '../survey/columns.js';
import { orderedBy } from '../survey/order-spelling.js';
import { semanticsOf } from '../survey/semantics.js';
import { type Survey, surveyOf } from '../survey/survey.js';

const distinct = (column: Column): ReadonlySet<string> =>
  new Set([...column.values.keys()].flatMap((value) => groupOf(value) ?? []));

/** Places that groups without a name may take among the others. */
const openGroups = ({ nulls, values }: Column): number =>
  unnamedGroups([...(nulls > 0 ? [null] : []), ...values.keys()]);

/** The groups of a page; a deviation where one is on it twice. */
function groupsOnce({ records, answer }: ProductPage, column: Column): readonly string[] {
  const found = groupsOf(records, column);
  // A date may be shown with less than it holds.
  const twice = column.kind === 'typed' ? undefined : found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined)
    deviates(`one record for each ${column.name}`, `${column.name} ${JSON.stringify(twice)} on several`, answer);
  return found;
}

/** One record for each group: none twice, none that the data does not hold, and at least so many. */
function expectGroups(page: ProductPage, column: Column, merge: (value: string) => string, least: number): string {
  const wanted = distinct(column);
  const found = groupsOnce(page, column);
  const known = new Set([...wanted].map(merge));
  const foreign = found.find((value) => !known.has(merge(value)));
  if (foreign !== undefined)
    deviates(`values of ${column.name} that the data holds`, JSON.stringify(foreign), page.answer);
  const met = new Set(found.map(merge));
  if (met.size < least) {
    const missing = [...wanted].filter((value) => !met.has(merge(value))).slice(0, 3);
    deviates(
      `${least} distinct values of ${column.name}`,
      `${met.size}, without such as ${missing.map((value) => JSON.stringify(value)).join(', ')}`,
      page.answer,
    );
  }
  return `${found.length} distinct values of ${column.name} on ${page.records.length} records`;
}

const grouped = async (context: Context, request: ProductsQuestion): Promise<ProductPage> =>
  expectPage(await requestProducts(context, request), `for groupBy=${request.groupBy}`);

/** Without a snapshot: no value twice, and none missing of those that the sample holds. */
async function judgeOnSample(context: Context, survey: Survey): Promise<string> {
  const column =
    fewGroups(survey) ?? skip('data', `needs a column of few values, or the whole dataset: ${survey.incomplete}`);
  const merge = mergedBy(await semanticsOf(context), column);
  const groups = new Set([...distinct(column)].map(merge)).size;
  const window = Math.max(1, Math.min(99, groups - 1));
  const told: number[] = [];
  for (const limit of [100, window]) {
    const page = await grouped(context, { groupBy: column.name, limit });
    const met = new Set(groupsOnce(page, column).map(merge));
    const missing = [...distinct(column)].find((value) => !met.has(merge(value)));
    if (page.records.length < limit && missing !== undefined)
      deviates(`each ${column.name} that the sample holds`, `none with ${JSON.stringify(missing)}`, page.answer);
    told.push(page.records.length);
  }
  return `${told.join(' and ')} records, each with another ${column.name}`;
}

export const grouping = [
  check({
    id: 'export.group.distinct',
    clauses: ['EXP-GROUP-1'],
    title: 'groupBy gives one record for each distinct value, counted before limit and offset are applied',
    requests: { least: 2, most: 11 },
    async run(context) {
      const survey = await surveyOf(context);
      if (!survey.complete) return judgeOnSample(context, survey);
      const [column, ...others] = groupable(survey);
      if (column === undefined) return skip('data', 'needs a column of which several records hold the same value');
      const semantics = await semanticsOf(context);
      const merge = mergedBy(semantics, column);
      const whole = async (by: Column, accept?: string): Promise<string> => {
        const merge = mergedBy(semantics, by);
        const groups = new Set([...distinct(by)].map(merge)).size;
        const limit = Math.min(survey.pageSize, Math.max(100, distinct(by).size + openGroups(by)));
        // Where one page cannot hold all groups, the last page tells how many there are.
        const offset = Math.max(0, distinct(by).size + openGroups(by) - limit);
        const window = offset === 0 ? { limit } : { limit, offset };
        const page = await grouped(context, { groupBy: by.name, ...window, accept });
        return expectGroups(page, by, merge, groups - offset - (offset === 0 ? 0 : openGroups(by)));
      };
      const witnesses = [await whole(column)];
      // A window smaller than the number of groups: those without a name may take places of it.
      const groups = new Set([...distinct(column)].map(merge)).size;
      const limit = Math.max(1, Math.min(99, groups - 1));
      const window = await grouped(context, { groupBy: column.name, limit });
      const merged = groups < distinct(column).size;
      expectGroups(window, column, merge, merged ? 1 : limit - openGroups(column));
      if (window.records.length !== limit && !(merged && window.records.length < limit))
        deviates(`${limit} records`, String(window.records.length), window.answer);
      const more: readonly (() => Promise<unknown>)[] = [
        async () => {
          const offset = Math.floor(groups / 2);
          const rest = await grouped(context, { groupBy: column.name, limit: 100, offset });
          const left = distinct(column).size + openGroups(column) - offset;
          if (rest.records.length > left)
            deviates(`at most ${left} groups from offset ${offset} on`, String(rest.records.length), rest.answer);
          return expectGroups(rest, column, merge, merged ? 1 : Math.min(100, groups - offset) - openGroups(column));
        },
        async () => {
          const many = [...survey.columns.values()].find(({ kind, values }) => kind === 'number' && values.size > 100);
          if (many === undefined) return;
          const page = await grouped(context, { groupBy: many.name });
          expectGroups(page, many, mergedBy(semantics, many), 100 - openGroups(many));
        },
        ...others.map((other) => async () => witnesses.push(await whole(other))),
        () => whole(column, PLAIN),
      ];
      for (const question of context.budget.take(more, { besides: 2 })) await question();
      return witnesses.join('; ');
    },
  }),
  check({
    id: 'export.group.open',
    clauses: ['EXP-GROUP-2'],
    title: 'what meta.total counts under groupBy, and groupBy with orderBy and filters',
    requests: { least: 1, most: 3 },
    async run(context) {
      const survey = await surveyOf(context);
      const [column] = groupable(survey);
      const value = column && [...column.values.keys()][0];
      if (column === undefined || value === undefined)
        return skip('data', 'needs a column of which several records hold the same value');
      const cases: readonly (readonly [string, ProductsQuestion])[] = [
        ['groupBy', { groupBy: column.name, limit: 1 }],
        ['groupBy with orderBy', { groupBy: column.name, orderBy: await orderedBy(context, column), limit: 1 }],
        ['groupBy with a filter', { groupBy: column.name, filter: only(where(column.name, '!=', value)), limit: 1 }],
      ];
      return observe(
        context,
        context.budget.take(cases),
        `${distinct(column).size} values of ${column.name} among ${survey.total} records`,
      );
    },
  }),
];
