/** Values in token requests and bearer tokens for which the status is a server error. */

import { type PlacedMistakes, serverErrors } from '../../../src/harness/server-errors.js';
import { hostileInAuthorization, hostileInPairs } from '../../../src/protocol/hostile-in-words.js';
import { type Exchange, isCall } from '../exchange.js';
import type { TemplatesMistake } from './mistake.js';

const MULTIPART = {
  value: 'a form as `multipart/form-data`',
  place: { name: 'the body', subject: () => 'a form that is sent as `multipart/form-data`' },
};

const IN_TOKEN_REQUESTS: PlacedMistakes<Exchange> = {
  id: 'tokens.hostile',
  clause: 'TOK-HARD-1',
  partsIn: ({ question }) =>
    question.ask === 'hostile token'
      ? [
          ...hostileInPairs(question.form),
          ...hostileInAuthorization(question.authorization),
          ...(question.isMultipart ? [MULTIPART] : []),
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
