import { describeAnswer, deviates, expectStatus, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { showRecords } from '../judge/expected-records.js';
import { expectPage, isNoData, skipIfEmpty, tryPage } from '../product-page.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-spelling.js';
import { firstPage, surveyOf } from '../survey/survey.js';

/** An empty destination is empty by either route, whether a list says so or a 404 (EXP-LIST-9). */
function expectNothing(answer: Answer): string {
  const { records } = expectPage(answer);
  if (records.length > 0) deviates('no records, as on the v2 route', String(records.length), answer);
  return 'no records, as on the v2 route';
}

/** The v2 route and the legacy one: the same products. */
export const productRoutes = [
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
      const { records, meta, answer } = await firstPage(context);
      const isEmpty = records.length === 0 && (meta !== undefined || isNoData(answer));
      if (isEmpty) return expectNothing(await requestProducts(context, { route: 'legacy' }));
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
];
