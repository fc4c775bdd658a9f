import { holdsIf, open, should } from '../../../src/harness/topic.js';
import type { Answer } from '../../../src/http/answer.js';
import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import type { ExportTopics } from '../topic.js';

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
      const isEnvelope = page.meta !== undefined;
      const wantsEnvelope = type === JSON_API;
      const expected = wantsEnvelope ? 'an envelope of data and meta' : 'a bare array';
      return holdsIf(isEnvelope === wantsEnvelope, expected);
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
  'EXP-NEG-9': {
    clause: should('a cacheable negotiated response has `Vary: Accept`')
      .in('RFC 9110, section 12.5.5')
      .judged('Tested only if the response may be cached.'),
    rule({ question: { accept = JSON_API }, answer, page }) {
      if (page === undefined || !answer.ok || !isCacheable(answer)) return undefined;
      if (accept !== JSON_API && accept !== PLAIN) return undefined;
      const vary = (answer.header('vary') ?? '').toLowerCase();
      const isVaried = /(^|,)\s*(accept|\*)\s*(,|$)/.test(vary);
      return holdsIf(isVaried, 'Vary: Accept', vary === '' ? 'no Vary' : `Vary: ${vary}`);
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
