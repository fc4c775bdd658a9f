/** The possible mistakes of a token endpoint and a template API by which reports explain responses. */

import type { Mistakes } from '../../../src/harness/mistake.js';
import { requiring } from '../../../src/harness/reading.js';
import { type Exchange, isCall } from '../exchange.js';
import type { Facts } from '../facts.js';
import { mistakesAfterOthers } from './after-others.js';
import { authorizationMistakes } from './authorization.js';
import { credentialMistakes } from './credentials.js';
import { endedTokens } from './ended-tokens.js';
import { forgedTokenMistakes } from './forged-tokens.js';
import { leaks } from './leaks.js';
import { refusalMistakes } from './refusals.js';
import { REQUIRED } from './required.js';
import { serverErrorMistakes } from './server-errors.js';
import { signatureMistakes } from './signatures.js';
import { tokenRequestMistakes } from './token-requests.js';
import { tokenResponseMistakes } from './token-responses.js';

export const mistakes: Mistakes<Exchange, Facts> = {
  all(violated, facts, every = []) {
    const calls = violated.filter(isCall);
    return [
      ...tokenRequestMistakes(violated),
      ...tokenResponseMistakes(violated),
      ...credentialMistakes,
      ...refusalMistakes(calls),
      ...endedTokens(calls, facts),
      ...mistakesAfterOthers(calls, every, facts),
      ...signatureMistakes,
      ...forgedTokenMistakes,
      ...authorizationMistakes(calls),
      ...leaks,
      ...serverErrorMistakes(violated),
    ].map(requiring(REQUIRED));
  },
  /** What distinguishes a request from others, in words, for findings without a known mistake. */
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
