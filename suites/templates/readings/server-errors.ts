/** Values in token requests and bearer tokens for which the status is a server error. */

import { type PlacedMistakes, serverErrors } from '../../../src/harness/server-errors.js';
import {
  hostileInAuthorization,
  hostileInPairs,
  unreadableBody,
} from '../../../src/protocol/hostile-in-words.js';
import {
  type HostileTokenQuestion,
  JSON_TYPE,
  MULTIPART,
  WITHOUT_BOUNDARY,
} from '../../../src/protocol/templates/question.js';
import { jsonValue } from '../../../src/schema/json-value.js';
import { type Exchange, isCall } from '../exchange.js';
import type { TemplatesMistake } from './mistake.js';

const inBody = (value: string, sentence: string) => ({
  value,
  place: { name: 'the body', subject: () => sentence },
});

const NO_BOUNDARY = inBody(
  'a form as `multipart/form-data`',
  'a body of `multipart/form-data` without a boundary',
);
const MALFORMED_JSON = inBody('malformed JSON', 'a token request with malformed JSON');
const OBJECT = inBody('an object', 'a `client_id` that is an object in a body of JSON');
const FILE = inBody('a file', 'a `client_id` that is sent as a file');

/** What is wrong with the kind of the body, if it is not a form. */
function ofBody({ form, contentType = '', headers = [] }: HostileTokenQuestion) {
  if (contentType === WITHOUT_BOUNDARY) return [NO_BOUNDARY];
  if (contentType === MULTIPART) return [FILE];
  if (contentType === JSON_TYPE) return [jsonValue(form) === undefined ? MALFORMED_JSON : OBJECT];
  return unreadableBody([['Content-Type', contentType], ...headers], form);
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
