import { checksFor, describeAnswer, type Suite } from '../../src/harness/suite.js';
import { ask, platformOf } from './ask.js';
import { clauses } from './clauses.js';
import { pageChecks } from './pages.js';
import { PLACES } from './places.js';
import { priorities } from './priorities.js';
import { rules } from './rules.js';

export const platformSuite: Suite = {
  interface: 'platform',
  clauses,
  rules,
  places: PLACES,
  checks: pageChecks.map(checksFor('platform', clauses, rules)),
  priorities,
  // The first page of each collection, a large one of the first, and its walk.
  preparation: 10,
  async preflight(context) {
    const { baseUrl, collections, headers } = platformOf(context.target);
    for (const collection of collections) {
      const answer = await ask(context, { collection });
      const told = describeAnswer(answer);
      const sent = Object.keys(headers).join(', ') || 'no header';
      if (answer.status === 401 || answer.status === 403)
        return `${collection} refuses PLATFORM_AUTH_VALUE (sent: ${sent}): ${told}`;
      if (answer.status === 404)
        return `PLATFORM_COLLECTIONS names ${collection}, which ${baseUrl} does not serve: ${told}`;
    }
    return undefined;
  },
};
