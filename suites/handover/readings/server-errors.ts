/** Values in the body of a handover for which the status is a server error. */

import { type PlacedMistakes, serverErrors } from '../../../src/harness/server-errors.js';
import {
  hostileInAuthorization,
  hostileInJson,
  hostileInPairs,
  unreadableBody,
} from '../../../src/protocol/hostile-in-words.js';
import { type Exchange, hasValidToken } from '../exchange.js';
import type { HandoverMistake } from './mistake.js';

/** A server may recognize tokens by this number of characters, such as `ghp_`. */
const BEGINNING = 4;

const IN_BODIES: PlacedMistakes<Exchange> = {
  id: 'handover.hostile',
  clause: 'HND-HARD-1',
  partsIn({ question: { body, contentType, headers = [], authorization } }) {
    const ofAuthorization = hostileInAuthorization(authorization);
    if (ofAuthorization.length > 0) return ofAuthorization;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const ofFields = unreadableBody([['Content-Type', contentType ?? ''], ...headers], text);
    if (ofFields.length > 0) return ofFields;
    if (typeof body !== 'string') return hostileInJson(text);
    if (contentType?.includes('form') !== true) return hostileInJson(body);
    const place = { name: 'a form', subject: (value: string) => `a form with ${value}` };
    return hostileInPairs(body).map(({ value }) => ({ value, place }));
  },
  scopes: [
    { id: 'any', words: '', holds: () => true },
    {
      id: 'authorized',
      words: ', with a valid token',
      holds: ({ question, settings }) => hasValidToken(question, settings),
    },
    {
      id: 'with-authorization',
      words: ', with `Authorization`',
      holds: ({ question }) => question.authorization !== undefined,
    },
    {
      id: 'like-valid',
      words: ', with a token that begins like the valid one',
      holds: ({ question: { authorization }, settings: { token } }) =>
        token !== undefined &&
        authorization?.startsWith(`Bearer ${token.slice(0, BEGINNING)}`) === true,
    },
    {
      id: 'anonymous',
      words: ', without authorization',
      holds: ({ question }) => question.authorization === undefined,
    },
  ],
};

export const serverErrorMistakes = (violated: readonly Exchange[]): readonly HandoverMistake[] =>
  serverErrors(violated, IN_BODIES).map((reading) => ({
    ...reading,
    breaks: ['HND-HARD-1', 'HND-AUTH-2'],
  }));
