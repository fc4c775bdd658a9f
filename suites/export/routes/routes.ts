import { type Context, describeAnswer, deviates, expectStatus, observed, skip } from '../../../src/harness/index.js';
import { check } from '../check.js';
import { expectedRecords, judgeRecords, showRecords } from '../judge/expected-records.js';
import { observe } from '../judge/observe.js';
import { filteredRoute, positiveControl } from '../judge/positive-control.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { columnsOf, distinguishingCriteria, type Example } from '../mutants/distinguishing-criteria.js';
import { sortedNumbers, textsOf } from '../oracle/column.js';
import { describeFilter, type Filter, only, where } from '../request/filter.js';
import { expectPage, type ProductPage, skipIfEmpty, tryPage } from '../request/product-page.js';
import { exportOf, httpRequest, PLAIN, requestProducts } from '../request/products-request.js';
import { semanticsOf, spellingOf } from '../survey/dialect.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-spelling.js';
import { firstPage, type Survey, surveyOf } from '../survey/survey.js';
import { askUnknown, belowProducts, UNKNOWN_PATHS } from './unknown-route.js';

export const routes = [
  check({
    id: 'export.route.v2',
    clauses: ['EXP-ROUTE-1'],
    title: 'the v2 route answers 200 with product data for a valid token',
    requests: 0,
    async run(context) {
      const answer = skipIfEmpty(await requestProducts(context, {}));
      expectStatus(answer, 200);
      const page = tryPage(answer) ?? deviates('a list of products', describeAnswer(answer), answer);
      if (page.records.length === 0)
        skip('data', 'the destination holds no product; load some, such as those of "assay data"');
      return `${page.records.length} products`;
    },
  }),
  check({
    id: 'export.route.legacy',
    clauses: ['EXP-ROUTE-2'],
    title: 'the legacy route returns the same data as the v2 route',
    requests: 1,
    async run(context) {
      const survey = await surveyOf(context);
      const orderBy = survey.complete || survey.key === undefined ? undefined : await orderedBy(context, survey.key);
      const page = expectPage(await requestProducts(context, { route: 'legacy', limit: survey.pageSize, orderBy }));
      const v2 = survey.complete
        ? undefined
        : expectPage(await requestProducts(context, { limit: survey.pageSize, orderBy }));
      if (v2 !== undefined && orderBy === undefined)
        skip('data', `needs a snapshot or a unique column to compare by: ${survey.incomplete}`);
      const wanted = (v2?.records ?? survey.records).slice(0, orderBy === undefined ? undefined : page.records.length);
      const known = new Map(wanted.map((record) => [identity(record), record]));
      const foreign = page.records.filter((record) => !known.has(identity(record)));
      if (foreign.length > 0)
        deviates('only records that the v2 route has', `also ${showRecords(foreign, [], survey)}`, page.answer);
      const size = Math.min(survey.pageSize, survey.total);
      if (page.records.length !== size)
        deviates(`${size} records, as on the v2 route`, `${page.records.length}`, page.answer);
      if (page.meta !== undefined && page.meta.total !== survey.total)
        deviates(`meta.total ${survey.total}`, String(page.meta.total), page.answer);
      return `${page.records.length} records, each of them on the v2 route`;
    },
  }),
  check({
    id: 'export.route.filtered',
    clauses: ['EXP-ROUTE-3'],
    title: 'the legacy filtered route returns exactly the records whose column equals the value',
    requests: { least: 1, most: 5 },
    async run(context) {
      const survey = await surveyOf(context);
      const semantics = await semanticsOf(context);
      const telling = pathExamples(survey).slice(0, context.allowance);
      const chosen = telling.length > 0 ? telling : contrastsOf('=', survey).flatMap(fitForPath);
      if (chosen.length === 0) skip('data', 'needs a column with a value without a comma or slash');
      const witnesses: string[] = [];
      for (const { column, value } of chosen) {
        const want = expectedRecords(only(where(column, '=', value)), survey, semantics);
        const few = want.required.length + want.optional.length <= Math.min(100, survey.pageSize);
        const page = expectPage(
          await requestProducts(context, {
            route: { column, value: String(value) },
            limit: few ? undefined : survey.pageSize,
          }),
        );
        witnesses.push(judgeRecords(page, want, survey, semantics));
      }
      return witnesses.join('; ');
    },
  }),
  check({
    id: 'export.route.comma',
    clauses: ['EXP-ROUTE-4'],
    title: 'a comma-separated value on the legacy filtered route means any of its parts',
    requests: { least: 1, most: 2 },
    async run(context) {
      const survey = await surveyOf(context);
      const semantics = await semanticsOf(context);
      for (const column of [...columnsOf(survey, 'text'), ...columnsOf(survey, 'number')]) {
        if (column.name.includes('/')) continue;
        const [first, second] = simpleValues(column.kind === 'number' ? sortedNumbers(column) : textsOf(column));
        if (first === undefined || (second === undefined && survey.total > 1)) continue;
        const absent =
          column.kind === 'number' ? String(1 + Math.ceil(sortedNumbers(column).at(-1) ?? 0)) : 'assayabsent';
        const lists =
          second === undefined
            ? [
                [absent, `${absent}0`],
                [absent, first],
              ]
            : [
                [first, second],
                [absent, first, second],
              ].slice(0, context.allowance);
        const witnesses: string[] = [];
        for (const parts of lists) {
          const values = column.kind === 'number' ? parts.map(Number) : parts;
          const want = expectedRecords(only(where(column.name, 'IN', values)), survey, semantics);
          const page = expectPage(
            await requestProducts(context, {
              route: { column: column.name, value: parts.join(',') },
              limit: survey.pageSize,
            }),
          );
          witnesses.push(judgeRecords(page, want, survey, semantics));
          if (!survey.complete) await expectTotalOf(context, page, want.filter);
        }
        return witnesses.join('; ');
      }
      return skip('data', 'needs a column with two values that are plain words or whole numbers');
    },
  }),
  check({
    id: 'export.route.unknown',
    clauses: ['EXP-ROUTE-8'],
    title: 'a route that does not exist answers 404',
    requests: { least: 1, most: 2 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const paths = [UNKNOWN_PATHS[0], belowProducts(exportOf(context))].slice(0, context.allowance);
      for (const path of paths) expectStatus(await askUnknown(context, path), 404, `for ${path}`);
      return `404 for ${paths.join(' and ')}`;
    },
  }),
  check({
    id: 'export.route.borderline-ids',
    clauses: ['EXP-ROUTE-10'],
    title: 'ids in the path that are no integers, and an unknown destination',
    requests: { least: 2, most: 4 },
    async run(context) {
      await firstPage(context);
      const cases = [
        ['destination 999999999', { destinationId: '999999999' }],
        ['site abc', { siteId: 'abc' }],
        ['channel abc', { channelId: 'abc' }],
        ['destination abc', { destinationId: 'abc' }],
      ] as const;
      return observe(context, cases.slice(0, context.allowance), 'ids that the document leaves open');
    },
  }),
  check({
    id: 'export.route.foreign-ids',
    clauses: ['EXP-ROUTE-11'],
    title: 'a site or channel that the destination does not belong to',
    requests: 2,
    async run(context) {
      await firstPage(context);
      const { siteId = 0, channelId = 0 } = exportOf(context);
      const rows = [];
      let leak: string | undefined;
      for (const [question, ids] of [
        ['another site', { siteId: String(siteId + 7919) }],
        ['another channel', { channelId: String(channelId + 7919) }],
      ] as const) {
        const answer = await requestProducts(context, { ...ids, limit: 1 });
        rows.push({ question, answer: describeAnswer(answer) });
        if ((tryPage(answer)?.records.length ?? 0) > 0) leak = `${question} answers with product data`;
        if (answer.status >= 500) leak = `${question} answers ${answer.status}`;
      }
      return observed('what a foreign site or channel answers', rows, leak);
    },
  }),
  check({
    id: 'export.route.filtered-filters',
    clauses: ['EXP-ROUTE-6'],
    title: 'filters on the legacy filtered route',
    requests: 1,
    async run(context) {
      const route = await filteredRoute(context);
      const filter = only(where(route.column, '!=', route.value));
      return observe(
        context,
        [['filters that exclude the value of the path', { route, filter, limit: 1 }]],
        'what filters do on the legacy filtered route',
      );
    },
  }),
  check({
    id: 'export.route.methods',
    clauses: ['EXP-ROUTE-9'],
    title: 'methods other than GET on the products path',
    requests: { least: 2, most: 5 },
    permission: 'unsafeMethods',
    async run(context) {
      await firstPage(context);
      const rows = [];
      let warning: string | undefined;
      for (const method of ['DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS'].slice(0, context.allowance)) {
        const answer = await context.send({ ...httpRequest(exportOf(context), {}), method });
        rows.push({ question: method, answer: describeAnswer(answer) });
        if (method !== 'OPTIONS' && (answer.ok || answer.status >= 500))
          warning = `${method} answers ${answer.status} on a read-only API`;
      }
      return observed('what methods other than GET answer', rows, warning);
    },
  }),
];

/** Without a snapshot: as many matches as the filter that means the same finds on the v2 route. */
async function expectTotalOf(context: Context, { answer, meta }: ProductPage, filter: Filter): Promise<void> {
  const v2 = expectPage(await requestProducts(context, { filter, limit: 1, spelling: await spellingOf(context) }));
  if (meta !== undefined && v2.meta !== undefined && meta.total !== v2.meta.total)
    deviates(
      `meta.total ${v2.meta.total}, as for ${describeFilter(filter)} on the v2 route`,
      String(meta.total),
      answer,
      v2.answer,
    );
}

/** Values for the path: the most telling of each kind of column, and one that must be percent-encoded. */
function pathExamples(survey: Survey): readonly { readonly column: string; readonly value: string | number }[] {
  const texts = distinguishingCriteria('=', 'text', survey, 4, plainInPath).flatMap(fitForPath);
  const numbers = distinguishingCriteria('=', 'number', survey, 1).flatMap(fitForPath);
  const encoded = columnsOf(survey, 'text').flatMap((column) =>
    textsOf(column)
      .filter((text) => /^[\p{L}\p{N} ]+$/u.test(text) && /\S[^A-Za-z0-9]\S/.test(text))
      .slice(0, 1)
      .map((value) => ({ column: column.name, value })),
  );
  return [...texts.slice(0, 1), ...numbers, ...encoded.slice(0, 1), ...texts.slice(1)];
}

const fitForPath = ({ criterion: { column, value } }: Example) =>
  typeof value === 'object' || value === null || !plainInPath(`${value}`) || column.includes('/')
    ? []
    : [{ column, value }];

const plainInPath = (value: string): boolean => !/[,/\\%;]|^\.+$|^\s|\s$/.test(value);

/** Values that stand in a path without doubt: whole numbers that are not negative, and plain words. */
const simpleValues = (values: readonly (string | number)[]): readonly string[] =>
  values.map(String).filter((value) => /^(?:[A-Za-z][A-Za-z0-9]*|0|[1-9]\d{0,8})$/.test(value));
