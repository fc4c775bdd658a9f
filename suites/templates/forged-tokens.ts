import { must, type Walks } from '../../src/harness/topic.js';
import { isHostileBearer } from '../../src/protocol/hostile.js';
import { tokenElsewhere } from './bearer.js';
import { tokenOf } from './exchange.js';
import {
  type ForgeryName,
  forgedToken,
  namesOf,
  TESTED_ALONE,
  TESTED_TOGETHER,
} from './forgeries.js';
import { refusing } from './rights.js';
import { accessToken, withFreshToken } from './tokens.js';
import { callWith, ofCall, type TemplatesKinds, type TemplatesTopics } from './topic.js';

/**
 * The clause that tokens which the token endpoint did not issue return no templates (ETM-AUTH-4).
 */
export const forgedTokens = {
  'ETM-AUTH-4': {
    clause: must(
      'garbage, a tampered signature, a tampered payload or `alg: none` never returns templates',
    )
      .in('Endpoints, B. Export-template API')
      .judged('Each token is altered in one way; the unaltered token must be accepted.'),
    rule: ofCall((exchange, facts) => {
      const token = tokenOf(exchange.question.authorization) ?? '';
      // A token with characters outside of this pattern is malformed (RFC 6750 sections 2.1 and
      // 3.1), so the server may return 400. It may also refuse a long header field (RFC 6585
      // section 5).
      const isUsual = /^[\w.~+/-]+=*$/.test(token) && !isHostileBearer(token);
      return refusing('never issued', isUsual ? '401' : '4xx')(exchange, facts);
    }),
    checks: {
      ...Object.fromEntries(
        namesOf(TESTED_ALONE).map((name) => [
          `templates.bearer.${name}`,
          {
            title: `${TESTED_ALONE[name][0]} as bearer token`,
            requests: { own: 1 },
            needs: ['templates.baseUrl'] as const,
            walks: callsWithForged(name),
          },
        ]),
      ),
      'templates.bearer.other-algorithms': {
        title: 'tokens with another algorithm or signature',
        // Three more requests: the control of the first request, and the first request twice more.
        requests: { own: { least: 1, most: namesOf(TESTED_TOGETHER).length + 3 } },
        needs: ['templates.baseUrl'],
        repeat: true,
        walks: callsWithForged(...namesOf(TESTED_TOGETHER)),
      },
      'templates.bearer.wrong-despite': {
        title: 'garbage as bearer token, with the valid token in another place',
        requests: { own: 1 },
        needs: ['templates.baseUrl'],
        walks: withFreshToken((token) => [
          { ...callWith('assay-garbage'), headers: tokenElsewhere(token) },
        ]),
      },
    },
  },
} satisfies TemplatesTopics;

/** Makes calls with tokens that are forged from the token of the run. */
function callsWithForged(...names: readonly ForgeryName[]): Walks<TemplatesKinds>['walks'] {
  return async (context) => {
    // The token is issued first. Otherwise each forgery would request a token of its own.
    await accessToken(context);
    const tokens = await Promise.all(names.map((name) => forgedToken(context, name)));
    return tokens.map(callWith);
  };
}
