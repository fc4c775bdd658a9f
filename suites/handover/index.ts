/** The suite of the handover. A first request shows whether the address has a handover at all. */

import { describeAnswer, type Suite } from '../../src/harness/index.js';
import { prioritiesOf, suiteOf } from '../../src/harness/suite.js';
import { messageIn } from '../../src/protocol/handover/question.js';
import { ask, handoverOf } from './ask.js';
import { ANONYMOUS, type HandoverKinds } from './exchange.js';
import { PLACES } from './places.js';
import { rulebook } from './rulebook.js';
import { type ClauseId, topics } from './topics.js';

/**
 * How many defects the requests of each check are expected to find; made by `npm run bench
 * priorities`. `prioritiesOf` explains the notation.
 */
const priorities = prioritiesOf(`
handover.auth.missing 1:6.1
handover.transfer.message 1:5.7
handover.transfer.complete 4:2.8
handover.auth.invalid 2:1.4
handover.auth.path-bypasses 1:0.52 1:0.52 1:0.52 7:0.45
handover.transfer.unauthorized 13:0.39
handover.auth.real-clients 1:0.05
`);

export const handoverSuite: Suite = suiteOf<HandoverKinds, ClauseId>('handover', topics, {
  // Only the address is needed, because by default no resources are transferred.
  needs: ['handover.baseUrl'],
  rulebook,
  learning: {
    settings: handoverOf,
    learned: {},
  },
  places: PLACES,
  priorities,
  preparation: 0,
  async preflight(context) {
    const { baseUrl } = handoverOf(context.target);
    const answer = await ask(context, ANONYMOUS);
    return answer.status === 404 && messageIn(answer) === undefined
      ? `CDE_BASE_URL ${baseUrl} has no handover: ${describeAnswer(answer)}`
      : undefined;
  },
});
