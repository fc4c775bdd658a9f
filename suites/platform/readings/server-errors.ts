/** Values of parameters for which the status is a server error. */

import { serverErrors } from '../../../src/harness/server-errors.js';
import { hostileInPairs, placeIn } from '../../../src/protocol/hostile-in-words.js';
import { beyond31Bits } from '../../../src/protocol/platform/question.js';
import type { Exchange } from '../exchange.js';
import type { PlatformMistake } from './change.js';

export const serverErrorMistakes = (violated: readonly Exchange[]): readonly PlatformMistake[] =>
  serverErrors(violated, {
    id: 'platform.hostile',
    clause: 'PLT-HARD-1',
    partsIn: ({ question }: Exchange) => [
      ...hostileInPairs(question.search ?? ''),
      ...beyond31Bits(question).map((name) => ({
        value: 'a number beyond 2^31',
        place: placeIn(`\`${name}\``, 'any parameter'),
      })),
    ],
  }).map((reading) => ({ ...reading, breaks: ['PLT-HARD-1'] }));
