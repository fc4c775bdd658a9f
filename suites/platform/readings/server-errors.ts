/** Values of parameters for which the status is a server error. */

import { serverErrors } from '../../../src/harness/server-errors.js';
import { hostileInPairs } from '../../../src/protocol/hostile-in-words.js';
import type { Exchange } from '../exchange.js';
import type { PlatformMistake } from './change.js';

export const serverErrorMistakes = (violated: readonly Exchange[]): readonly PlatformMistake[] =>
  serverErrors(violated, {
    id: 'platform.hostile',
    clause: 'PLT-HARD-1',
    partsIn: ({ question: { search = '' } }: Exchange) => hostileInPairs(search),
  }).map((reading) => ({ ...reading, breaks: ['PLT-HARD-1'] }));
