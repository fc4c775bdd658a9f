import { describeAnswer } from '../../src/harness/finding.js';
import { holdsIf, open, should } from '../../src/harness/topic.js';
import { isPlain, messageIn, type Question } from '../../src/protocol/handover/question.js';
import { UNSPECIFIED_BODIES } from './bodies.js';
import {
  ANONYMOUS,
  type HandoverTopics,
  hasValidToken,
  WITH_LISTING,
  WITH_REAL_USERS,
} from './exchange.js';
import { isUnavailable, transfers } from './responses.js';
import { observeAuthorizedBodies, transferQuestions } from './transfers.js';

/** Bodies, media types and methods that the document does not specify. */
const UNSPECIFIED: Readonly<Record<string, Question>> = {
  ...Object.fromEntries(Object.entries(UNSPECIFIED_BODIES).map(([name, body]) => [name, { body }])),
  'text/plain': { ...ANONYMOUS, contentType: 'text/plain' },
  'a GET': { body: '', method: 'GET' },
};

/**
 * The clauses about the bodies, media types and methods of requests, and about the media type of
 * responses.
 */
export const body = {
  'HND-BODY-1': {
    clause: open(
      'missing, empty, non-UUID, equal or unknown users; wrong media type; malformed JSON; other methods',
    )
      .in('Endpoints, D. Handover')
      .judged('Only observed, without valid authorization.'),
    checks: {
      'handover.body.open': {
        title: 'bodies and methods that the document does not specify, without authorization',
        requests: { own: { least: 2, most: Object.keys(UNSPECIFIED).length } },
        observes: {
          shows: 'responses to unspecified bodies and methods without authorization',
          cases: () => UNSPECIFIED,
          warning({ answer }) {
            if (transfers(answer)) return 'returns a success response';
            const isBroken = answer.status >= 500 && !isUnavailable(answer);
            return isBroken ? `returns ${describeAnswer(answer)}` : undefined;
          },
        },
      },
    },
  },
  'HND-BODY-2': {
    clause: should('the response has the media type `application/json`')
      .in('Endpoints, D. Handover')
      .judged('Parameters of the media type are allowed.'),
    rule({ question, answer, settings }) {
      if (isUnavailable(answer) || !isPlain(question)) return undefined;
      const isInvalid = question.authorization !== undefined && !hasValidToken(question, settings);
      if (isInvalid) return undefined;
      const isJson = answer.mediaType === 'application/json';
      // A JSON response without a message may come from another service at this address.
      if (messageIn(answer) === undefined && (isJson || answer.status === 404)) return undefined;
      return holdsIf(isJson, 'Content-Type application/json', answer.mediaType || 'none');
    },
    checks: {
      'handover.media-type': {
        title: 'the media type of the response to a handover without authorization',
        requests: { shared: 1 },
        asks: () => [ANONYMOUS],
      },
      'handover.transfer.media-type': {
        title: 'the media type of the response to a handover with a valid token',
        requests: { shared: 1 },
        ...WITH_REAL_USERS,
        walks: transferQuestions,
        needsFacts: false,
      },
    },
  },
  'HND-BODY-3': {
    clause: open(
      'members misspelt, garbage after the JSON, `from` equal to `to`, users of somebody else, with a valid token',
    )
      .in('Endpoints, D. Handover')
      .judged(
        'Only observed, after the handover, from the user who then owns all resources. A success that transferred nothing, and an error that transferred something, are warnings.',
      ),
    checks: {
      'handover.body.authorized': {
        title: 'bodies that the document does not specify, with a valid token',
        // A listing, and four bodies with another listing after each.
        requests: { own: 9 },
        ...WITH_LISTING,
        needsFacts: false,
        walks: observeAuthorizedBodies,
      },
    },
  },
} satisfies HandoverTopics;
