import { only } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { checks } from '../check.js';
import { filtered } from '../filters/filtered.js';
import { mostTelling } from '../mutants/distinguishing-criteria.js';
import { routesOf } from '../survey/filtered-route.js';

/** A page that is not the first one. */
const OTHER = { limit: 7, offset: 3 };

const EMPTY = 'the destination contains no products, and an empty list is the same in both formats';

export const formats = checks({
  'EXP-NEG-1 export.negotiation.jsonapi': {
    title: `the first page with Accept: ${JSON_API}`,
    requests: 0,
    lacking: EMPTY,
    factless: () => [{}],
  },
  'EXP-NEG-2 export.negotiation.plain': {
    title: `the first page with Accept: ${PLAIN}`,
    requests: 1,
    lacking: EMPTY,
    questions: () => [{ accept: PLAIN }],
    claims: (clause, { accept }) => clause === 'EXP-ROUTE-1' && accept === PLAIN,
  },
  'EXP-NEG-3 export.negotiation.none': {
    title: 'the first page without Accept',
    requests: 1,
    lacking: EMPTY,
    questions: () => [{ accept: null }],
    claims: (clause, { accept }) => clause === 'EXP-ROUTE-1' && accept === null,
  },
  'EXP-NEG-1 export.negotiation.parameters': {
    title: `Accept: ${JSON_API} with a window and with filters`,
    requests: { least: 0, most: 1 },
    take: { besides: -1 },
    questions(known) {
      const example = mostTelling('=', known.survey);
      return [{ limit: 1, offset: 1 }, example && filtered(known, only(example))];
    },
  },
  'EXP-NEG-4 export.negotiation.same-records': {
    title: 'the same pages in both formats',
    requests: { least: 0, most: 2 },
    take: { besides: -2 },
    lacking: EMPTY,
    questions({ whole: { key, total }, orderBy }) {
      const other = { ...OTHER, orderBy: key && orderBy(key) };
      const pages: readonly ProductsQuestion[] = total > OTHER.offset ? [{}, other] : [{}];
      return pages.flatMap((page) => [page, { ...page, accept: PLAIN }]);
    },
  },
  'EXP-NEG-5 export.negotiation.legacy': {
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
  },
});
