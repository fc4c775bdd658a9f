/**
 * The clauses about the destination of a request, which is the recipient of exported products. On
 * v2 its id is in the path, and on the legacy routes in `X-Destination-Id`.
 */

import { askedBy } from '../../../src/harness/place.js';
import { must } from '../../../src/harness/topic.js';
import {
  DESTINATION_HEADER,
  isUnknown,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { INTEGERS } from '../../../src/protocol/shapes/shapes.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import { exportOf } from '../model/export-target.js';
import { DESTINATION_WITH_UNDERSCORES } from '../model/mistakes.js';
import { PLACES } from '../places.js';
import { acceptInTurn } from '../questions/tokens.js';
import { agreeing } from '../relations/agreement.js';
import { alsoInForeignTraffic } from '../relations/foreign-traffic.js';
import { questionsForAnother } from '../survey/requests-for-another.js';
import { routesOf } from '../survey/routes.js';
import { comparing, comparingAlso, type ExportTopics, refusal } from '../topic.js';
import {
  headerOnV2,
  isOnV2,
  noProductsOfNonInteger,
  noProductsOfUnknown,
  secondDestination,
} from './other-destination.js';
import { differenceFromV2 } from './pages-of-another.js';

/**
 * This number is added to the id of the tested destination. The sum is probably not the id of
 * another destination.
 */
const ID_OFFSET = 7919;

/** The document does not define this query parameter, so it must have no effect. */
const inQuery = (id: number) => ({ extra: [['destinationId', String(id)] as const] });

/** The destination id in unusual forms, for example with a decimal point. */
const idsFor = (
  target: ExportTarget,
  place: 'X-Destination-Id' | 'destinationId',
  check: string,
): readonly string[] =>
  askedBy(PLACES[place], check, INTEGERS).map((shape) =>
    INTEGERS[shape](String(target.destination?.id ?? 0)),
  );

/** The configured second destination, or an unknown id. */
const foreignId = ({ otherDestination, destination }: ExportTarget): number =>
  otherDestination?.id ?? (destination?.id ?? 0) + ID_OFFSET;

export const destination = {
  'EXP-AUTH-5': {
    clause: must('v2 needs no other header than the token, and takes the destination from the path')
      .in('Authentication, Export API, item 4')
      .judged(
        'Sends another destination in a header or in the query. Products of this destination in the response are a failure. A 4xx because of the header is a warning.',
      ),
    rule: (exchange, known) =>
      headerOnV2(exchange, known) ??
      (isOnV2(exchange) ? secondDestination(exchange, known) : undefined),
    checks: {
      'export.auth.v2-header-ignored': {
        title: 'X-Destination-Id and a parameter destinationId on the v2 route',
        requests: { own: { least: 1, most: 3 } },
        lacking: 'needs a product, because lists without products do not show their destination',
        needsFacts: true,
        asks({ settings: { target } }) {
          const { otherDestination, destination: own } = target;
          const foreign = foreignId(target);
          const withHeader = (id: number | undefined) => ({
            headers: [[DESTINATION_HEADER, String(id)] as const],
          });
          const forOther = { destination: otherDestination, token: own?.token, accept: PLAIN };
          return [
            withHeader(foreign),
            otherDestination && { ...forOther, ...withHeader(own?.id) },
            inQuery(foreign),
          ];
        },
      },
    },
  },
  'EXP-AUTH-6': {
    clause: must('legacy routes without `X-Destination-Id`: 401 `Destination ID is required`')
      .in('Authentication, Export API, item 5')
      .judged(
        'Compares status and text exactly; the token is valid. A destination that is taken from `X_Destination_Id` is a warning, because gateways fold names.',
      ),
    rule: comparing(refusal('destination missing')),
    checks: {
      'export.auth.destination-missing': {
        title:
          'the legacy routes without X-Destination-Id, also with the destination in other places',
        requests: { own: { least: 1, most: 7 } },
        repeat: true,
        asks({ routes, settings: { target } }) {
          const [, ...legacy] = routes;
          const id = String(target.destination?.id);
          const fields = ['X-Destination', 'X-DestinationId', 'Destination-Id'].map(
            (name) => [name, id] as const,
          );
          const cookie = ['Cookie', `${DESTINATION_HEADER}=${id}; destinationId=${id}`] as const;
          const [plain, ...others] = legacy.map((route) => ({ route, destinationId: null }));
          const elsewhere = { ...plain, ...inQuery(Number(id)), headers: [...fields, cookie] };
          const underscores = { ...plain, headers: [[DESTINATION_WITH_UNDERSCORES, id] as const] };
          return [plain, elsewhere, ...others, underscores].map((one, turn) => ({
            ...one,
            accept: acceptInTurn(turn),
          }));
        },
      },
    },
  },
  'EXP-AUTH-7': {
    clause: must(
      'legacy routes with a malformed `X-Destination-Id`: 401 `Invalid destination ID format`',
    )
      .in('Authentication, Export API, item 5')
      .judged('Sends only values that are clearly not integers, such as letters.'),
    rule: comparingAlso(refusal('destination format'), noProductsOfNonInteger),
    checks: {
      'export.auth.destination-format': {
        title: 'the legacy routes with an X-Destination-Id that is not an integer',
        requests: { own: { least: 1, most: 17 } },
        repeat: true,
        asks({ routes, settings: { target } }) {
          const [, ...legacy] = routes;
          const ids = idsFor(target, 'X-Destination-Id', 'export.auth.destination-format');
          return ids.map((destinationId, turn) => ({
            route: legacy[turn % legacy.length],
            destinationId,
            accept: acceptInTurn(turn),
          }));
        },
      },
    },
  },
  'EXP-AUTH-8': {
    clause: must(
      'legacy routes take the destination from `X-Destination-Id`: a valid pair returns 200, another destination with this token returns 403',
    )
      .in('Authentication, Export API, items 5 and 6')
      .judged('A valid pair must return 200, and the same token with another destination 403.'),
    rule: (exchange, known) =>
      isOnV2(exchange)
        ? undefined
        : (noProductsOfUnknown(exchange) ?? secondDestination(exchange, known)),
    relation: alsoInForeignTraffic(
      agreeing({
        with: onV2,
        expected: 'products of the other destination, as on the v2 route',
        differs: differenceFromV2,
      }),
    ),
    checks: {
      'export.auth.legacy-destination': {
        title: 'the legacy routes with the X-Destination-Id of each destination',
        requests: { own: { least: 2, most: 6 } },
        async walks(context) {
          const [, ...routes] = await routesOf(context);
          const foreign = { destinationId: String(foreignId(exportOf(context))) };
          const own = routes.map((route): ProductsQuestion => ({ route, accept: PLAIN }));
          const [first, ...others] = own;
          const toForeign = first === undefined ? [] : [first, { ...first, ...foreign }];
          return [...toForeign, ...others, ...(await questionsForAnother(context))];
        },
        // Products of another destination on a legacy route also violate the clauses about tokens
        // and about this route. These violations fail this check, too.
        alsoOwns: (clause, { route }) =>
          ['EXP-AUTH-3', 'EXP-AUTH-4'].includes(clause) ||
          (route !== undefined && ['EXP-ROUTE-2', 'EXP-ROUTE-3'].includes(clause)),
      },
      'export.auth.destination-wide': {
        // The token is not authorized for another destination in the path, so products of such a
        // destination also violate EXP-AUTH-3.
        alsoClauses: ['EXP-AUTH-3'],
        title:
          'destination ids that a lenient integer parser accepts as the valid id, and another id in the query',
        requests: { own: { least: 2, most: 10 } },
        needsFacts: true,
        asks({ settings: { target } }) {
          const id = 'export.auth.destination-wide';
          const [wide, ...others] = idsFor(target, 'X-Destination-Id', id);
          const [inPath, ...more] = idsFor(target, 'destinationId', id);
          const foreign = foreignId(target);
          const legacy = { route: 'legacy', accept: PLAIN } as const;
          return [
            { ...legacy, destinationId: wide },
            { ...legacy, headers: [[DESTINATION_HEADER, String(foreign)]] },
            { destinationId: inPath, accept: PLAIN },
            { ...legacy, ...inQuery(foreign) },
            ...more.map((destinationId) => ({ destinationId, accept: PLAIN })),
            ...others.map((destinationId) => ({ ...legacy, destinationId })),
          ];
        },
      },
    },
  },
} satisfies ExportTopics;

/**
 * The v2 request that must return the same products as this legacy request for another destination.
 * The records of that destination are unknown, so the filtered route is compared with the whole
 * list.
 */
function onV2({ route = 'v2', ...question }: ProductsQuestion): ProductsQuestion | undefined {
  const { destination: another, accept, offset, groupBy } = question;
  if (another === undefined || route === 'v2' || route === 'root' || isUnknown(route))
    return undefined;
  if (route === 'legacy') return question;
  // A group is not a product. A page with an offset may lack records of the whole list.
  if ((offset ?? groupBy) !== undefined) return undefined;
  return { destination: another, ...(accept === undefined ? {} : { accept }) };
}
