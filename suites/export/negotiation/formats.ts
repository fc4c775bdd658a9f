import type { CheckRow } from '../../../src/harness/suite.js';
import { only } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { filtered } from '../filters/filtered.js';
import type { Known } from '../model/data.js';
import { checks, EMPTY_IN_BOTH } from '../survey/ask.js';
import { routesOf } from '../survey/filtered-route.js';
import { mostTelling } from '../wrong-readings/distinguishing-criteria.js';

/** A page that is not the first one. */
const OTHER = { limit: 7, offset: 3 };

/** What a client may accept besides one of the two. */
const OTHERS = [
  '*/*',
  `${PLAIN}, ${JSON_API}`,
  `${JSON_API};q=0.1, ${PLAIN};q=0.9`,
  `${JSON_API};q=0.9, ${PLAIN};q=0.1`,
  `${JSON_API}; ext="x"`,
  'application/*',
  'text/html',
  'application/xml',
];

const firstPage = (accept: string | null, title: string): CheckRow<ProductsQuestion, Known> => ({
  ...{ title, requests: 1, lacking: EMPTY_IN_BOTH },
  questions: () => [{ accept }],
  alsoOwns: (clause, question) => clause === 'EXP-ROUTE-1' && question.accept === accept,
});

export const formats = checks({
  'EXP-NEG-1 export.negotiation.jsonapi': {
    title: `Accept: ${JSON_API} for the first page, and with a filter`,
    requests: { least: 0, most: 1 },
    take: { least: 1, sharedRequests: 1 },
    lacking: EMPTY_IN_BOTH,
    questions(known) {
      const example = mostTelling('=', known.survey);
      return [{}, example && filtered(known, only(example))];
    },
  },
  'EXP-NEG-2 export.negotiation.plain': firstPage(PLAIN, `the first page with Accept: ${PLAIN}`),
  'EXP-NEG-3 export.negotiation.none': firstPage(null, 'the first page without Accept'),
  'EXP-NEG-4 export.negotiation.same-records': {
    title: 'the same pages in both formats',
    requests: { least: 0, most: 2 },
    take: { sharedRequests: 2 },
    lacking: EMPTY_IN_BOTH,
    questions({ whole: { key, total }, orderBy }) {
      const other = { ...OTHER, orderBy: key && orderBy(key) };
      const pages: readonly ProductsQuestion[] = total > OTHER.offset ? [{}, other] : [{}];
      return pages.flatMap((page) => [page, { ...page, accept: PLAIN }]);
    },
  },
  'EXP-NEG-5 export.negotiation.legacy': {
    title: 'each Accept header on the legacy routes',
    requests: { least: 1, most: 6 },
    lacking: EMPTY_IN_BOTH,
    async questions(_, context) {
      const [, ...legacy] = await routesOf(context);
      return [
        ...legacy.flatMap((route) => [JSON_API, PLAIN].map((accept) => ({ route, accept }))),
        ...legacy.map((route) => ({ route, accept: null })),
      ];
    },
    alsoOwns: (clause, { accept, route }) =>
      ['EXP-ROUTE-2', 'EXP-ROUTE-3'].includes(clause) &&
      route !== undefined &&
      (accept === null || accept === PLAIN),
  },
  'EXP-NEG-6 export.negotiation.media-type': {
    title: 'lists in each format: their media type',
    withoutFacts: () => [{}, { accept: PLAIN }, { accept: null }],
  },
  'EXP-NEG-7 export.negotiation.case': {
    title: 'media types in Accept in capitals',
    requests: 2,
    withoutFacts: () => [{ accept: 'Application/VND.API+JSON' }, { accept: 'APPLICATION/JSON' }],
  },
  'EXP-NEG-8 export.negotiation.table': {
    title: 'lists, q-values, parameters and unsupported types',
    requests: { least: 3, most: 8 },
    shows: 'results of other values of Accept',
    cases: () =>
      Object.fromEntries(OTHERS.map((accept) => [`Accept: ${accept}`, { accept, limit: 1 }])),
  },
  'EXP-NEG-9 export.negotiation.vary': {
    title: 'lists that may be cached: their Vary header',
    lacking:
      'applies only to a response that may be cached (Cache-Control, Expires, ETag or Last-Modified)',
    withoutFacts: () => [{}, { accept: PLAIN }],
  },
});
