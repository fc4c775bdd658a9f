/** The mistakes of a platform API that explain wrong responses. */

import type { Mistakes } from '../../../src/harness/mistake.js';
import { requiring } from '../../../src/harness/reading.js';
import type { Exchange, Facts } from '../exchange.js';
import { memberMistakes } from './cursor-members.js';
import { defaultCursors, entityMistakes, isRightPage, orders } from './entities.js';
import { REQUIRED } from './required.js';
import { responseMistakes } from './responses.js';
import { scopesFor } from './scopes.js';
import { serverErrorMistakes } from './server-errors.js';
import { requestOf } from './window.js';

export const mistakes: Mistakes<Exchange, Facts> = {
  all(violated, facts) {
    const scopes = scopesFor(violated.flatMap((exchange) => requestOf(exchange, facts) ?? []));
    return [
      ...responseMistakes(violated, facts),
      ...entityMistakes(violated, scopes, facts),
      ...memberMistakes(scopes),
      ...defaultCursors(violated, facts),
      ...orders(violated),
      ...serverErrorMistakes(violated),
    ].map(requiring(REQUIRED));
  },
  features: ({ question }) =>
    (['limit', 'cursor', 'previous', 'client', 'method', 'reversed'] as const).flatMap((name) =>
      question[name] === undefined ? [] : [name],
    ),
  isRight: isRightPage,
};
