import { must, type TopicCheck } from '../../../src/harness/topic.js';
import { BROWSER } from '../../../src/protocol/client-headers.js';
import { only } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { filtered } from '../questions/filtered.js';
import { EMPTY_IN_BOTH } from '../questions/no-products.js';
import { routesOn } from '../questions/routes.js';
import { agreeing, describeDifference } from '../relations/agreement.js';
import { alsoInForeignTraffic } from '../relations/foreign-traffic.js';
import { all } from '../relations/relation.js';
import { sameDigitsInBothFormats } from '../relations/same-digits.js';
import { comparing, type ExportKinds, type ExportTopics, isJsonApi, type When } from '../topic.js';
import { mostDistinguishing } from '../wrong-readings/distinguishing-criteria.js';
import { inTheOtherFormat } from './other-format.js';

/** A page other than the first page, and with another limit. */
const OTHER_WINDOW = { limit: 7, offset: 3 };

const isOnV2: When = ({ question: { route = 'v2' } }) => route === 'v2';
const hasAccept =
  (accept: string | null): When =>
  (asked) =>
    isOnV2(asked) && asked.question.accept === accept;

const checkOfFirstPage = (accept: string | null, title: string): TopicCheck<ExportKinds> => ({
  title,
  requests: 1,
  lacking: EMPTY_IN_BOTH,
  needsFacts: true,
  asks: () => [{ accept }],
  alsoOwns: (clause, question) => clause === 'EXP-ROUTE-1' && question.accept === accept,
});

/** The clauses about the two list formats. */
export const formats = {
  'EXP-NEG-1': {
    clause: must('`Accept: application/vnd.api+json`: envelope `data` + `meta`')
      .in('Endpoints, A. Export API, responses')
      .judged('The body must be an object with `data` and `meta`.'),
    rule: comparing({ format: (asked) => isOnV2(asked) && isJsonApi(asked) }),
    checks: {
      'export.negotiation.jsonapi': {
        title: `Accept: ${JSON_API} in a plain request, a browser-like request and a filtered request`,
        // Other checks may also send the shared requests.
        requests: { own: { least: 0, most: 1 }, shared: 2 },
        // One request is sent even if the request budget is used up.
        least: 1,
        lacking: EMPTY_IN_BOTH,
        asks({ facts: known }) {
          const example = mostDistinguishing('=', known.survey);
          return [{}, { headers: BROWSER }, example && filtered(known, only(example))];
        },
      },
    },
  },
  'EXP-NEG-2': {
    clause: must('`Accept: application/json`: raw array')
      .in('Endpoints, A. Export API, responses')
      .judged('The body must be an array.'),
    rule: comparing({ format: hasAccept(PLAIN) }),
    checks: {
      'export.negotiation.plain': checkOfFirstPage(PLAIN, `the first page with Accept: ${PLAIN}`),
    },
  },
  'EXP-NEG-3': {
    clause: must('no Accept header: raw array')
      .in('Endpoints, A. Export API, responses')
      .judged('The request has no Accept header; the body must be an array.'),
    rule: comparing({ format: hasAccept(null) }),
    checks: { 'export.negotiation.none': checkOfFirstPage(null, 'the first page without Accept') },
  },
  'EXP-NEG-4': {
    clause: must('both formats contain the same records')
      .in('What the service does, item 2')
      .judged('Compares the records of both formats, value by value.'),
    relation: all(
      sameDigitsInBothFormats,
      alsoInForeignTraffic(
        agreeing({
          with: inTheOtherFormat,
          expected: 'the records of the JSON:API format',
          differs: describeDifference,
        }),
      ),
    ),
    checks: {
      'export.negotiation.same-records': {
        title: 'the same pages in both formats',
        requests: { own: { least: 0, most: 2 }, shared: 2 },
        lacking: EMPTY_IN_BOTH,
        asks({
          facts: {
            whole: { key, total },
            orderBy,
          },
        }) {
          const other = { ...OTHER_WINDOW, orderBy: key && orderBy(key) };
          const pages: readonly ProductsQuestion[] =
            total > OTHER_WINDOW.offset ? [{}, other] : [{}];
          return pages.flatMap((page) => [page, { ...page, accept: PLAIN }]);
        },
      },
    },
  },
  'EXP-NEG-5': {
    clause: must('the legacy routes negotiate in the same way')
      .in('Endpoints, A. Export API, responses')
      .judged('Sends each Accept header to the legacy routes.'),
    rule: comparing({ format: (asked) => !isOnV2(asked) }),
    checks: {
      'export.negotiation.legacy': {
        title: 'each Accept header on the legacy routes',
        requests: { own: { least: 1, most: 6 } },
        lacking: EMPTY_IN_BOTH,
        asks({ facts: { whole } }) {
          const [, ...legacy] = routesOn(whole);
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
    },
  },
} satisfies ExportTopics;
