/** The mistakes of a platform API that explain wrong pages. */

import { requiring } from '../../../src/harness/explain.js';
import type { Mistakes } from '../../../src/harness/mistake.js';
import type { Exchange, Facts } from '../exchange.js';
import { isRightPage, pageMistakes } from './pages.js';
import { REQUIRED } from './required.js';
import { responseMistakes } from './responses.js';

export const mistakes: Mistakes<Exchange, Facts> = {
  all: (violated, facts) =>
    [...responseMistakes(violated, facts), ...pageMistakes(violated, facts)].map(
      requiring(REQUIRED),
    ),
  features: ({ question }) =>
    (['limit', 'cursor', 'previous', 'client', 'method', 'reversed'] as const).flatMap((name) =>
      question[name] === undefined ? [] : [name],
    ),
  isRight: isRightPage,
};
