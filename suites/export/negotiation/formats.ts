import { type Context, describeAnswer, skip } from '../../../src/harness/suite.js';
import { only } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { filtered } from '../filters/filtered.js';
import { expectSameList } from '../judge/same-list.js';
import { mostTelling } from '../mutants/distinguishing-criteria.js';
import { skipIfEmpty, tryPage } from '../product-page.js';
import { routesOf } from '../survey/filtered-route.js';
import { firstPage, restsOnStillData } from '../survey/survey.js';

/** The two formats of one question hold the same records, compared as sets. */
async function expectSameRecords(context: Context, request: ProductsQuestion): Promise<number> {
  const envelope = await requestProducts(context, request);
  const plain = { ...request, accept: PLAIN };
  const bare = await requestProducts(context, plain);
  const [a, b] = [tryPage(envelope), tryPage(bare)];
  if (a === undefined || b === undefined)
    return skip(
      'prerequisite',
      `both formats must return products: ${describeAnswer(envelope)} and ${describeAnswer(bare)}`,
    );
  // Without a record an envelope and an array are the same list; what is neither is none to compare.
  if (a.meta === undefined || !bare.ok) skipIfEmpty(envelope);
  await expectSameList(context, [request, a], [plain, b], 'records of the JSON:API format');
  return a.records.length;
}

/** A page that is not the first one. */
const OTHER = { limit: 7, offset: 3 };

const EMPTY = 'the destination contains no products, and an empty list is the same in both formats';

export const formats = [
  check({
    id: 'export.negotiation.jsonapi',
    clauses: ['EXP-NEG-1'],
    title: `the first page with Accept: ${JSON_API}`,
    requests: 0,
    lacking: EMPTY,
    factless: () => [{}],
  }),
  check({
    id: 'export.negotiation.plain',
    clauses: ['EXP-NEG-2'],
    title: `the first page with Accept: ${PLAIN}`,
    requests: 1,
    lacking: EMPTY,
    questions: () => [{ accept: PLAIN }],
    claims: (clause, { accept }) => clause === 'EXP-ROUTE-1' && accept === PLAIN,
  }),
  check({
    id: 'export.negotiation.none',
    clauses: ['EXP-NEG-3'],
    title: 'the first page without Accept',
    requests: 1,
    lacking: EMPTY,
    questions: () => [{ accept: null }],
    claims: (clause, { accept }) => clause === 'EXP-ROUTE-1' && accept === null,
  }),
  check({
    id: 'export.negotiation.parameters',
    clauses: ['EXP-NEG-1'],
    title: `Accept: ${JSON_API} with a window and with filters`,
    requests: { least: 0, most: 1 },
    take: { besides: -1 },
    questions(known) {
      const example = mostTelling('=', known.survey);
      return [{ limit: 1, offset: 1 }, ...(example === undefined ? [] : [filtered(known, only(example))])];
    },
  }),
  check({
    id: 'export.negotiation.same-records',
    clauses: ['EXP-NEG-4'],
    title: 'the same pages in both formats',
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
    title: 'each Accept header on the legacy routes',
    requests: { least: 1, most: 6 },
    lacking: EMPTY,
    async questions(_, context) {
      const [, ...legacy] = await routesOf(context);
      return [
        ...legacy.flatMap((route) => [JSON_API, PLAIN].map((accept) => ({ route, accept }))),
        ...legacy.map((route) => ({ route, accept: null })),
      ];
    },
    claims: (clause, { accept, route }) =>
      ['EXP-ROUTE-2', 'EXP-ROUTE-3'].includes(clause) && route !== undefined && (accept === null || accept === PLAIN),
  }),
];
