/** Learns which routes return products. */

import type { Context } from '../../../src/harness/context.js';
import type { FilteredRoute, Route } from '../../../src/protocol/export/question.js';
import { exportOf } from '../model/export-target.js';
import { filteredRouteOn } from '../questions/routes.js';
import { firstPage } from './ask.js';
import { surveyOf } from './survey.js';

/**
 * This fact stays valid if the data changes during the run, because checks of tokens and formats
 * need only the route.
 */
const knownFilteredRoute = (context: Context): Promise<FilteredRoute | undefined> =>
  context.facts.learn(
    'export.filtered-route',
    async (inner) => {
      // Without records, `surveyOf` would skip the check.
      if ((await firstPage(inner)).records.length === 0) return undefined;
      return filteredRouteOn(await surveyOf(inner));
    },
    'on nothing else',
  );

/**
 * The filtered route is missing if the data has no value for it, or if the server under test does
 * not offer legacy routes.
 */
export async function routesOf(context: Context): Promise<readonly Route[]> {
  // Requests on legacy routes that are not offered are left out later.
  if (exportOf(context).legacy === false) return ['v2', 'legacy'];
  const filtered = await knownFilteredRoute(context);
  return ['v2', 'legacy', ...(filtered === undefined ? [] : [filtered])];
}
