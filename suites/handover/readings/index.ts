/** The mistakes of a handover that explain wrong responses. */

import type { Mistakes } from '../../../src/harness/mistake.js';
import type { Exchange, Facts } from '../exchange.js';
import { credentialMistakes } from './credentials.js';
import { responseMistakes } from './responses.js';

export const mistakes: Mistakes<Exchange, Facts> = {
  all: (violated) => [...responseMistakes(violated), ...credentialMistakes(violated)],
  features: ({ question: { authorization, path, headers = [] } }) => [
    ...(authorization === undefined ? ['no `Authorization`'] : ['an invalid `Authorization`']),
    ...(path === undefined ? [] : ['another path']),
    ...headers.map(([name]) => `\`${name}\``),
  ],
};
