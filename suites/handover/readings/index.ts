/** The mistakes of a handover that explain wrong responses. */

import type { Mistakes } from '../../../src/harness/mistake.js';
import { requiring } from '../../../src/harness/reading.js';
import type { Exchange, Facts } from '../exchange.js';
import { credentialMistakes } from './credentials.js';
import { responseMistakes } from './responses.js';
import { serverErrorMistakes } from './server-errors.js';

/** What the document requires of a response, by the clause that a mistake breaks. */
const REQUIRED: Readonly<Record<string, string>> = {
  'HND-AUTH-1':
    'without valid authorization nothing must be transferred, and `message` must say that authorization is required',
  'HND-AUTH-2': 'only the valid token after `Bearer` must transfer anything',
  'HND-AUTH-3': 'it should say there how to authenticate (RFC 9110 11.6.1)',
  'HND-OK-1':
    'it must have a status 2xx and a JSON object whose `message` says that all resources have been transferred to the new user',
  'HND-BODY-2': 'it should be sent as application/json',
};

export const mistakes: Mistakes<Exchange, Facts> = {
  all: (violated, _facts, every = []) =>
    [
      ...responseMistakes(violated),
      ...credentialMistakes(violated, every),
      ...serverErrorMistakes(violated),
    ].map(requiring(REQUIRED)),
  features: ({ question: { authorization, path, headers = [] } }) => [
    ...(authorization === undefined ? ['no `Authorization`'] : ['an invalid `Authorization`']),
    ...(path === undefined ? [] : ['another path']),
    ...headers.map(([name]) => `\`${name}\``),
  ],
};
