/**
 * The suite of the platform API. The first request to each collection shows wrong settings early.
 */

import { describeAnswer, type Suite } from '../../src/harness/index.js';
import { prioritiesOf, suiteOf } from '../../src/harness/suite.js';
import { ask, platformOf } from './ask.js';
import type { PlatformKinds } from './exchange.js';
import { PLACES } from './places.js';
import { rulebook } from './rulebook.js';
import { type ClauseId, topics } from './topics.js';

/**
 * How many defects the requests of each check are expected to find; made by `npm run bench
 * priorities`. `prioritiesOf` explains the notation.
 */
const priorities = prioritiesOf(`
platform.walk.complete 1:10
platform.page.current 1:4.3
platform.page.parameters 2:3.1 1:0.69
platform.page.limit 2:3
platform.page.cursor 3:1.6
platform.page.methods 2:0.3
platform.walk.full-last-page 3:0.23
platform.walk.collections 3:0.23
platform.page.real-clients 1:0.05
platform.auth.www-authenticate 1:0.05
`);

export const platformSuite: Suite = suiteOf<PlatformKinds, ClauseId>('platform', topics, {
  needs: ['platform.baseUrl', 'platform.collections'],
  rulebook,
  learning: { settings: platformOf, learned: {} },
  places: PLACES,
  priorities,
  // About ten requests: the first page of each collection, a large page, and the next pages.
  preparation: 10,
  async preflight(context) {
    const { baseUrl, collections, headers } = platformOf(context.target);
    for (const collection of collections) {
      const answer = await ask(context, { collection });
      const response = describeAnswer(answer);
      const sent = Object.keys(headers).join(', ') || 'no header';
      if (answer.status === 401 || answer.status === 403)
        return `${collection} refuses PLATFORM_AUTH_VALUE (sent: ${sent}): ${response}`;
      if (answer.status === 404)
        return `PLATFORM_COLLECTIONS names ${collection}, which ${baseUrl} does not serve: ${response}`;
    }
    return undefined;
  },
});
