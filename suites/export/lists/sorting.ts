import { type Context, describeAnswer, deviates, skip } from '../../../src/harness/suite.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { sortable } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { everywhere } from '../model/matching.js';
import type { Column } from '../model/oracle/column.js';
import { findDisorder } from '../model/oracle/order.js';
import { checks, exportOf, requestProducts, tryPage } from '../survey/ask.js';
import { surveyOf } from '../survey/survey.js';
import { orderEncodingOf } from '../survey/wire-encoding.js';
import { discriminatingOrders } from '../wrong-readings/column-readings.js';

const needsColumn = 'needs a column of numbers or text with two different values';

/** Windows of the list in the order of the columns that tell most. */
async function ordered(known: Known, context: Context): Promise<readonly ProductsQuestion[]> {
  if (sortable(known.survey).length === 0 || known.survey.total < 2) return [];
  const { by, instead } = await orderEncodingOf(context);
  if (instead !== undefined) {
    const { column, bare, works } = instead;
    const came = tryPage(bare) === undefined ? describeAnswer(bare) : 'no order';
    const expected = `the records ordered by ${column.name} for orderBy=${column.name}`;
    deviates(expected, `${came}; orderBy=${by(column)} orders them`, bare, works);
  }
  return everywhere(known, (part) => windowsOf(part, known));
}

function windowsOf(survey: Survey, { orderBy }: Known): readonly ProductsQuestion[] {
  const columns = sortable(survey);
  const [first, second] = columns;
  const others = discriminatingOrders([...survey.columns.values()], 4).filter(
    (column) => !columns.slice(0, 4).includes(column),
  );
  const nullable = columns.find(({ kind, nulls }) => kind === 'number' && nulls > 0);
  const half = Math.floor(survey.total / 2);
  const window = { limit: Math.min(100, Math.max(2, half)), offset: 0 };
  const plan: readonly (readonly [Column | undefined, ProductsQuestion])[] = [
    [first, window],
    [second ?? first, { ...window, offset: half }],
    [first, { ...window, offset: half, accept: PLAIN }],
    [second, window],
    [columns[2], { limit: 10, offset: Math.max(0, survey.total - 10) }],
    [columns[3], window],
    ...others.map((column) => [column, window] as const),
    [nullable, window],
    [nullable, { ...window, offset: half }],
  ];
  return plan.flatMap(([column, place]) =>
    column === undefined ? [] : [{ ...place, orderBy: orderBy(column) }],
  );
}

/**
 * The windows in which a record too many shows as well as one too few: everything, or, where one
 * page cannot hold it, an end that leaves room for one more, and the beginning.
 */
function bothEnds(survey: Survey, { orderBy }: Known): readonly ProductsQuestion[] {
  const { pageSize, total } = survey;
  const [column] = sortable(survey);
  if (column === undefined) return [];
  const all = { limit: pageSize, orderBy: orderBy(column) };
  return total <= pageSize ? [all] : [{ ...all, offset: total - pageSize + 1 }, all];
}

export const sorting = checks({
  'EXP-SORT-1 export.sort.order': {
    title: 'windows of the list with orderBy',
    requests: { least: 1, most: 10 },
    lacking: needsColumn,
    questions: ordered,
  },
  'EXP-SORT-2 export.sort.same-records': {
    title: 'the whole list with orderBy, compared with the records without it',
    requests: { least: 1, most: 2 },
    lacking: needsColumn,
    questions: (known) => everywhere(known, (part) => bothEnds(part, known)),
    alsoOwns: (clause, question) => clause !== 'EXP-SORT-1' && question.orderBy !== undefined,
  },
  'EXP-SORT-3 export.sort.open': {
    title: 'a direction in orderBy, several columns, an unknown column',
    requests: { least: 2, most: 5 },
    shows: 'results of other values of orderBy',
    async cases(context) {
      const [column, second] = sortable(await surveyOf(context));
      if (column === undefined) return skip('data', needsColumn);
      const configured = exportOf(context).dialect.orderDirection;
      const forms = configured === undefined ? [`${column.name} DESC`, `-${column.name}`] : [];
      let found: string | undefined = configured;
      for (const orderBy of forms) {
        const { records = [] } =
          tryPage(await requestProducts(context, { orderBy, limit: 20 })) ?? {};
        const isAscending = records.length < 2 || findDisorder(records, column) === undefined;
        if (!isAscending && findDisorder(records, column, -1) === undefined)
          found ??= orderBy.startsWith('-') ? '-column' : 'column DESC';
      }
      context.facts.recordDialect({ orderDirection: found ?? 'none' });
      const columns = `${column.name},${second?.name}`;
      return {
        ...Object.fromEntries(
          forms.map((orderBy) => [`orderBy=${orderBy}`, { orderBy, limit: 20 }]),
        ),
        'an unknown column': { orderBy: 'assay_no_such_column', limit: 1 },
        ...(second === undefined ? {} : { [`orderBy=${columns}`]: { orderBy: columns, limit: 1 } }),
        'orderBy empty': { orderBy: '', limit: 1 },
      };
    },
  },
});
