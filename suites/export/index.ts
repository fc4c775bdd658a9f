import type { Suite } from '../../src/harness/suite.js';
import { suiteOf } from '../../src/harness/topics.js';
import { exportOf } from './model/export-target.js';
import { PLACES } from './places.js';
import { priorities } from './priorities.js';
import { procedures, runs } from './procedures.js';
import { questionSets } from './question-sets.js';
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
    asking: {
      settings: (target, { budget, run }) => ({
        target: exportOf({ target }),
        secrets: target.secrets.map(({ value }) => value),
        mayBeInUrls: target.allow.secretsInUrls,
        requests: budget.requests,
        isLimited: budget.isLimited,
        seed: run.seed,
      }),
      singleFact: routesOf,
      questionSets,
      // Behaviour that the document leaves open is observed only if the server under test returns
      // products.
      beforeObserving: firstPage,
      factsToObserve: surveyedOf,
      procedure: (name, context) => procedures[name](context),
      run: (name, context) => runs[name](context),
    },
    places: PLACES,
    priorities,
    // The expected number of requests that learn facts about the data and the server before the
    // checks start.
    preparation: 13,
    preflight,
  });

export const exportSuite: Suite = exportSuiteBy(rulebook);
