import {
  type Answer,
  byEvery,
  describeAnswer,
  holdsIf,
  type RuleTable,
  type Ruling,
  rulesOf,
  withoutEach,
} from '../../src/harness/suite.js';
import {
  isPlain,
  messageIn,
  name,
  type Question,
  read,
  write,
} from '../../src/protocol/handover/question.js';
import { ANONYMOUS, ask, type Exchange, type Facts, handoverOf, isEntitled } from './ask.js';
import type { ClauseId } from './clauses.js';
import { generated } from './generated.js';
import { deniesTransfer, saysSome, saysTransferred, speaksOfAuthorization } from './messages.js';

/** The message by which a request without authorization is refused as such; undefined where it is not. */
const refusalIn = (anonymous: Answer | undefined): string | undefined =>
  anonymous !== undefined && refuses(anonymous) ? messageIn(anonymous) : undefined;
/** Whether the way to the service answers, or the service is not there now: neither says what it would do. */
export const isUnavailable = (answer: Answer): boolean =>
  [502, 503, 504].includes(answer.status) && !refuses(answer) && !transfers(answer);
const refuses = (answer: Answer): boolean =>
  [401, 403].includes(answer.status) || speaksOfAuthorization(messageIn(answer) ?? '');
export const transfers = (answer: Answer): boolean => saysTransferred(messageIn(answer) ?? '');

const RULES: RuleTable<Exchange, Facts, ClauseId> = {
  'HND-AUTH-1': ({ question, answer }, { anonymous }) => {
    if (question.authorization !== undefined) return undefined;
    if (transfers(answer)) return { expected: 'nothing transferred' };
    // Nothing may be there that could be handed over by.
    if ((answer.status === 404 && messageIn(answer) === undefined) || isUnavailable(answer))
      return undefined;
    if (isPlain(question)) return isRefusal(answer);
    const message = refusalIn(anonymous);
    if (message === undefined) return undefined;
    // What is answered otherwise with a header field has looked at it.
    const hasToken = question.headers?.some(([name]) => /token|cookie/i.test(name)) ?? false;
    return hasToken ? isRefusedAlike(answer, message) : 'holds';
  },
  // Nothing is transferred for invalid credentials. Where a request without authorization is refused as such, an answer
  // about something else has looked past the credentials; where it is not, no refusal proves anything.
  'HND-AUTH-2': ({ question, answer, target }, { anonymous }) => {
    if (question.authorization === undefined || isEntitled(question, target)) return undefined;
    if (transfers(answer)) return { expected: 'nothing transferred' };
    const message = refusalIn(anonymous);
    if (isUnavailable(answer) || message === undefined) return undefined;
    return isPlain(question) ? isRefusedAlike(answer, message) : 'holds';
  },
  'HND-OK-1': ({ question, answer, target }) => {
    if (!isEntitled(question, target) || !isPlain(question) || isUnavailable(answer))
      return undefined;
    return answer.ok ? isTransfer(answer) : { expected: 'a status 2xx' };
  },
  'HND-BODY-2': ({ question, answer, target }) => {
    if (isUnavailable(answer) || !isPlain(question)) return undefined;
    if (question.authorization !== undefined && !isEntitled(question, target)) return undefined;
    const isJson = answer.mediaType === 'application/json';
    // JSON without a message may be of whatever else is there.
    if (messageIn(answer) === undefined && (isJson || answer.status === 404)) return undefined;
    return holdsIf(isJson, 'Content-Type application/json', answer.mediaType || 'none');
  },
};

/** A refusal in words: authorization is what is missing. */
function isRefusal(answer: Answer): Ruling {
  const message = messageIn(answer);
  const expected = 'a message that authorization is required';
  if (message === undefined) return { expected };
  if (message.trim() === '' || !refuses(answer)) return { expected, actual: `"${message}"` };
  return isRefusedByStatus(answer);
}

const isRefusedByStatus = (answer: Answer): Ruling =>
  answer.ok || answer.status >= 500
    ? { expected: 'a status that refuses', atMost: 'warning' }
    : 'holds';

/** Refused as a request without authorization is, by this message. */
function isRefusedAlike(answer: Answer, message: string): Ruling {
  const status = isRefusedByStatus(answer);
  return status !== 'holds' || refuses(answer) || !speaksOfAuthorization(message)
    ? status
    : { expected: 'a refusal as without authorization', atMost: 'warning' };
}

/** A success in words: a warning where no known language reads it as one, a failure where it denies it. */
export function isTransfer(answer: Answer): Ruling {
  const expected = 'a message that all resources have been transferred';
  const message = messageIn(answer);
  if (message === undefined) return { expected };
  if (saysTransferred(message) && !saysSome(message)) return 'holds';
  return saysSome(message) || deniesTransfer(message)
    ? { expected, actual: `"${message}"` }
    : {
        expected,
        actual: `"${message}", which does not say so in any known language`,
        atMost: 'warning',
      };
}

/** How the handover is asked, read and judged; needs its address alone, for by default nothing is moved. */
export const rules = rulesOf<Question, Exchange, Facts, ClauseId>(['handover.baseUrl'], {
  request: (question, target) => write(question, handoverOf(target)),
  ask,
  read(answer, target) {
    const question = read(answer.request, handoverOf(target));
    return question && { question, answer, target };
  },
  facts: async (context) => ({ anonymous: await ask(context, ANONYMOUS) }),
  unknown: { anonymous: undefined },
  judge: (exchange, facts, note) =>
    exchange.answer.status === 429 ? [] : byEvery(RULES, exchange, facts, note),
  simpler: (question) => [
    ...(typeof question.body === 'string' ? [{ ...question, body: ANONYMOUS.body }] : []),
    ...withoutEach(question, 'contentType', 'accept', 'path', 'headers'),
  ],
  name,
  witness: ({ question, answer }) => `${name(question)}: ${describeAnswer(answer)}`,
  generated,
});
