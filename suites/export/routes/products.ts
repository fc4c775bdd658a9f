/** The clauses about the two routes to the list of products, and about the data of the products. */

import { must } from '../../../src/harness/topic.js';
import {
  BROWSER,
  CLIENT_FIELD_NAMES,
  CLIENT_FIELDS,
  proxyOf,
} from '../../../src/protocol/client-headers.js';
import { PLAIN } from '../../../src/protocol/export/question.js';
import type { Asked } from '../model/comparison.js';
import { EMPTY } from '../questions/no-products.js';
import { all, inRun } from '../relations/relation.js';
import { sameDigits } from '../relations/same-digits.js';
import { isUnfilteredLegacy, unreadRecords } from '../relations/unread-records.js';
import { compareFixture } from '../survey/fixture.js';
import { comparing, type ExportTopics } from '../topic.js';

const isWholeLegacyList = ({ route, isBare, filter }: Asked): boolean =>
  route === 'legacy' && isBare && filter === undefined;

export const products = {
  'EXP-ROUTE-1': {
    clause: must('the v2 products path returns 200 with product data for a valid token')
      .in('Endpoints, A. Export API, item 2')
      .judged('A request with a valid token must return 200 with products.'),
    rule: comparing({ list: ({ route }) => route === 'v2' }),
    checks: {
      'export.route.v2': {
        title:
          'the v2 route with a valid token, also with the header fields of browsers, proxies and other clients',
        // The first question below is shared. The own requests are the other questions, and two
        // requests for `repeat`.
        requests: { own: { least: 0, most: CLIENT_FIELD_NAMES.length + 6 }, shared: 1 },
        least: 1,
        repeat: { token: null },
        lacking: EMPTY,
        asks: ({ settings: { target } }) => [
          {},
          { headers: BROWSER },
          { headers: proxyOf(target.baseUrl) },
          // One client's fields each, because a server may refuse a field only without another one.
          ...CLIENT_FIELD_NAMES.map((name) => ({ accept: PLAIN, headers: CLIENT_FIELDS[name] })),
          { headers: CLIENT_FIELDS['a Referer of another site'] },
          { route: 'legacy', headers: CLIENT_FIELDS['an Origin of another site'] },
        ],
        // Any violation by a request with these header fields fails this check.
        alsoOwns: (_, { headers }) => headers !== undefined,
      },
    },
  },
  'EXP-DATA-1': {
    clause: must('the products are the exported data: every record, every value')
      .in('Endpoints, A. Export API, item 2')
      .judged(
        'Compares the list with the records that were loaded into the target: numbers by value, text by character; null may be null, missing or empty.',
      ),
    checks: {
      'export.data.fixture': {
        title: 'the whole list, compared with the records that were loaded',
        needs: ['export.fixture'],
        walks: compareFixture,
      },
    },
  },
  'EXP-ROUTE-2': {
    clause: must(
      'legacy `/{siteId}/{channelId}` returns the same data as v2 for the same destination',
    )
      .in('Endpoints, A. Export API, item 2')
      .judged('Compares the records of both routes as sets, because no order is requested.'),
    rule: comparing({ list: ({ route }) => route === 'legacy', records: isWholeLegacyList }),
    // Long numbers must have the same digits on both routes, and each record of this route must
    // also be in the list of the v2 route.
    relation: all(sameDigits(isWholeLegacyList), inRun(unreadRecords(isUnfilteredLegacy))),
    checks: {
      'export.route.legacy': {
        title: 'the unfiltered list on the legacy route',
        requests: 1,
        // Only the last page is requested. If records are missing on this route, it is shorter.
        asks: ({
          facts: {
            whole: { total, pageSize },
          },
        }) => [
          {
            route: 'legacy',
            limit: pageSize,
            ...(total > pageSize ? { offset: total - pageSize } : {}),
          },
        ],
        alsoOwns: (_, { route }) => route === 'legacy',
      },
    },
  },
} satisfies ExportTopics;
