import { type Context, deviates, skip } from '../../src/harness/index.js';
import { type Ask, ask, PLAIN } from './ask.js';
import { check } from './check.js';
import { chooseQuestions } from './choose.js';
import { semanticsOf } from './dialect.js';
import { columnsOf } from './examples.js';
import { only, where } from './filter.js';
import { type ProductPage, readPage } from './list.js';
import { observe } from './observe.js';
import type { Column } from './oracle/column.js';
import type { Semantics } from './oracle/criterion.js';
import { heldBy } from './oracle/filter.js';
import { type Survey, snapshotOf } from './survey.js';

/** Values that a target may merge: what its `=` equates, and nulls, whose group is open (EXP-GROUP-2). */
const groupOf = (value: unknown, { equals }: Semantics): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  return equals === 'insensitive'
    ? String(value)
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .trimEnd()
    : String(value);
};

/** Wrong readings of which values make a group: what a value is reduced to, or undefined where it is left out. */
const wrongGroups: Readonly<Record<string, (value: string | number, count: number) => string | undefined>> = {
  'groups by the first letter': (value) => (typeof value === 'string' ? [...value][0]?.toLowerCase() : String(value)),
  'groups numbers by their integer part': (value) => String(typeof value === 'number' ? Math.trunc(value) : value),
  'groups numbers without their sign': (value) => String(typeof value === 'number' ? Math.abs(value) : value),
  'trims blanks': (value) => String(value).trim(),
  'ignores case': (value) => String(value).toLowerCase(),
  'leaves out values of one record': (value, count) => (count > 1 ? String(value) : undefined),
  'groups nothing': () => undefined,
};

/** Columns that tell grouping from its wrong readings, those of few values first. */
export function groupable(survey: Survey): readonly Column[] {
  const columns = [...columnsOf(survey, 'text'), ...columnsOf(survey, 'number')];
  const repeated = columns.filter(({ values }) => values.size < survey.total && values.size <= survey.pageSize);
  const sorted = [...repeated].sort((a, b) => Math.abs(a.values.size - 8) - Math.abs(b.values.size - 8));
  const count = (
    column: Column,
    reduce: (value: string | number, count: number) => string | undefined,
  ): readonly number[] => [
    new Set([...column.values].map(([value, held]) => reduce(value, held)).filter((one) => one !== undefined)).size,
  ];
  const wrong = Object.entries(wrongGroups).map(([name, reduce]) => ({
    name,
    gives: (column: Column) => count(column, reduce),
  }));
  const { chosen } = chooseQuestions(sorted, (column) => count(column, String), wrong, {
    most: 3,
    items: () => Number.POSITIVE_INFINITY,
  });
  return chosen.length > 0 ? chosen.map(({ question }) => question) : sorted.slice(0, 1);
}

const groupsOf = (
  records: readonly Readonly<Record<string, unknown>>[],
  { name }: Column,
  semantics: Semantics,
): readonly string[] => records.flatMap((record) => groupOf(heldBy(record, name), semantics) ?? []);

const distinct = (column: Column, semantics: Semantics): Set<string> =>
  new Set([...column.values.keys()].flatMap((value) => groupOf(value, semantics) ?? []));

/** One record for each group: none twice, and the right number of them. */
function expectGroups(
  page: ProductPage,
  column: Column,
  semantics: Semantics,
  wanted: ReadonlySet<string>,
  least: number,
): string {
  const found = groupsOf(page.records, column, semantics);
  const twice = found.find((one, index) => found.indexOf(one) !== index);
  if (twice !== undefined)
    deviates(`one record for each ${column.name}`, `${column.name} ${JSON.stringify(twice)} on several`, page.answer);
  const foreign = found.find((one) => !wanted.has(one));
  if (foreign !== undefined)
    deviates(`values of ${column.name} that the data holds`, JSON.stringify(foreign), page.answer);
  if (found.length < least) {
    const missing = [...wanted].filter((one) => !found.includes(one)).slice(0, 3);
    deviates(
      `${least} distinct values of ${column.name}`,
      `${found.length}, without such as ${missing.map((one) => JSON.stringify(one)).join(', ')}`,
      page.answer,
    );
  }
  return `${found.length} distinct values of ${column.name} on ${page.records.length} records`;
}

const grouped = async (context: Context, question: Ask): Promise<ProductPage> =>
  readPage(await ask(context, question), `for groupBy=${question.groupBy}`);

export const grouping = [
  check({
    id: 'export.group.distinct',
    clauses: ['EXP-GROUP-1'],
    title: 'groupBy gives one record for each distinct value, counted before limit and offset are applied',
    requests: { least: 2, most: 6 },
    async run(context) {
      const survey = await snapshotOf(context);
      const [column, ...others] = groupable(survey);
      if (column === undefined) return skip('data', 'needs a column of which several records hold the same value');
      const semantics = await semanticsOf(context);
      const whole = async (by: Column, accept?: string): Promise<string> => {
        const wanted = distinct(by, semantics);
        const limit = Math.min(survey.pageSize, Math.max(100, wanted.size + 1));
        const page = await grouped(context, { groupBy: by.name, limit, ...(accept === undefined ? {} : { accept }) });
        return expectGroups(page, by, semantics, wanted, Math.min(wanted.size, survey.pageSize - 1));
      };
      const witnesses = [await whole(column)];
      const wanted = distinct(column, semantics);
      // A window smaller than the number of groups: a group of nulls may take one place of it.
      const limit = Math.max(1, Math.min(99, wanted.size - 1));
      const nullGroup = column.nulls + column.blanks > 0 ? 1 : 0;
      const window = await grouped(context, { groupBy: column.name, limit });
      expectGroups(window, column, semantics, wanted, limit - nullGroup);
      if (window.records.length > limit)
        deviates(`at most ${limit} records`, String(window.records.length), window.answer);
      const more: readonly (() => Promise<unknown>)[] = [
        ...others.map((other) => async () => witnesses.push(await whole(other))),
        async () => {
          const offset = Math.floor(wanted.size / 2);
          const rest = await grouped(context, { groupBy: column.name, limit: 100, offset });
          return expectGroups(rest, column, semantics, wanted, Math.min(100, wanted.size - offset) - nullGroup);
        },
        () => whole(column, PLAIN),
      ];
      for (const question of more.slice(0, context.allowance - 2)) await question();
      return witnesses.join('; ');
    },
  }),
  check({
    id: 'export.group.open',
    clauses: ['EXP-GROUP-2'],
    title: 'what meta.total counts under groupBy, and groupBy with orderBy and filters',
    requests: { least: 1, most: 3 },
    async run(context) {
      const survey = await snapshotOf(context);
      const [column] = groupable(survey);
      const value = column && [...column.values.keys()][0];
      if (column === undefined || value === undefined)
        return skip('data', 'needs a column of which several records hold the same value');
      const cases: readonly (readonly [string, Ask])[] = [
        ['groupBy', { groupBy: column.name, limit: 1 }],
        ['groupBy with orderBy', { groupBy: column.name, orderBy: column.name, limit: 1 }],
        ['groupBy with a filter', { groupBy: column.name, filter: only(where(column.name, '!=', value)), limit: 1 }],
      ];
      return observe(
        context,
        cases.slice(0, context.allowance),
        `${distinct(column, await semanticsOf(context)).size} values of ${column.name} among ${survey.total} records`,
      );
    },
  }),
];
