import { deviates, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { observe } from '../judge/observe.js';
import { positiveControl } from '../judge/positive-control.js';
import { expectArray, expectEnvelope } from './expect-format.js';

export const mediaTypes = [
  check({
    id: 'export.negotiation.media-type',
    clauses: ['EXP-NEG-6'],
    title: 'the media type of the answer is the negotiated one',
    requests: 0,
    async run(context) {
      await positiveControl(context, {});
      for (const [accept, wanted] of [
        [JSON_API, JSON_API],
        [PLAIN, PLAIN],
        [null, PLAIN],
      ] as const) {
        const answer = await requestProducts(context, { accept });
        if (answer.ok && answer.mediaType !== wanted)
          deviates(`Content-Type ${wanted} for Accept ${accept ?? '(none)'}`, answer.mediaType || 'none', answer);
      }
      return `${JSON_API} and ${PLAIN} as asked for`;
    },
  }),
  check({
    id: 'export.negotiation.case',
    clauses: ['EXP-NEG-7'],
    title: 'media types in Accept are compared without regard to case',
    requests: 2,
    async run(context) {
      await positiveControl(context, {});
      await expectEnvelope(context, { accept: 'Application/VND.API+JSON' });
      await expectArray(context, { accept: 'APPLICATION/JSON' });
      return 'accepted in capitals';
    },
  }),
  check({
    id: 'export.negotiation.table',
    clauses: ['EXP-NEG-8'],
    title: 'lists, q-values, parameters and types that are not offered',
    requests: { least: 3, most: 8 },
    async run(context) {
      await positiveControl(context, {});
      const accepts = [
        '*/*',
        `${PLAIN}, ${JSON_API}`,
        `${JSON_API};q=0.1, ${PLAIN};q=0.9`,
        `${JSON_API};q=0.9, ${PLAIN};q=0.1`,
        `${JSON_API}; ext="x"`,
        'application/*',
        'text/html',
        'application/xml',
      ];
      const cases = context.budget.take(accepts).map((accept) => [`Accept: ${accept}`, { accept, limit: 1 }] as const);
      return observe(context, cases, 'what other values of Accept give');
    },
  }),
  check({
    id: 'export.negotiation.vary',
    clauses: ['EXP-NEG-9'],
    title: 'a cacheable negotiated answer carries Vary: Accept',
    requests: 0,
    async run(context) {
      await positiveControl(context, {});
      const told: string[] = [];
      for (const accept of [JSON_API, PLAIN]) {
        const answer = await requestProducts(context, { accept });
        const cacheable = isCacheable(answer);
        if (cacheable === undefined) continue;
        const vary = (answer.header('vary') ?? '').toLowerCase();
        if (!/(^|,)\s*(accept|\*)\s*(,|$)/.test(vary))
          deviates('Vary: Accept', vary === '' ? 'no Vary' : `Vary: ${vary}`, answer);
        told.push(`Vary: ${vary} beside ${cacheable} for ${accept}`);
      }
      if (told.length > 0) return told.join(', ');
      return skip(
        'prerequisite',
        'applies only to an answer that says it may be cached (Cache-Control, Expires, ETag or Last-Modified)',
      );
    },
  }),
];

/** The field that lets a cache keep an answer, or undefined (RFC 9111 section 3). */
function isCacheable(answer: Answer): string | undefined {
  const control = answer.header('cache-control') ?? '';
  if (/no-store/i.test(control)) return undefined;
  return ['cache-control', 'expires', 'etag', 'last-modified'].find((name) => answer.header(name) !== undefined);
}
