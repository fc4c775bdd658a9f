/** The clauses about unknown paths, methods other than GET, and ids of sites and channels. */

import { serverError } from '../../../src/harness/observing.js';
import { must, open } from '../../../src/harness/topic.js';
import { PLAIN, productsPath } from '../../../src/protocol/export/question.js';
import { INTEGERS, PATHS } from '../../../src/protocol/shapes/shapes.js';
import {
  INHERITED_PATH,
  pathsFor,
  ROOT_AND_LINE_BREAK,
  UNKNOWN_PATHS,
} from '../questions/paths.js';
import { comparing, type ExportTopics, refusal } from '../topic.js';

/** Adds 2^32 to an id. A server with 32-bit integers may read the original id. */
const beyond32Bits = INTEGERS['wide by 2^32'];

/** This number is added to an id. The sum is probably not an existing site or channel. */
const ID_OFFSET = 7919;

export const unknownRoutes = {
  'EXP-ROUTE-8': {
    clause: must('a route that does not exist returns 404 (EXP-ERR-5)')
      .in('Errors, Export API, table')
      .judged(
        'The requests have a valid token, because a request without one may return 401. Products for a path in capitals, or with a file extension, are only a warning, because many frameworks accept them.',
      ),
    rule: comparing(refusal('unknown route')),
    checks: {
      'export.route.unknown': {
        title: 'unknown paths, including prefixes and extensions of the products path',
        requests: { own: { least: 1, most: 12 } },
        asks({ settings: { target } }) {
          const around = pathsFor('export.route.unknown', 'v2', target);
          const below = `${productsPath('legacy', target)}/id`;
          const products = productsPath('v2', target);
          const lenient = [PATHS.capitals(products), PATHS['with an extension'](products)];
          // `export.error.route-path` requests these two, too. The checks share the responses.
          const unknown = [UNKNOWN_PATHS[0], INHERITED_PATH];
          return [...unknown, ...around, below, ROOT_AND_LINE_BREAK, ...lenient].map((path) => ({
            route: { path },
            accept: PLAIN,
          }));
        },
      },
    },
  },
  'EXP-ROUTE-9': {
    clause: open('methods other than GET on the products path (the API is read-only)')
      .in('What the service does, item 1')
      .judged('Only observed. A 2xx or 500 response to a method other than OPTIONS is a warning.'),
    checks: {
      'export.route.methods': {
        title: 'methods other than GET on the products path',
        requests: { own: { least: 2, most: 5 } },
        permission: 'unsafeMethods',
        observes: {
          shows: 'responses to methods other than GET',
          cases: () =>
            Object.fromEntries(
              ['DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS'].map((method) => [method, { method }]),
            ),
          // Only status 500 is an error of the API. Status 501 refuses the method, and 502 to 504
          // come from a proxy.
          warning: ({ answer: { ok, status, request } }) =>
            request.method !== 'OPTIONS' && (ok || status === 500)
              ? `returns ${status} on a read-only API`
              : undefined,
        },
      },
    },
  },
  'EXP-ROUTE-10': {
    clause: open('non-integer siteId / channelId / destinationId; an unknown destination')
      .in('Endpoints, A. Export API, common path parameters')
      .judged(
        'Only observed. Product data for an id that is followed by letters is a warning, and so is a status of 500 or more.',
      ),
    checks: {
      'export.route.borderline-ids': {
        title: 'ids in the path that are not integers, and an unknown destination',
        requests: { own: { least: 2, most: 5 } },
        observes: {
          shows: 'results of ids that the document does not specify',
          cases: ({ settings: { target } }) => ({
            'the destination and letters': {
              destinationId: `${target.destination?.id}abc`,
              limit: 1,
            },
            'destination 999999999': { destinationId: '999999999' },
            'site abc': { siteId: 'abc' },
            'channel abc': { channelId: 'abc' },
            'destination abc': { destinationId: 'abc' },
          }),
          warning: ({ answer, page, question }) =>
            (page?.records.length ?? 0) > 0 && /^\d+[a-z]+$/.test(question.destinationId ?? '')
              ? 'returns product data'
              : serverError(answer),
        },
      },
    },
  },
  'EXP-ROUTE-11': {
    clause: open('siteId / channelId that do not belong to the destination')
      .in('Endpoints, A. Export API, common path parameters')
      .judged(
        'Only observed. Product data in the response is a warning, and so is a status of 500 or more.',
      ),
    checks: {
      'export.route.foreign-ids': {
        title: 'a site or channel that the destination does not belong to',
        requests: { own: { least: 2, most: 3 } },
        observes: {
          shows: 'responses for another site or channel',
          cases: ({
            settings: {
              target: { siteId = 0, channelId = 0 },
            },
          }) => ({
            'another site': { siteId: String(siteId + ID_OFFSET), limit: 1 },
            'another channel': { channelId: String(channelId + ID_OFFSET), limit: 1 },
            'both beyond 32 bits': {
              siteId: beyond32Bits(String(siteId)),
              channelId: beyond32Bits(String(channelId)),
              limit: 1,
            },
          }),
          warning: ({ answer, page }) =>
            (page?.records.length ?? 0) > 0 ? 'returns product data' : serverError(answer),
        },
      },
    },
  },
} satisfies ExportTopics;
