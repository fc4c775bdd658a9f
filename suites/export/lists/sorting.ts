import { describeAnswer, deviates, skip } from '../../../src/harness/index.js';
import { exportOf, requestProducts } from '../ask.js';
import { check } from '../check.js';
import { holdable, showRecords, unknownAmong } from '../judge/expected-records.js';
import { observe } from '../judge/observe.js';
import { bothEnds, judgeSequence, orderedWindow } from '../judge/sorted-pages.js';
import { tellingOrders } from '../mutants/order-mutants.js';
import type { Column } from '../oracle/column.js';
import { findDisorder } from '../oracle/order.js';
import { expectPage, type ProductPage, tryPage } from '../product-page.js';
import { sortable } from '../survey/columns.js';
import { orderedBy, orderSpellingOf } from '../survey/order-spelling.js';
import { surveyOf } from '../survey/survey.js';

const needsColumn = 'needs a column of numbers or text that holds two different values';

export const sorting = [
  check({
    id: 'export.sort.order',
    clauses: ['EXP-SORT-1'],
    title: 'orderBy orders the whole result before limit and offset are applied',
    requests: { least: 1, most: 11 },
    async run(context) {
      const survey = await surveyOf(context);
      const columns = sortable(survey);
      const [first, second] = columns;
      if (first === undefined || survey.total < 2) return skip('data', needsColumn);
      const { instead } = await orderSpellingOf(context);
      if (instead !== undefined)
        deviates(
          `the records ordered by ${instead.column} for orderBy=${instead.column}`,
          `${tryPage(instead.bare) === undefined ? describeAnswer(instead.bare) : 'no order'}; orderBy=${instead.written} orders them`,
          instead.bare,
          instead.works,
        );
      const others = tellingOrders([...survey.columns.values()], 4).filter(
        (column) => !columns.slice(0, 4).includes(column),
      );
      const nullable = columns.find(({ kind, nulls }) => kind === 'number' && nulls > 0);
      const half = Math.floor(survey.total / 2);
      const window = { limit: Math.min(100, Math.max(2, half)), offset: 0 };
      const plan: readonly (readonly [Column | undefined, { limit: number; offset: number }, boolean?])[] = [
        [first, window],
        [second ?? first, { ...window, offset: half }],
        [first, { ...window, offset: half }, true],
        [second, window],
        [columns[2], { limit: 10, offset: Math.max(0, survey.total - 10) }],
        [columns[3], window],
        ...others.map((column) => [column, window] as const),
        ...(nullable === undefined
          ? []
          : [window, { ...window, offset: half }].map((place) => [nullable, place] as const)),
      ];
      const asked = context.budget.take(plan.filter(([column]) => column !== undefined));
      const windows = new Map<Column, Map<number, ProductPage>>();
      for (const [column, place, plain] of asked) {
        if (column === undefined) continue;
        const page = await orderedWindow(context, survey, column, place, plain);
        windows.set(column, (windows.get(column) ?? new Map()).set(place.offset, page));
      }
      for (const [column, places] of windows) judgeSequence(places, column, survey);
      return `${asked.length} windows in order, by ${[...new Set(asked.map(([column]) => column?.name))].join(' and ')}`;
    },
  }),
  check({
    id: 'export.sort.same-records',
    clauses: ['EXP-SORT-2'],
    title: 'sorting neither adds nor drops records',
    requests: { least: 1, most: 2 },
    async run(context) {
      const survey = await surveyOf(context);
      const [column] = sortable(survey);
      if (column === undefined) return skip('data', needsColumn);
      let told = 0;
      for (const window of context.budget.take(bothEnds(survey))) {
        const { answer, records, meta } = expectPage(
          await requestProducts(context, { orderBy: await orderedBy(context, column), ...window }),
        );
        if (meta !== undefined && meta.total !== survey.total)
          deviates(`meta.total ${survey.total}, as without orderBy`, String(meta.total), answer);
        const wanted = Math.min(window.limit, survey.total - (window.offset ?? 0));
        if (records.length !== wanted) {
          const unordered = expectPage(await requestProducts(context, window));
          if (unordered.records.length === records.length)
            skip('prerequisite', `without orderBy as well the page has ${records.length} records instead of ${wanted}`);
          deviates(`${wanted} records, as without orderBy`, String(records.length), answer, unordered.answer);
        }
        const [again] = unknownAmong(records, holdable(records, survey), survey);
        if (again !== undefined)
          deviates(
            'each record once, as without orderBy',
            `${showRecords([again], [column.name], survey)} again or changed`,
            answer,
          );
        told += records.length;
      }
      return `the same ${told} records ordered by ${column.name}`;
    },
  }),
  check({
    id: 'export.sort.open',
    clauses: ['EXP-SORT-3'],
    title: 'a direction in orderBy, several columns, an unknown column',
    requests: { least: 2, most: 5 },
    async run(context) {
      const survey = await surveyOf(context);
      const [column, second] = sortable(survey);
      if (column === undefined) return skip('data', needsColumn);
      const configured = exportOf(context).dialect.orderDirection;
      const forms = configured === undefined ? ([`${column.name} DESC`, `-${column.name}`] as const) : [];
      let found: string | undefined = configured;
      for (const orderBy of forms) {
        const page = tryPage(await requestProducts(context, { orderBy, limit: 20 }));
        if (
          found === undefined &&
          page !== undefined &&
          page.records.length > 1 &&
          findDisorder(page.records, column) !== undefined &&
          findDisorder(page.records, column, -1) === undefined
        ) {
          found = orderBy.startsWith('-') ? '-column' : 'column DESC';
        }
      }
      context.facts.recordDialect({ orderDirection: found ?? 'none' });
      const cases = [
        ...forms.map((orderBy) => [`orderBy=${orderBy}`, { orderBy, limit: 20 }] as const),
        ['an unknown column', { orderBy: 'assay_no_such_column', limit: 1 }] as const,
        ...(second === undefined
          ? []
          : [
              [
                `orderBy=${column.name},${second.name}`,
                { orderBy: `${column.name},${second.name}`, limit: 1 },
              ] as const,
            ]),
        ['orderBy empty', { orderBy: '', limit: 1 }] as const,
      ];
      return observe(context, context.budget.take(cases, { least: forms.length }), 'what other values of orderBy give');
    },
  }),
];
