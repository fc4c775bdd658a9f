/** The mistakes of a token endpoint and a template API that explain wrong responses. */

import { requiring } from '../../../src/harness/explain.js';
import type { Mistakes } from '../../../src/harness/mistake.js';
import type { Exchange } from '../exchange.js';
import type { Facts } from '../facts.js';
import { callMistakes } from './calls.js';
import { credentialMistakes } from './credentials.js';
import { REQUIRED } from './required.js';
import { tokenRequestMistakes } from './token-requests.js';
import { tokenResponseMistakes } from './token-responses.js';

export const mistakes: Mistakes<Exchange, Facts> = {
  all: (violated) =>
    [
      ...tokenRequestMistakes(violated),
      ...tokenResponseMistakes(violated),
      ...credentialMistakes,
      ...callMistakes(violated),
    ].map(requiring(REQUIRED)),
  features: ({ question }) =>
    question.ask === 'token'
      ? [
          ...(question.mistake === undefined ? [] : [`the ${question.mistake}`]),
          ...(question.writing === undefined ? [] : [question.writing]),
          question.way === 'basic' ? 'HTTP Basic' : 'credentials in the form',
          ...(question.client === 'other' ? ['the second client'] : []),
        ]
      : [question.ask],
};
