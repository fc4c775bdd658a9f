/** Mistakes in the response to a handover: its status, its message and its headers. */

import type { Answer } from '../../../src/http/answer.js';
import { isPlain, messageIn, type Question } from '../../../src/protocol/handover/question.js';
import { isObject, jsonValue, membersOf } from '../../../src/schema/json-value.js';
import { type Exchange, hasValidToken } from '../exchange.js';
import { deniesTransfer, saysPartTransferred } from '../messages.js';
import { refuses, transfers } from '../responses.js';
import type { HandoverMistake } from './mistake.js';

const isRedirect = ({ status }: Answer): boolean => status >= 300 && status < 400;

/** What the body of a response is instead of an object with a message. */
const BODIES: readonly (readonly [id: string, words: string, fits: (answer: Answer) => boolean])[] =
  [
    ['redirect', 'is a redirect', isRedirect],
    ['empty', 'has no body', (answer) => answer.size === 0 && !isRedirect(answer)],
    ['not-json', 'is not JSON', (answer) => answer.size > 0 && answer.jsonFault !== undefined],
    [
      'under-error',
      'has `error` instead of `message`',
      ({ json }) => 'error' in membersOf(json) && !('message' in membersOf(json)),
    ],
    [
      'no-message',
      'has no `message`',
      (answer) =>
        answer.jsonFault === undefined &&
        !['error', 'message'].some((member) => member in membersOf(answer.json)),
    ],
    [
      'message-as-list',
      'has a list in `message`',
      ({ json }) => Array.isArray(membersOf(json).message),
    ],
    [
      'message-as-object',
      'has an object in `message`',
      ({ json }) => isObject(membersOf(json).message),
    ],
    ['blank', 'has an empty `message`', (answer) => messageIn(answer)?.trim() === ''],
  ];

/** What the message of a refusal says instead. */
const MESSAGES: typeof BODIES = [
  [
    'other',
    'says something else than that authorization is required',
    (answer) => (messageIn(answer)?.trim() ?? '') !== '' && !refuses(answer) && !transfers(answer),
  ],
];

/** What the message of a success says instead. */
const SUCCESSES: typeof BODIES = [
  [
    'part',
    'says that only a part was transferred',
    (answer) => saysPartTransferred(messageIn(answer) ?? ''),
  ],
  [
    'denied',
    'says that nothing was transferred',
    (answer) => deniesTransfer(messageIn(answer) ?? ''),
  ],
  [
    'other',
    'does not say that anything was transferred',
    (answer) =>
      (messageIn(answer)?.trim() ?? '') !== '' &&
      !transfers(answer) &&
      !deniesTransfer(messageIn(answer) ?? ''),
  ],
];

/** Whether the document requires the refusal of the request, with a message. */
const needsRefusal = ({ question }: Exchange): boolean =>
  question.authorization === undefined && isPlain({ ...question, accept: undefined });

/** Whether the response must be that of a successful handover. */
const isSuccess = ({ question, answer, settings }: Exchange): boolean =>
  answer.ok &&
  hasValidToken(question, settings) &&
  isPlain({ ...question, headers: undefined, accept: undefined });

/** The message of the first response that fits, in quotes. Empty if it is long or blank. */
function quoted(violated: readonly Exchange[], fits: (exchange: Exchange) => boolean): string {
  const found = violated.find(fits);
  const message = (found && messageIn(found.answer)) ?? '';
  return message.trim() === '' || message.length > MOST_QUOTED ? '' : ` (\`${message}\`)`;
}

/** A longer message is not quoted: a secret in it would not be recognized after it was cut. */
const MOST_QUOTED = 80;

const bodies = (violated: readonly Exchange[]): readonly HandoverMistake[] => [
  ...[...BODIES, ...MESSAGES].map(
    ([id, words, fits]): HandoverMistake => ({
      id: `handover.refusal-${id}`,
      clause: 'HND-AUTH-1',
      sentence: `the response without authorization ${words}${quoted(violated, (one) => needsRefusal(one) && fits(one.answer))}`,
      breaks: ['HND-AUTH-1', 'HND-BODY-2'],
      predicts: (exchange) => (needsRefusal(exchange) ? fits(exchange.answer) : undefined),
    }),
  ),
  ...BODIES.map(
    ([id, words, fits]): HandoverMistake => ({
      id: `handover.each-${id}`,
      clause: 'HND-OK-1',
      sentence: `each response ${words}`,
      requires: 'it must be a JSON object with a text in `message`',
      breaks: ['HND-AUTH-1', 'HND-OK-1', 'HND-BODY-2'],
      predicts: (exchange) =>
        needsRefusal(exchange) || isSuccess(exchange) ? fits(exchange.answer) : undefined,
    }),
  ),
  ...[...BODIES, ...SUCCESSES].map(
    ([id, words, fits]): HandoverMistake => ({
      id: `handover.success-${id}`,
      clause: 'HND-OK-1',
      sentence: `the response to a successful handover ${words}${quoted(violated, (one) => isSuccess(one) && fits(one.answer))}`,
      breaks: ['HND-OK-1', 'HND-BODY-2'],
      isPlain: true,
      predicts: (exchange) => (isSuccess(exchange) ? fits(exchange.answer) : undefined),
    }),
  ),
];

/**
 * Statuses of the wrong responses, for all requests and for those with one of their header fields:
 * as the status of a handover with a valid token, of a refusal, or of a response without a message.
 */
function statuses(violated: readonly Exchange[]): readonly HandoverMistake[] {
  const found = new Map<string, { readonly status: number; readonly field: string | undefined }>();
  for (const { question, answer } of violated) {
    const fields = [undefined, ...(question.headers ?? []).map(([name]) => name)];
    for (const field of fields)
      found.set(`${answer.status} ${field}`, { status: answer.status, field });
  }
  return [...found.values()].flatMap(({ status, field }) => [
    {
      id: `handover.valid-gets-${status}.${field ?? 'any'}`,
      mistake: `handover.valid-gets-${status}`,
      clause: 'HND-OK-1',
      sentence: `a handover with a valid token${field === undefined ? '' : ` and \`${field}\``} gets status ${status}`,
      breaks: ['HND-OK-1', 'HND-BODY-2'],
      isPlain: true as const,
      predicts: (exchange: Exchange) =>
        status >= 300 &&
        hasValidToken(exchange.question, exchange.settings) &&
        hasField(exchange, field)
          ? exchange.answer.status === status
          : undefined,
    },
    {
      id: `handover.refusal-has-${status}.${field ?? 'any'}`,
      mistake: `handover.refusal-has-${status}`,
      clause: 'HND-AUTH-1',
      sentence: `a refusal${field === undefined ? '' : ` of a request with \`${field}\``} has status ${status}`,
      requires: 'it must have the status of a refusal, such as 401',
      breaks: ['HND-AUTH-1', 'HND-AUTH-2', 'HND-BODY-1'],
      predicts: (exchange: Exchange) =>
        status < 400 &&
        !hasValidToken(exchange.question, exchange.settings) &&
        hasField(exchange, field) &&
        refuses(exchange.answer)
          ? exchange.answer.status === status
          : undefined,
    },
    ...(field === undefined
      ? []
      : [
          {
            id: `handover.refused-for-${field}`,
            clause: 'HND-AUTH-1',
            sentence: `a request with \`${field}\` gets status ${status} without a message`,
            breaks: ['HND-AUTH-1', 'HND-BODY-2', 'HND-OK-1'],
            predicts: (exchange: Exchange) =>
              hasField(exchange, field)
                ? exchange.answer.status === status && messageIn(exchange.answer) === undefined
                : undefined,
          },
        ]),
  ]);
}

const hasField = ({ question: { headers = [] } }: Exchange, field: string | undefined): boolean =>
  field === undefined || headers.some(([name]) => name === field);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function hasTwoUsers({ body }: Question): boolean {
  const { from, to } = membersOf(typeof body === 'string' ? jsonValue(body) : body);
  return [from, to].every((user) => typeof user === 'string' && UUID.test(user));
}

const OTHERS: readonly HandoverMistake[] = [
  {
    id: 'handover.server-error-without-accept',
    clause: 'HND-AUTH-1',
    sentence: 'a request without `Accept` gets a server error',
    breaks: ['HND-AUTH-1', 'HND-BODY-2'],
    isPlain: true,
    predicts: ({ question, answer }) =>
      question.accept === null && question.authorization === undefined
        ? answer.status >= 500
        : undefined,
  },
  {
    id: 'handover.body-before-authorization',
    clause: 'HND-AUTH-1',
    sentence:
      'a body without two UUIDs is refused before the authorization is tested, with another message',
    breaks: ['HND-AUTH-1'],
    isPlain: true,
    predicts: ({ question, answer }) =>
      question.authorization === undefined && !hasTwoUsers(question)
        ? answer.status >= 400 &&
          answer.status < 500 &&
          messageIn(answer) !== undefined &&
          !refuses(answer)
        : undefined,
  },
  {
    id: 'handover.users-before-authorization',
    clause: 'HND-AUTH-1',
    sentence:
      'the body and its users are looked at before the authorization is tested, so that another message comes',
    breaks: ['HND-AUTH-1'],
    predicts: ({ question, answer, settings }) => {
      if (question.authorization !== undefined) return undefined;
      const { from, to } = membersOf(
        typeof question.body === 'string' ? jsonValue(question.body) : question.body,
      );
      const isKnown = from === settings.from && to === settings.to;
      const isOther = messageIn(answer) !== undefined && !refuses(answer);
      return isKnown ? !isOther : isOther && answer.status >= 400 && answer.status < 500;
    },
  },
  {
    id: 'handover.401-without-challenge',
    clause: 'HND-AUTH-3',
    sentence: 'a 401 has no `WWW-Authenticate`',
    breaks: ['HND-AUTH-3'],
    isPlain: true,
    predicts: ({ answer }) =>
      answer.status === 401 ? answer.header('www-authenticate') === undefined : undefined,
  },
];

/** Media types that the responses have instead of JSON. */
function mediaTypes(violated: readonly Exchange[]): readonly HandoverMistake[] {
  const types = new Set(violated.map(({ answer }) => answer.mediaType));
  const kinds = [
    ['refusal', 'a refusal', needsRefusal],
    ['success', 'the response to a successful handover', isSuccess],
  ] as const;
  return [...types].flatMap((type) =>
    kinds.map(
      ([id, words, isTouched]): HandoverMistake => ({
        id: `handover.${id}-as-${type}`,
        clause: 'HND-BODY-2',
        sentence: `${words} is sent ${type === '' ? 'without a media type' : `as ${type}`}`,
        breaks: ['HND-BODY-2'],
        isPlain: true,
        predicts: (exchange) =>
          isTouched(exchange) ? exchange.answer.mediaType === type : undefined,
      }),
    ),
  );
}

export const responseMistakes = (violated: readonly Exchange[]): readonly HandoverMistake[] => [
  ...bodies(violated),
  ...statuses(violated),
  ...mediaTypes(violated),
  ...OTHERS,
];
