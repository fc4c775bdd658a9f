/** The clause that the legacy route accepts every query parameter of the v2 route (EXP-ROUTE-7). */

import { must } from '../../../src/harness/topic.js';
import { legacyParameters, missingForLegacy } from '../questions/combined.js';
import { sameDigits } from '../relations/same-digits.js';
import { comparing, type ExportTopics, type When } from '../topic.js';

const isLegacy: When = ({ route }) => route === 'legacy';
/** EXP-ROUTE-2 tests the legacy list without parameters. */
const hasParameters: When = ({ route, isBare, filter }) =>
  route === 'legacy' && !(isBare && filter === undefined);

export const legacyRoute = {
  'EXP-ROUTE-7': {
    clause: must(
      'the legacy unfiltered path honours every query parameter of v2, `filters` and `mode` included',
    )
      .in('Endpoints, A. Export API, item 4')
      .judged('Each parameter must have the same effect as on the v2 path.'),
    rule: comparing({
      window: isLegacy,
      total: isLegacy,
      order: isLegacy,
      groups: isLegacy,
      records: hasParameters,
    }),
    relation: sameDigits(hasParameters),
    checks: {
      'export.route.legacy-parameters': {
        title: 'every query parameter of the v2 route on the legacy route',
        requests: { own: { least: 1, most: 7 } },
        lacking: ({ facts }) => `needs ${missingForLegacy(facts)}`,
        asks: ({ facts }) => legacyParameters(facts),
      },
    },
  },
} satisfies ExportTopics;
