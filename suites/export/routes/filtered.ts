/** The clauses about the legacy route whose path contains a column and a value. */

import { must, open } from '../../../src/harness/topic.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { Asked } from '../model/comparison.js';
import { parametersOnFilteredRoute } from '../questions/combined.js';
import { severalValues, singleValues } from '../questions/paths-of-values.js';
import { filteredRouteOn } from '../questions/routes.js';
import { alsoInForeignTraffic } from '../relations/foreign-traffic.js';
import { all } from '../relations/relation.js';
import { sameDigits } from '../relations/same-digits.js';
import { sameTotals } from '../relations/same-totals.js';
import { comparing, type ExportTopics, type When } from '../topic.js';

const isFiltered: When = ({ route }) => route === 'filtered';

/** A value with commas in the path means several values. */
const hasComma = ({ question: { route } }: Asked): boolean =>
  typeof route === 'object' && 'value' in route && route.value.includes(',');

const isOfOne: When = (asked) => isFiltered(asked) && !hasComma(asked);
const isOfSeveral: When = (asked) => isFiltered(asked) && hasComma(asked);

export const filtered = {
  'EXP-ROUTE-3': {
    clause: must(
      'legacy `/{siteId}/{channelId}/{column}/{value}` returns exactly the records whose column equals the value',
    )
      .in('Endpoints, A. Export API, item 3')
      .judged(
        'Compares the response with those records of the whole dataset whose column has the value.',
      ),
    rule: comparing({ records: isOfOne }),
    relation: all(alsoInForeignTraffic(sameTotals(isOfOne)), sameDigits(isOfOne)),
    checks: {
      'export.route.filtered': {
        title: 'the legacy filtered route with one value',
        lacking: 'needs a column with a value without a comma or slash',
        requests: { own: { least: 1, most: 21 } },
        asks: ({ facts }) => singleValues(facts),
      },
    },
  },
  'EXP-ROUTE-4': {
    clause: must('a comma-separated value means any of the parts (SQL IN)')
      .in('Endpoints, A. Export API, item 3')
      .judged(
        'Sends two values of the data, and one value of the data with one that does not occur. The comma is not encoded.',
      ),
    rule: comparing({ records: isOfSeveral }),
    relation: all(alsoInForeignTraffic(sameTotals(isOfSeveral)), sameDigits(isOfSeveral)),
    checks: {
      'export.route.comma': {
        title: 'the legacy filtered route with several values, separated by commas',
        lacking: 'needs a column with two values that are plain words or whole numbers',
        requests: { own: { least: 1, most: 6 } },
        asks: ({ facts }) => severalValues(facts),
      },
    },
  },
  'EXP-ROUTE-5': {
    clause: must('the legacy filtered path honours limit, offset, orderBy, groupBy')
      .in('Endpoints, A. Export API, item 3')
      .judged('Each of the four parameters must have the same effect as on the v2 path.'),
    rule: comparing({
      window: isFiltered,
      total: isFiltered,
      order: isFiltered,
      groups: isFiltered,
    }),
    checks: {
      'export.route.filtered-parameters': {
        title: 'limit, offset, orderBy and groupBy on the legacy filtered route',
        lacking: 'needs a column with a value that is a plain word or a whole number',
        requests: 2,
        asks: ({ facts }) => parametersOnFilteredRoute(facts),
      },
    },
  },
  'EXP-ROUTE-6': {
    clause: open('what `filters`/`mode` do on the legacy filtered path')
      .in('Endpoints, A. Export API, item 3')
      .judged('Only observed: the document does not list these parameters for this path.'),
    checks: {
      'export.route.filtered-filters': {
        title: 'filters on the legacy filtered route',
        requests: 1,
        lacking: 'needs a column with a value that is a plain word or a whole number',
        observes: {
          shows: 'effect of filters on the legacy filtered route',
          cases({ facts: { whole } }) {
            const route = filteredRouteOn(whole);
            if (route === undefined) return {};
            const filter = only(where(route.column, '!=', route.value));
            return { 'filters that exclude the value of the path': { route, filter, limit: 1 } };
          },
        },
      },
    },
  },
} satisfies ExportTopics;
