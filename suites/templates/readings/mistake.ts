/** The type of the mistakes of this suite, and conditions under which they appear. */

import type { Mistake } from '../../../src/harness/mistake.js';
import type { TokenQuestion } from '../../../src/protocol/templates/token-request.js';
import type { Exchange } from '../exchange.js';
import type { Facts } from '../facts.js';

export type TemplatesMistake = Mistake<Exchange, Facts>;

/** The token requests in which a mistake is made. */
export interface TokenScope {
  readonly id: string;
  /** Follows the sentence of a mistake. Empty for any token request. */
  readonly words: string;
  readonly holds: (question: TokenQuestion) => boolean;
}

/** The most general scope comes first. */
export const TOKEN_SCOPES: readonly TokenScope[] = [
  { id: 'any', words: '', holds: () => true },
  { id: 'basic', words: ', with HTTP Basic', holds: ({ way }) => way === 'basic' },
  { id: 'form', words: ', with credentials in the form', holds: ({ way }) => way === 'form' },
  { id: 'second', words: ', for the second client', holds: ({ client }) => client === 'other' },
  {
    id: 'second-basic',
    words: ', for the second client with HTTP Basic',
    holds: ({ client, way }) => client === 'other' && way === 'basic',
  },
  {
    id: 'second-form',
    words: ', for the second client with credentials in the form',
    holds: ({ client, way }) => client === 'other' && way === 'form',
  },
];
