import fc from 'fast-check';
import { askedBy } from '../../../src/harness/place.js';
import { must } from '../../../src/harness/topic.js';
import { BROWSER } from '../../../src/protocol/client-headers.js';
import { JSON_API, PLAIN, type Route } from '../../../src/protocol/export/question.js';
import { FIELDS } from '../../../src/protocol/shapes/shapes.js';
import { PLACES } from '../places.js';
import { pathsFor } from '../questions/paths.js';
import {
  acceptInTurn,
  elsewhere,
  overRoutes,
  permitted,
  secretOf,
  secretUser,
  tokensFor,
} from '../questions/tokens.js';
import { foreignRecords } from '../relations/foreign-records.js';
import { withTokenOfAnother } from '../survey/token-of-another.js';
import { comparing, comparingAlso, type ExportTopics, refusal } from '../topic.js';
import { isOnV2, noProductsOfUnknown } from './other-destination.js';

const RANDOM_TOKENS = 5;

/** The clauses about missing, malformed, unknown and unauthorized tokens. */
export const token = {
  'EXP-AUTH-1': {
    clause: must(
      'no token: 401 `Authentication token is required`, on v2, legacy and legacy filtered',
    )
      .in('Errors, Export API, table')
      .judged('Compares status and text exactly, on each of the three routes.'),
    rule: comparing(refusal('token missing')),
    checks: {
      'export.auth.token-missing': {
        title: 'requests without a token, on every route',
        requests: { own: { least: 1, most: 8 } },
        repeat: true,
        asks(given) {
          // With a budget of one request only the v2 route is tested, because another request must
          // find out whether the filtered route exists.
          const routes: readonly Route[] = given.settings.requests < 2 ? ['v2'] : given.routes;
          return [
            ...routes.map((route) => ({ route, token: null, accept: PLAIN })),
            { token: null, accept: JSON_API },
            { token: null, accept: PLAIN, headers: BROWSER },
          ];
        },
      },
      'export.auth.path-without-token': {
        title:
          'requests without a token to paths that a router may treat as the products path, or with headers that proxies trust',
        requests: { own: { least: 1, most: 9 } },
        asks({ settings: { target } }) {
          const id = 'export.auth.path-without-token';
          const fields = askedBy(PLACES['path of products'], id, FIELDS);
          return [
            { headers: fields.map((field) => FIELDS[field]) },
            ...pathsFor(id, 'v2', target).map((path) => ({ route: { path } })),
            { route: { path: pathsFor(id, 'legacy', target)[0] ?? '' } },
          ].map((question) => ({ ...question, token: null, accept: PLAIN }));
        },
      },
    },
  },
  'EXP-AUTH-2': {
    clause: must(
      'a token with any character outside `[A-Za-z0-9_-]`: 401 `Provided token format is invalid`, on every route that needs one',
    )
      .in('Authentication, Export API, item 2')
      .judged(
        'Sends the valid token and random tokens, each with one invalid character; the unchanged valid token must be accepted.',
      ),
    rule: comparing(refusal('token format')),
    checks: {
      'export.auth.token-characters': {
        title: 'the valid token and random tokens, each with one invalid character',
        requests: { own: { least: 1, most: 54 } },
        repeat: true,
        secrets: ({ target }) => tokensFor(target, 'export.auth.token-characters').map(secretOf),
        asks({ routes, settings: { target, seed } }) {
          const tokens = tokensFor(target, 'export.auth.token-characters');
          const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
          const invalid = fc.constantFrom(...'.,:;!@#$%&*+=/|~^?(){}[]<>\'"`\\ ');
          const random = fc.sample(fc.tuple(word, invalid, word), { seed, numRuns: RANDOM_TOKENS });
          const values = [
            ...tokens.map(({ value }) => value),
            ...random.map((parts) => parts.join('')),
          ];
          return overRoutes(values, routes).map((one, turn) => ({
            ...one,
            accept: acceptInTurn(turn),
          }));
        },
      },
    },
  },
  'EXP-AUTH-3': {
    clause: must(
      "a well-formed token that is not the destination's: 403 `Token is not authorized for this destination`",
    )
      .in('Authentication, Export API, items 3 and 6')
      .judged(
        'Sends random well-formed tokens, and the valid token with one character changed, in another case, shortened or lengthened.',
      ),
    rule: comparingAlso(refusal('not authorized'), (exchange) =>
      isOnV2(exchange) ? noProductsOfUnknown(exchange) : undefined,
    ),
    checks: {
      'export.auth.token-near': {
        title: 'well-formed tokens that are similar to the valid token',
        requests: { own: { least: 1, most: 25 } },
        repeat: true,
        secrets: ({ target }) => tokensFor(target, 'export.auth.token-near').map(secretOf),
        asks({ routes, settings: { target } }) {
          const tokens = tokensFor(target, 'export.auth.token-near').map(({ value }) => value);
          // The first three tokens are sent on every route, and the other tokens on the routes in
          // turn. The filtered route comes first, because servers most often forget to check its
          // token.
          const first = routes.flatMap((_, turn) =>
            overRoutes(tokens.slice(0, 3), routes, routes.length - 1 + turn),
          );
          return [...first, ...overRoutes(tokens.slice(3), routes)].map((one, turn) => ({
            ...one,
            accept: acceptInTurn(turn),
          }));
        },
      },
      'export.auth.token-foreign': {
        title: 'unknown, well-formed tokens, also for a destination without data',
        requests: { own: { least: 1, most: 8 } },
        asks({ routes, settings: { target, secrets, requests, seed } }) {
          const tokens = fc
            .stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
            .filter((one) => !secrets.includes(one));
          const fixed = tokensFor(target, 'export.auth.token-foreign').map(({ value }) => value);
          const { emptyDestination: empty } = target;
          const others = fixed.length + (empty === undefined ? 0 : 1);
          const random = fc.sample(tokens, { seed, numRuns: Math.max(1, requests - others) });
          const forEmpty = empty && { destination: empty, token: 'assay-foreign-token' };
          return [
            ...(forEmpty ? [forEmpty] : []),
            ...overRoutes([...fixed, ...random], routes),
          ].map((one) => ({ ...one, accept: PLAIN }));
        },
      },
      'export.auth.wrong-despite': {
        title: 'an unknown token in the token header, and the valid token in another place',
        requests: { own: { least: 1, most: 2 } },
        secrets: secretUser,
        asks({ settings }) {
          const { query, everywhere } = elsewhere(settings);
          return permitted([{ ...everywhere, ...query }, everywhere], settings).map((place) => ({
            accept: PLAIN,
            token: 'assay-foreign-token',
            ...place,
          }));
        },
      },
    },
  },
  'EXP-AUTH-4': {
    clause: must('the token of another destination: 403')
      .in('Authentication, Export API, items 3 and 6')
      .judged('The token of a second destination is sent to the first.'),
    rule: comparing(refusal('not authorized', true)),
    relation: foreignRecords,
    checks: {
      'export.auth.other-destination': {
        title: 'the token of another destination',
        requests: { own: { least: 1, most: 5 } },
        needs: ['export.otherDestination'],
        walks: withTokenOfAnother,
        needsFacts: false,
      },
    },
  },
} satisfies ExportTopics;
