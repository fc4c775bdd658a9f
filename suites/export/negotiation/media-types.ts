import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../src/defined.js';
import { describeAnswer } from '../../../src/harness/finding.js';
import { holdsIf, open, should } from '../../../src/harness/topic.js';
import type { Answer } from '../../../src/http/answer.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { type AcceptRange, acceptRangesIn } from '../model/accept-ranges.js';
import { otherFormat } from '../model/expected-format.js';
import type { ExportRelation, ExportTopics } from '../topic.js';

const OTHER_ACCEPT_VALUES = [
  '*/*',
  `${PLAIN}, ${JSON_API}`,
  `${JSON_API};q=0.1, ${PLAIN};q=0.9`,
  `${JSON_API};q=0.9, ${PLAIN};q=0.1`,
  `${JSON_API}; ext="x"`,
  'application/*',
  'text/html',
  'application/xml',
];

/** Values of `Accept` that accept only one of the two formats. */
const WEIGHTED: readonly ProductsQuestion[] = [
  { accept: `${JSON_API};q=0, ${PLAIN}`, limit: 1 },
  { accept: `${PLAIN};q=0, ${JSON_API}`, limit: 1 },
  { accept: `${PLAIN};charset=utf-8;q=0, ${JSON_API}`, limit: 1 },
  { accept: `${JSON_API}-seq, ${PLAIN};q=0.5`, limit: 1 },
  { accept: `${JSON_API}!x, ${PLAIN};q=0.5`, limit: 1 },
  { accept: `${PLAIN};q=0, */*`, limit: 1 },
  { accept: `${PLAIN};Q=0, ${JSON_API}`, limit: 1 },
];

const TWO_LINES: ProductsQuestion = {
  accept: 'text/html',
  headers: [['Accept', JSON_API]],
  limit: 1,
};

/** Whether the most specific of the ranges that include the type has a weight above 0. */
function isAccepted(type: string, ranges: readonly AcceptRange[]): boolean {
  for (const wanted of [type, 'application/*', '*/*']) {
    const found = ranges.find(({ range }) => range.toLowerCase() === wanted);
    if (found !== undefined) return found.weight > 0;
  }
  return false;
}

/**
 * Whether a list must have an envelope. Undefined unless the request accepts only one of the two
 * formats (RFC 9110 section 12.5.1), and shows this by a weight of 0, by a type whose name begins
 * alike, or by several lines.
 */
function wantsEnvelope({ accept, headers = [] }: ProductsQuestion): boolean | undefined {
  const others = headers.flatMap(([name, value]) => (name === 'Accept' ? [value] : []));
  const isUsual = others.length === 0 && !/q=0(?:\.0*)?(?:,|$)|json[-!]/i.test(accept ?? '');
  if (isUsual) return undefined;
  const ranges = acceptRangesIn([accept ?? '', ...others].join(','));
  const [acceptsPlain, acceptsJsonApi] = [PLAIN, JSON_API].map((type) => isAccepted(type, ranges));
  return acceptsPlain === acceptsJsonApi ? undefined : acceptsJsonApi;
}

/**
 * The server offers neither of these two types, so it must respond to both in the same way: with a
 * refusal or with its default. The name of the first type begins like the JSON:API type.
 */
const BEGINS_ALIKE: ProductsQuestion = { accept: `${JSON_API}-seq`, limit: 1 };
const NOT_OFFERED: ProductsQuestion = { accept: 'text/html', limit: 1 };

const isSame = (one: ProductsQuestion, other: ProductsQuestion): boolean =>
  isDeepStrictEqual(defined({ ...one }), other);

/** The statuses with which servers refuse a media type. */
const REFUSALS: ReadonlySet<number> = new Set([400, 406, 415]);

/** Warns if `BEGINS_ALIKE` gets an envelope although `NOT_OFFERED` gets none. */
const notTakenForJsonApi: ExportRelation = (exchanges, _, { note }) => {
  const [alike, other] = [BEGINS_ALIKE, NOT_OFFERED].map((wanted) =>
    exchanges.find(({ question }) => isSame(question, wanted)),
  );
  if (alike === undefined || other === undefined) return [];
  // Only products, or a refusal of the type, show how the type was read.
  const isTested = (alike.page?.records.length ?? 0) > 0 || REFUSALS.has(alike.answer.status);
  if (isTested) note();
  const hasEnvelope = alike.page?.isEnvelope === true;
  if (!hasEnvelope || other.page?.isEnvelope || other.answer.status >= 500) return [];
  return [
    {
      expected: 'what `Accept: text/html` gets, because neither type is offered',
      actual: 'an envelope of data and meta',
      exchanges: [other, alike],
      atMost: 'warning',
    },
  ];
};

/** The clauses about the media types in `Accept` and `Content-Type`. */
export const mediaTypes = {
  'EXP-NEG-6': {
    clause: should('the response has the negotiated media type')
      .in('Endpoints, A. Export API, responses')
      .judged('Parameters of the media type are allowed.'),
    rule({ question: { accept = JSON_API }, answer, page }) {
      if (page === undefined || !answer.ok || ![JSON_API, PLAIN, null].includes(accept))
        return undefined;
      const wanted = accept ?? PLAIN;
      const expected = `Content-Type ${wanted} for Accept ${accept ?? '(none)'}`;
      return holdsIf(answer.mediaType === wanted, expected, answer.mediaType || 'none');
    },
    checks: {
      'export.negotiation.media-type': {
        title: 'the media type of lists in each format',
        asks: () => [{}, { accept: PLAIN }, { accept: null }],
      },
    },
  },
  'EXP-NEG-7': {
    clause: should('media types are compared without regard to case (RFC 9110 8.3.1)')
      .in('RFC 9110, section 8.3.1')
      .judged('Sends the media type in lower and upper case.'),
    rule({ question: { accept }, answer, page }) {
      const type = accept?.toLowerCase();
      if (accept === type || (type !== JSON_API && type !== PLAIN)) return undefined;
      // A destination without products returns 404, whatever the media type is.
      if (answer.status === 404) return undefined;
      if (answer.status >= 400) return { expected: 'status 200' };
      if (page === undefined) return undefined;
      const wantsJsonApi = type === JSON_API;
      if (page.isEnvelope === wantsJsonApi) return 'holds';
      return otherFormat(wantsJsonApi, describeAnswer(answer));
    },
    checks: {
      'export.negotiation.case': {
        title: 'Accept with capital letters in the media type',
        requests: 2,
        asks: () => [{ accept: 'Application/VND.API+JSON' }, { accept: 'APPLICATION/JSON' }],
      },
    },
  },
  'EXP-NEG-8': {
    clause: open('the response to other values of `Accept`, such as `*/*` or several media types')
      .in('Endpoints, A. Export API, responses')
      .judged('Only observed: 406 and a default are both accepted.'),
    checks: {
      'export.negotiation.table': {
        title: 'other values of Accept, such as several media types or an unsupported type',
        requests: { own: { least: 3, most: 8 } },
        observes: {
          shows: 'results of other values of Accept',
          cases: () =>
            Object.fromEntries(
              OTHER_ACCEPT_VALUES.map((accept) => [`Accept: ${accept}`, { accept, limit: 1 }]),
            ),
        },
      },
    },
  },
  'EXP-NEG-11': {
    clause: should(
      'a type with `q=0` is not sent where the other one is acceptable; a type whose name only begins alike is not taken for it; several `Accept` lines are one list',
    )
      .in('RFC 9110, sections 5.3 and 12.5.1')
      .judged('Compares the format of the list with the only one that the request accepts.'),
    rule({ question, page, answer }) {
      const wanted = wantsEnvelope(question);
      if (wanted === undefined || !answer.ok || page === undefined) return undefined;
      // An empty array does not show its format.
      const { isEnvelope } = page;
      if (!isEnvelope && page.records.length === 0) return undefined;
      if (isEnvelope === wanted) return 'holds';
      return otherFormat(wanted, isEnvelope ? 'an envelope of data and meta' : 'a bare array');
    },
    relation: notTakenForJsonApi,
    checks: {
      'export.negotiation.weights': {
        title: 'Accept with q=0, and with a type whose name begins alike',
        requests: { own: { least: 1, most: WEIGHTED.length + 1 }, shared: 1 },
        asks: () => [...WEIGHTED, BEGINS_ALIKE, NOT_OFFERED],
      },
      'export.negotiation.two-lines': {
        title: 'Accept in two lines, which are one list',
        lacking: 'needs products in response to two lines of Accept',
        requests: 1,
        asks: () => [TWO_LINES],
      },
    },
  },
  'EXP-NEG-9': {
    clause: should('a cacheable negotiated response has `Vary: Accept`')
      .in('RFC 9110, section 12.5.5')
      .judged('Tested only if the response may be cached.'),
    rule({ question: { accept = JSON_API }, answer, page }) {
      if (page === undefined || !answer.ok || !isCacheable(answer)) return undefined;
      if (accept !== JSON_API && accept !== PLAIN) return undefined;
      const vary = (answer.header('vary') ?? '').toLowerCase();
      const isVaried = /(^|,)\s*(accept|\*)\s*(,|$)/.test(vary);
      return holdsIf(
        isVaried,
        'Vary: Accept, because the response depends on Accept',
        vary === '' ? 'no Vary' : `Vary: ${vary}`,
      );
    },
    checks: {
      'export.negotiation.vary': {
        title: 'the Vary header of lists that may be cached',
        lacking:
          'applies only to a response that may be cached (Cache-Control, Expires, ETag or Last-Modified)',
        asks: () => [{}, { accept: PLAIN }],
      },
    },
  },
} satisfies ExportTopics;

/**
 * Whether the header fields of the response concern caching and do not forbid it. RFC 9111 section
 * 3 also lets a cache store other responses, but those are not tested.
 */
function isCacheable(answer: Answer): boolean {
  if (/no-store/i.test(answer.header('cache-control') ?? '')) return false;
  return ['cache-control', 'expires', 'etag', 'last-modified'].some(
    (name) => answer.header(name) !== undefined,
  );
}
