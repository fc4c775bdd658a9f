import type { Suite } from '../../src/harness/index.js';
import { suiteOf } from '../../src/harness/suite.js';
import { exportOf } from './model/export-target.js';
import { PLACES } from './places.js';
import { priorities } from './priorities.js';
import { rulebook } from './rulebook.js';
import { firstPage } from './survey/ask.js';
import { surveyedOf } from './survey/facts.js';
import { preflight } from './survey/preflight.js';
import { routesOf } from './survey/routes.js';
import type { ExportKinds } from './topic.js';
import { type ClauseId, topics } from './topics.js';

/**
 * Makes the suite of the export API. The rulebook encodes requests, and reads and tests their
 * responses. Benchmarks replace a part of the rulebook.
 */
export const exportSuiteBy = (book: typeof rulebook): Suite =>
  suiteOf<ExportKinds, ClauseId>('export', topics, {
    needs: ['export.baseUrl', 'export.siteId', 'export.channelId', 'export.destination'],
    rulebook: book,
    learning: {
      settings: (target, share) => ({
        target: exportOf({ target }),
        secrets: target.secrets.map(({ value }) => value),
        mayBeInUrls: target.allow.secretsInUrls,
        mayBeHostile: target.allow.hostileValues,
        ...share,
      }),
      learned: { routes: routesOf },
      // Behaviour that the document leaves open is observed only if the server under test returns
      // products.
      beforeObserving: firstPage,
      factsToObserve: surveyedOf,
    },
    places: PLACES,
    priorities,
    // The expected number of requests that learn facts about the data and the server before the
    // checks start.
    preparation: 13,
    preflight,
  });

export const exportSuite: Suite = exportSuiteBy(rulebook);
