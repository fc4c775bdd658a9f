import { askedBy, type Context } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  DESTINATION_HEADER,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { INTEGERS } from '../../../src/protocol/shapes/shapes.js';
import { sortable } from '../model/columns.js';
import { PLACES } from '../places.js';
import { checks, exportOf, firstPage, requestProducts, tryPage } from '../survey/ask.js';
import { routesOf } from '../survey/filtered-route.js';
import { surveyOf } from '../survey/survey.js';
import { orderEncodingOf } from '../survey/wire-encoding.js';
import { inTurn } from './token.js';

/** A destination named by a parameter of the query, which the document does not know. */
const inQuery = (id: number) => ({ extra: [['destinationId', String(id)] as const] });

/** The id of the destination in the shapes that a check asks in a place. */
const idsFor = (
  context: Context,
  place: 'X-Destination-Id' | 'destinationId',
  check: string,
): readonly string[] =>
  askedBy(PLACES[place], check, INTEGERS).map((shape) =>
    INTEGERS[shape](String(exportOf(context).destination?.id ?? 0)),
  );

/**
 * A destination that is not the one under test: the other one, or one of which nothing is known.
 */
function foreignId(context: Context): number {
  const { otherDestination, destination } = exportOf(context);
  return otherDestination?.id ?? (destination?.id ?? 0) + 7919;
}

/** Any record, asked for with a filter and in an order; undefined where there is none. */
async function filteredAndSorted(context: Context): Promise<ProductsQuestion | undefined> {
  if ((await firstPage(context)).records.length === 0) return undefined;
  const survey = await surveyOf(context);
  const column = survey.key ?? sortable(survey)[0];
  const filter = column && only(where(column.name, '!=', column.kind === 'number' ? -1 : 'assay'));
  return { filter, limit: 1, orderBy: column && (await orderEncodingOf(context)).by(column) };
}

/**
 * The legacy routes with a valid pair of destination and token, with another destination, and with
 * a pair of that.
 */
async function legacyPairs(
  _: unknown,
  context: Context,
): Promise<readonly (ProductsQuestion | undefined)[]> {
  const { otherDestination } = exportOf(context);
  const [, ...routes] = await routesOf(context);
  const [first, ...others] = routes.map((route): ProductsQuestion => ({ route, accept: PLAIN }));
  const foreign = { ...first, destinationId: String(foreignId(context)) };
  const pairs = [first, foreign, ...others];
  if (otherDestination === undefined || context.budget.requests < 5) return pairs;
  const another = { destination: otherDestination };
  const { records = [] } = tryPage(await requestProducts(context, another)) ?? {};
  const [held] = records
    .flatMap((record) => Object.entries(record))
    .flatMap(([column, value]) =>
      typeof value === 'string' && /^[A-Za-z0-9]+$/.test(value)
        ? [{ ...another, route: { column, value } }]
        : [],
    );
  const legacy = { ...another, route: 'legacy' } as const;
  return [...pairs, another, legacy, held && { ...held, limit: 100 }];
}

const legacy = (destinationId: string | null): ProductsQuestion => ({
  route: 'legacy',
  destinationId,
  accept: PLAIN,
  limit: 1,
});

/**
 * A token opens one destination, and each route takes it from its own place (EXP-AUTH-4 to
 * EXP-AUTH-8); what is left open.
 */
export const authDestination = checks({
  'EXP-AUTH-4 export.auth.other-destination': {
    title: 'the token of another destination',
    requests: { least: 1, most: 5 },
    needs: ['export.otherDestination'],
    async withoutFacts(context) {
      const { otherDestination, destination } = exportOf(context);
      const token = otherDestination?.token;
      const further = context.budget.requests > 4 ? await filteredAndSorted(context) : undefined;
      return [
        { route: 'legacy', token },
        { token, accept: PLAIN },
        { destination: otherDestination, token: destination?.token, accept: PLAIN },
        further && { token, accept: PLAIN, ...further },
      ];
    },
  },
  'EXP-AUTH-5 export.auth.v2-header-ignored': {
    title: 'X-Destination-Id and a parameter destinationId on the v2 route',
    requests: { least: 1, most: 3 },
    lacking: 'needs a product, so that one destination differs from another',
    questions(_, context) {
      const { otherDestination, destination } = exportOf(context);
      const foreign = foreignId(context);
      const naming = (id: number | undefined) => ({
        headers: [[DESTINATION_HEADER, String(id)] as const],
      });
      const through = { destination: otherDestination, token: destination?.token, accept: PLAIN };
      return [
        naming(foreign),
        otherDestination && { ...through, ...naming(destination?.id) },
        inQuery(foreign),
      ];
    },
  },
  'EXP-AUTH-6 export.auth.destination-missing': {
    title: 'the legacy routes without X-Destination-Id, also with the destination in other places',
    requests: { least: 1, most: 6 },
    repeat: true,
    async withoutFacts(context) {
      const [, ...legacy] = await routesOf(context);
      const id = String(exportOf(context).destination?.id);
      const fields = ['X-Destination', 'X-DestinationId', 'Destination-Id'].map(
        (name) => [name, id] as const,
      );
      const headers = [
        ...fields,
        ['Cookie', `${DESTINATION_HEADER}=${id}; destinationId=${id}`] as const,
      ];
      const [plain, ...others] = legacy.map((route) => ({ route, destinationId: null }));
      const elsewhere = { ...plain, ...inQuery(Number(id)), headers };
      return [plain, elsewhere, ...others].map((one, turn) => ({ ...one, accept: inTurn(turn) }));
    },
  },
  'EXP-AUTH-7 export.auth.destination-format': {
    title: 'the legacy routes with an X-Destination-Id that is not an integer',
    requests: { least: 1, most: 17 },
    repeat: true,
    async withoutFacts(context) {
      const [, ...legacy] = await routesOf(context);
      return idsFor(context, 'X-Destination-Id', 'export.auth.destination-format').map(
        (destinationId, turn) => ({
          route: legacy[turn % legacy.length],
          destinationId,
          accept: inTurn(turn),
        }),
      );
    },
  },
  'EXP-AUTH-8 export.auth.legacy-destination': {
    title: 'the legacy routes with the X-Destination-Id of each destination',
    requests: { least: 2, most: 6 },
    questions: legacyPairs,
    // A pair that opens what it must not is wrong on these routes, whatever else it opens.
    alsoOwns: (clause, { route }) =>
      ['EXP-AUTH-3', 'EXP-AUTH-4'].includes(clause) ||
      (route !== undefined && ['EXP-ROUTE-2', 'EXP-ROUTE-3'].includes(clause)),
  },
  'EXP-AUTH-8 EXP-AUTH-3 export.auth.destination-wide': {
    title:
      'destination ids that a lenient integer parser accepts as the valid one, and another id in the query',
    requests: { least: 2, most: 10 },
    questions(_, context) {
      const id = 'export.auth.destination-wide';
      const [wide, ...others] = idsFor(context, 'X-Destination-Id', id);
      const [inPath, ...more] = idsFor(context, 'destinationId', id);
      const foreign = foreignId(context);
      return [
        { route: 'legacy', destinationId: wide, accept: PLAIN },
        { route: 'legacy', headers: [[DESTINATION_HEADER, String(foreign)]], accept: PLAIN },
        { destinationId: inPath, accept: PLAIN },
        { route: 'legacy', ...inQuery(foreign), accept: PLAIN },
        ...more.map((destinationId) => ({ destinationId, accept: PLAIN })),
        ...others.map((destinationId) => ({
          route: 'legacy' as const,
          destinationId,
          accept: PLAIN,
        })),
      ];
    },
  },
  'EXP-AUTH-10 export.auth.two-mistakes': {
    title: 'requests with several mistakes: which error is returned',
    requests: 3,
    shows: 'error returned for several mistakes',
    cases: () => ({
      'legacy without token and destination': { ...legacy(null), token: null },
      'legacy with malformed token and destination': { ...legacy('abc'), token: 'a.b' },
      'v2 of an unknown destination without token': {
        token: null,
        destinationId: '999999999',
        accept: PLAIN,
      },
    }),
  },
  'EXP-AUTH-11 export.auth.borderline': {
    title: 'borderline destination ids and an empty token',
    requests: { least: 2, most: 6 },
    shows: 'borderline destination ids and an empty token',
    cases(context) {
      const id = exportOf(context).destination?.id;
      const ids = ['-1', '0', `${id}.0`, `00${id}`, '99999999999999999999'];
      return {
        'an empty token': { token: '', accept: PLAIN, limit: 1 },
        ...Object.fromEntries(ids.map((written) => [`destination ${written}`, legacy(written)])),
      };
    },
  },
});
