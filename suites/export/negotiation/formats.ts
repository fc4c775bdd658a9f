import { type Context, describeAnswer, skip } from '../../../src/harness/index.js';
import { only } from '../../../src/protocol/export/filter.js';
import { JSON_API, nameRoute, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectSameList } from '../judge/same-list.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { skipIfEmpty, tryPage } from '../product-page.js';
import { routesOf } from '../survey/filtered-route.js';
import { firstPage, restsOnStillData, surveyOf } from '../survey/survey.js';
import { expectArray, expectEnvelope } from './expect-format.js';

/** The two formats of one question hold the same records, compared as sets. */
async function expectSameRecords(context: Context, request: ProductsQuestion): Promise<number> {
  const envelope = await requestProducts(context, request);
  const plain = { ...request, accept: PLAIN };
  const bare = await requestProducts(context, plain);
  const [a, b] = [tryPage(envelope), tryPage(bare)];
  if (a === undefined || b === undefined) {
    return skip(
      'prerequisite',
      `both formats must give products: ${describeAnswer(envelope)} and ${describeAnswer(bare)}`,
    );
  }
  // Without a record an envelope and an array are the same list; what is neither is none to compare.
  if (a.meta === undefined || !bare.ok) skipIfEmpty(envelope);
  await expectSameList(context, [request, a], [plain, b], 'records of the JSON:API format');
  return a.records.length;
}

/** A page that is not the first one. */
const OTHER = { limit: 7, offset: 3 };

export const formats = [
  check({
    id: 'export.negotiation.jsonapi',
    clauses: ['EXP-NEG-1'],
    title: `Accept: ${JSON_API} gives an envelope of data and meta`,
    requests: 0,
    run: (context) => expectEnvelope(context, {}),
  }),
  check({
    id: 'export.negotiation.plain',
    clauses: ['EXP-NEG-2'],
    title: `Accept: ${PLAIN} gives a bare array`,
    requests: 1,
    run: (context) => expectArray(context, { accept: PLAIN }),
  }),
  check({
    id: 'export.negotiation.none',
    clauses: ['EXP-NEG-3'],
    title: 'a request without Accept gives a bare array',
    requests: 1,
    run: (context) => expectArray(context, { accept: null }),
  }),
  check({
    id: 'export.negotiation.parameters',
    clauses: ['EXP-NEG-1'],
    title: 'the envelope comes with every parameter as well',
    requests: { least: 0, most: 1 },
    async run(context) {
      const survey = await surveyOf(context);
      if (context.budget.requests === 0) return skip('budget', 'no request is left; raise --max-requests');
      const example =
        distinguishingCriteria('=', 'text', survey, 1)[0] ?? distinguishingCriteria('=', 'number', survey, 1)[0];
      const filter = example && only(example.criterion);
      const requests: readonly ProductsQuestion[] = [
        { limit: 1, offset: 1 },
        ...(filter === undefined ? [] : [{ filter, limit: survey.pageSize }]),
      ];
      for (const request of requests) {
        const answer = await requestProducts(context, request);
        if (answer.status === 200) await expectEnvelope(context, request);
      }
      return `an envelope with limit and offset${filter === undefined ? '' : ' and with filters'}`;
    },
  }),
  check({
    id: 'export.negotiation.same-records',
    clauses: ['EXP-NEG-4'],
    title: 'both formats carry the same records',
    requests: { least: 0, most: 2 },
    async run(context) {
      await restsOnStillData(context);
      const { records } = await firstPage(context);
      const first = await expectSameRecords(context, {});
      const [other] = context.budget.take(records.length > OTHER.offset ? [OTHER] : [], { besides: 1 });
      const page = other === undefined ? 0 : await expectSameRecords(context, other);
      return `${first} records${page === 0 ? '' : ` on the first page and ${page} on another`}`;
    },
  }),
  check({
    id: 'export.negotiation.legacy',
    clauses: ['EXP-NEG-5'],
    title: 'the legacy routes negotiate in the same way',
    requests: { least: 2, most: 4 },
    async run(context) {
      const [, ...both] = await routesOf(context);
      const legacy = context.budget.take(both, { each: 2 });
      for (const route of legacy) {
        await expectEnvelope(context, { route });
        await expectArray(context, { route, accept: PLAIN });
        for (const accept of context.budget.take([null], { besides: 3 })) await expectArray(context, { route, accept });
      }
      return `both formats on ${legacy.map(nameRoute).join(' and ')}`;
    },
  }),
];
