import { describeAnswer, skip } from '../../src/harness/finding.js';
import { holdsIf, must, type Ruling, should } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { ALL_CLIENT_FIELDS } from '../../src/protocol/client-headers.js';
import { isPlain, messageIn, type Question } from '../../src/protocol/handover/question.js';
import { realUsers } from './ask.js';
import { UNUSUAL_BODIES } from './bodies.js';
import { invalidCredentials, MOST_CREDENTIALS, pathBypasses } from './credentials.js';
import {
  ANONYMOUS,
  type HandoverTopics,
  hasValidToken,
  WITH_LISTING,
  WITH_REAL_USERS,
} from './exchange.js';
import { mentionsAuthorization } from './messages.js';
import { expectStillOwned } from './resources.js';
import { isUnavailable, otherMessage, refuses, transfers } from './responses.js';
import { AMONG_REAL_USERS, sendUnauthorized } from './transfers.js';

/**
 * The number of requests that a check sends in addition to those with invalid credentials: one
 * handover without authorization, and three listings of resources.
 */
const ADDITIONAL_REQUESTS = 4;

/**
 * The clauses about authorization: a request without valid credentials must be refused and must
 * transfer nothing.
 */
export const authorization = {
  'HND-AUTH-1': {
    clause: must(
      'a handover without authorization transfers nothing, and returns a JSON object whose `message` (string) says that authorization is required',
    )
      .in('Endpoints, D. Handover')
      .judged(
        'Any wording, language and status pass if the message mentions authorization, login or permission, and does not report a transfer.',
      ),
    rule({ question, answer }, { anonymous }) {
      if (question.authorization !== undefined) return undefined;
      if (transfers(answer)) return transferred(answer);
      // A 404 without a message comes from a path that does not exist.
      const isMissing = answer.status === 404 && messageIn(answer) === undefined;
      if (isMissing || isUnavailable(answer)) return undefined;
      if (isPlain(question)) {
        // A request with an added header field is tested only if the server refuses the same
        // request without this field.
        const isTested = question.headers === undefined || refusalOf(anonymous) !== undefined;
        return isTested ? requireRefusal(answer) : undefined;
      }
      const isWithoutAccept =
        question.accept === null && isPlain({ ...question, accept: undefined });
      if (isWithoutAccept) return asWarning(requireRefusal(answer));
      const message = refusalOf(anonymous);
      if (message === undefined) return undefined;
      // The request contains the valid token in another header. If the server ignores this header,
      // its response is the same as without authorization.
      const hasToken = question.headers?.some(([name]) => /token|cookie/i.test(name)) ?? false;
      return hasToken ? requireSameRefusal(answer, message) : 'holds';
    },
    checks: {
      'handover.auth.missing': {
        title: 'a handover without authorization, with and without an Accept header',
        requests: { own: { least: 1, most: 2 } },
        least: 1,
        asks: () => [ANONYMOUS, { ...ANONYMOUS, accept: null }],
      },
      'handover.auth.real-clients': {
        title: 'handovers without authorization, with one header field that common clients add',
        requests: { own: { least: 1, most: ALL_CLIENT_FIELDS.length } },
        needsFacts: true,
        asks: () => ALL_CLIENT_FIELDS.map((headers) => ({ ...ANONYMOUS, headers })),
      },
      'handover.auth.path-bypasses': {
        title: 'handovers without authorization that have an unusual path, header or body',
        requests: { own: { least: 1, most: 10 } },
        needsFacts: true,
        asks: ({ settings }) => [
          ...pathBypasses(settings),
          ...UNUSUAL_BODIES.map((body): Question => ({ body })),
        ],
      },
      'handover.transfer.anonymous': {
        title: 'a handover without authorization, for existing users',
        ...WITH_LISTING,
        async walks(context) {
          const { anonymous, owned } = await sendUnauthorized(context);
          const kept = expectStillOwned(owned, 'a request without authorization', anonymous);
          const missing =
            'needs handover.from to be a user with a resource, and a listing that contains this resource';
          return kept ?? skip('data', missing);
        },
      },
    },
  },
  'HND-AUTH-2': {
    clause: must('an invalid bearer token, or another scheme, transfers nothing')
      .in('Authentication, Handover')
      .judged(
        'A response to invalid credentials must not be a success. Most requests name random users.',
      ),
    rule({ question, answer, settings }, { anonymous }) {
      if (question.authorization === undefined || hasValidToken(question, settings))
        return undefined;
      if (transfers(answer)) return transferred(answer);
      // The response is compared with the refusal of a request without authorization.
      const message = refusalOf(anonymous);
      if (isUnavailable(answer) || message === undefined) return undefined;
      return isPlain(question) ? requireSameRefusal(answer, message) : 'holds';
    },
    checks: {
      'handover.auth.invalid': {
        title: 'handovers with an invalid bearer token, and with other schemes',
        // Two more requests follow: a request without authorization, and then the first request
        // again.
        requests: { own: { least: 2, most: MOST_CREDENTIALS.asked + 2 } },
        repeat: ANONYMOUS,
        walks: async (context) =>
          invalidCredentials(context).map((one) => ({ ...ANONYMOUS, authorization: one })),
      },
      'handover.transfer.unauthorized': {
        title: 'handovers with invalid credentials, for existing users',
        requests: { own: AMONG_REAL_USERS + ADDITIONAL_REQUESTS },
        ...WITH_REAL_USERS,
        async walks(context) {
          const { invalid, owned } = await sendUnauthorized(context);
          // The resources before and after the requests with invalid credentials.
          expectStillOwned(owned.slice(1), 'invalid credentials', ...invalid);
          const body = realUsers(context.target);
          return invalidCredentials(context)
            .slice(0, AMONG_REAL_USERS)
            .map((one) => ({ body, authorization: one }));
        },
      },
    },
  },
  'HND-AUTH-3': {
    clause: should('a 401 carries `WWW-Authenticate` (RFC 9110 11.6.1)')
      .in('RFC 9110, section 11.6.1')
      .judged('Checks each 401 response to a handover.'),
    rule({ question, answer }) {
      if (answer.status !== 401 || !isPlain({ ...question, accept: undefined })) return undefined;
      return holdsIf(answer.header('www-authenticate') !== undefined, 'WWW-Authenticate', 'none');
    },
    checks: {
      'handover.auth.www-authenticate': {
        title: 'the WWW-Authenticate header of the response to a handover without authorization',
        requests: { shared: 1 },
        lacking: 'applies only to a response with status 401',
        asks: () => [ANONYMOUS],
      },
    },
  },
} satisfies HandoverTopics;

/**
 * Returns the message of the refusal, or undefined if the request without authorization was not
 * refused with a message.
 */
const refusalOf = (anonymous: Answer | undefined): string | undefined =>
  anonymous !== undefined && refuses(anonymous) ? messageIn(anonymous) : undefined;

/** The document does not define the format of a response to a request without `Accept`. */
const asWarning = (ruling: Ruling): Ruling =>
  ruling === undefined || ruling === 'holds' ? ruling : { ...ruling, atMost: 'warning' };

const transferred = (answer: Answer): Ruling => ({
  expected: 'nothing transferred',
  sentence: `the response says that resources were transferred: ${describeAnswer(answer)}; nothing must be transferred`,
});

/** Requires a message about authorization, and a status that is neither 2xx nor 5xx. */
function requireRefusal(answer: Answer): Ruling {
  const message = messageIn(answer);
  const what = 'authorization is required';
  if (message === undefined) return { expected: `a message that ${what}` };
  if (message.trim() === '') return otherMessage(`"${message}"`, what);
  if (!refuses(answer)) return { ...otherMessage(`"${message}"`, what), atMost: 'warning' };
  return requireRefusingStatus(answer);
}

const requireRefusingStatus = (answer: Answer): Ruling =>
  answer.ok || answer.status >= 500
    ? {
        expected: 'a status that refuses',
        sentence: `the response is ${describeAnswer(answer)}; its status must be one of a refusal, such as 401`,
        atMost: 'warning',
      }
    : 'holds';

/**
 * Requires a status that refuses. `message` is the message that the server returned without
 * authorization. If it mentions authorization, the message of this response must also refuse.
 */
function requireSameRefusal(answer: Answer, message: string): Ruling {
  const status = requireRefusingStatus(answer);
  if (status !== 'holds' || refuses(answer) || !mentionsAuthorization(message)) return status;
  const expected = 'a refusal as without authorization';
  const sentence = `the response is ${describeAnswer(answer)}; it must be ${expected}`;
  return { expected, sentence, atMost: 'warning' };
}
