/** The mistakes of a handover that explain wrong responses. */

import { requiring } from '../../../src/harness/explain.js';
import type { Mistakes } from '../../../src/harness/mistake.js';
import type { Exchange, Facts } from '../exchange.js';
import { credentialMistakes } from './credentials.js';
import { REQUIRED } from './required.js';
import { responseMistakes } from './responses.js';

export const mistakes: Mistakes<Exchange, Facts> = {
  all: (violated) =>
    [...responseMistakes(violated), ...credentialMistakes(violated)].map(requiring(REQUIRED)),
  features: ({ question: { authorization, path, headers = [] } }) => [
    ...(authorization === undefined ? ['no `Authorization`'] : ['an invalid `Authorization`']),
    ...(path === undefined ? [] : ['another path']),
    ...headers.map(([name]) => `\`${name}\``),
  ],
};
