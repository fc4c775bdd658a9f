/** Values in token requests and bearer tokens for which the status is a server error. */

import { type PlacedMistakes, serverErrors } from '../../../src/harness/server-errors.js';
import {
  hostileInAuthorization,
  hostileInPairs,
  unreadableBody,
} from '../../../src/protocol/hostile-in-words.js';
import { type HostileTokenQuestion, JSON_TYPE } from '../../../src/protocol/templates/question.js';
import { type Exchange, isCall } from '../exchange.js';
import type { TemplatesMistake } from './mistake.js';

const bodyOf = (value: string, sentence: string) => ({
  value,
  place: { name: 'the body', subject: () => sentence },
});

const WITHOUT_BOUNDARY = bodyOf(
  'a form as `multipart/form-data`',
  'a body of `multipart/form-data` without a boundary',
);
const AS_JSON = bodyOf('JSON', 'a `client_id` that is an object in a body of JSON');
const WITH_A_FILE = bodyOf('a file', 'a `client_id` that is sent as a file');

/** What is wrong with the kind of the body, if it is not a form. */
function ofBody({ contentType = '', headers = [] }: HostileTokenQuestion) {
  if (contentType === 'multipart/form-data') return [WITHOUT_BOUNDARY];
  if (contentType === JSON_TYPE) return [AS_JSON];
  if (contentType.startsWith('multipart/')) return [WITH_A_FILE];
  return unreadableBody([['Content-Type', contentType], ...headers]);
}

const IN_TOKEN_REQUESTS: PlacedMistakes<Exchange> = {
  id: 'tokens.hostile',
  clause: 'TOK-HARD-1',
  partsIn: ({ question }) =>
    question.ask === 'hostile token'
      ? [
          ...hostileInPairs(question.form),
          ...hostileInAuthorization(question.authorization),
          ...ofBody(question),
        ]
      : [],
};

const IN_CALLS: PlacedMistakes<Exchange> = {
  id: 'templates.hostile',
  clause: 'ETM-HARD-1',
  partsIn: (exchange) =>
    isCall(exchange) ? hostileInAuthorization(exchange.question.authorization) : [],
};

export const serverErrorMistakes = (violated: readonly Exchange[]): readonly TemplatesMistake[] =>
  [IN_TOKEN_REQUESTS, IN_CALLS].flatMap((errors) =>
    serverErrors(violated, errors).map((reading) => ({
      ...reading,
      breaks: ['TOK-HARD-1', 'ETM-HARD-1', 'ETM-AUTH-4'],
    })),
  );
