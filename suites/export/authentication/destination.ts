import { askedBy } from '../../../src/harness/place.js';
import { type Context, describeAnswer, deviates, skip } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { DESTINATION_HEADER, nameRoute, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { INTEGERS } from '../../../src/protocol/shapes/shapes.js';
import { exportOf, requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectSameList } from '../judge/same-list.js';
import { mayEqual, UNLEARNED } from '../oracle/equality.js';
import { PLACES } from '../places.js';
import { isNoData, tryPage } from '../product-page.js';
import { sortable } from '../survey/columns.js';
import { routesOf } from '../survey/filtered-route.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-encoding.js';
import { firstPage, restsOnStillData, surveyOf } from '../survey/survey.js';

/** A destination named by a parameter of the query, which the document does not know. */
const inQuery = (id: number) => ({ extra: [['destinationId', String(id)] as const] });

/** The id of the destination in the shapes that a check asks in a place. */
const idsFor = (context: Context, place: 'X-Destination-Id' | 'destinationId', check: string): readonly string[] =>
  askedBy(PLACES[place], check, INTEGERS).map((shape) =>
    INTEGERS[shape](String(exportOf(context).destination?.id ?? 0)),
  );

/** A destination that is not the one under test: the other one, or one of which nothing is known. */
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
  return { filter, limit: 1, orderBy: column && (await orderedBy(context, column)) };
}

/** A token opens one destination, and each route takes it from its own place (EXP-AUTH-4 to EXP-AUTH-8). */
export const authDestination = [
  check({
    id: 'export.auth.other-destination',
    clauses: ['EXP-AUTH-4'],
    title: 'the token of another destination',
    requests: { least: 1, most: 5 },
    needs: ['export.otherDestination'],
    async factless(context) {
      const { otherDestination, destination } = exportOf(context);
      const token = otherDestination?.token;
      const further = context.budget.requests > 4 ? await filteredAndSorted(context) : undefined;
      return [
        { token, accept: PLAIN },
        { route: 'legacy', token, accept: PLAIN },
        { destination: otherDestination, token: destination?.token, accept: PLAIN },
        ...(further === undefined ? [] : [{ token, accept: PLAIN, ...further }]),
      ];
    },
  }),
  check({
    id: 'export.auth.v2-header-ignored',
    clauses: ['EXP-AUTH-5'],
    title: 'X-Destination-Id and a parameter destinationId on the v2 route',
    requests: { least: 1, most: 3 },
    lacking: 'needs a product, so that one destination differs from another',
    questions(_, context) {
      const { otherDestination, destination } = exportOf(context);
      const foreign = foreignId(context);
      const naming = (id: number | undefined) => ({ headers: [[DESTINATION_HEADER, String(id)] as const] });
      const through = { destination: otherDestination, token: destination?.token, accept: PLAIN };
      return [
        naming(foreign),
        ...(otherDestination === undefined ? [] : [{ ...through, ...naming(destination?.id) }]),
        inQuery(foreign),
      ];
    },
  }),
  check({
    id: 'export.auth.destination-missing',
    clauses: ['EXP-AUTH-6'],
    title: 'the legacy routes without X-Destination-Id, also with the destination in other places',
    requests: { least: 1, most: 7 },
    again: true,
    async factless(context) {
      const [, ...legacy] = await routesOf(context);
      const id = String(exportOf(context).destination?.id);
      const fields = ['X-Destination', 'X-DestinationId', 'Destination-Id'].map((name) => [name, id] as const);
      const headers = [...fields, ['Cookie', `${DESTINATION_HEADER}=${id}; destinationId=${id}`] as const];
      return [
        ...legacy.map((route) => ({ route, destinationId: null, accept: PLAIN })),
        { route: 'legacy', destinationId: null, ...inQuery(Number(id)), accept: PLAIN },
        { route: 'legacy', destinationId: null, headers, accept: PLAIN },
      ];
    },
  }),
  check({
    id: 'export.auth.destination-format',
    clauses: ['EXP-AUTH-7'],
    title: 'the legacy routes with an X-Destination-Id that is not an integer',
    requests: { least: 1, most: 17 },
    again: true,
    async factless(context) {
      const [, ...legacy] = await routesOf(context);
      return idsFor(context, 'X-Destination-Id', 'export.auth.destination-format').map((destinationId, turn) => ({
        route: legacy[turn % legacy.length],
        destinationId,
        accept: PLAIN,
      }));
    },
  }),
  check({
    id: 'export.auth.legacy-destination',
    clauses: ['EXP-AUTH-8'],
    title: 'the legacy routes with the X-Destination-Id of each destination',
    requests: { least: 2, most: 6 },
    async run(context) {
      const { otherDestination } = exportOf(context);
      const routes = await routesOf(context);
      for (const route of context.budget.take(routes.slice(1), { besides: 1 })) {
        const answer = await requestProducts(context, { route, accept: PLAIN });
        if (!isNoData(answer) && answer.status !== 200)
          deviates(
            `status 200 on ${nameRoute(route)} with a valid pair of destination and token`,
            describeAnswer(answer),
            answer,
          );
      }
      const foreign = foreignId(context);
      const refused = await requestProducts(context, {
        route: 'legacy',
        accept: PLAIN,
        destinationId: String(foreign),
      });
      // An unknown destination may be refused in several ways; that it gives no data is what counts (EXP-ROUTE-10).
      const fair = otherDestination === undefined ? [400, 401, 403, 404] : [403];
      if (!fair.includes(refused.status))
        deviates(
          `status ${fair.join(' or ')} for destination ${foreign} with this token`,
          describeAnswer(refused),
          refused,
        );
      const [another] = context.budget.take(otherDestination === undefined ? [] : [otherDestination], { besides: 4 });
      if (another === undefined) return 'a valid pair returns products, another destination returns none';
      await restsOnStillData(context);
      const [onLegacy, onV2] = [{ route: 'legacy', destination: another }, { destination: another }] as const;
      const legacy = await requestProducts(context, onLegacy);
      const v2 = await requestProducts(context, onV2);
      const wanted =
        tryPage(v2) ?? skip('prerequisite', `the v2 route of the other destination returns ${describeAnswer(v2)}`);
      const got = tryPage(legacy) ?? deviates('the products of the other destination', describeAnswer(legacy), legacy);
      await expectSameList(context, [onV2, wanted], [onLegacy, got], 'products of the other destination');
      const held = wanted.records
        .flatMap((record) => Object.entries(record))
        .find(([, value]) => typeof value === 'string' && /^[A-Za-z0-9]+$/.test(value));
      if (held !== undefined) {
        const [column, value] = held;
        const filtered = await requestProducts(context, {
          route: { column, value: String(value) },
          destination: another,
          limit: 100,
        });
        const products =
          tryPage(filtered)?.records ??
          deviates('the products of the other destination', describeAnswer(filtered), filtered);
        const known = new Set(wanted.records.map(identity));
        const whole = (wanted.meta?.total ?? 0) <= wanted.records.length;
        // The column may hold more than the value itself equal (EXP-FILT-1).
        const foreign = products.filter((record) =>
          whole ? !known.has(identity(record)) : !mayEqual(String(record[column]), String(value), UNLEARNED),
        );
        if (products.length === 0 || foreign.length > 0)
          deviates(
            `products of the other destination with ${column} ${value}`,
            `${products.length} products, ${foreign.length} of them different`,
            filtered,
          );
      }
      return `each of two destinations returns its own products (${got.records.length} of the other one)`;
    },
  }),
  check({
    id: 'export.auth.destination-wide',
    clauses: ['EXP-AUTH-8', 'EXP-AUTH-3'],
    title: 'destination ids that a lenient integer parser accepts as the valid one, and another id in the query',
    requests: { least: 2, most: 10 },
    questions(_, context) {
      const id = 'export.auth.destination-wide';
      const [wide, ...others] = idsFor(context, 'X-Destination-Id', id);
      const [inPath, ...more] = idsFor(context, 'destinationId', id);
      const foreign = foreignId(context);
      return [
        { route: 'legacy', destinationId: wide, accept: PLAIN },
        { destinationId: inPath, accept: PLAIN },
        { route: 'legacy', ...inQuery(foreign), accept: PLAIN },
        { route: 'legacy', headers: [[DESTINATION_HEADER, String(foreign)]], accept: PLAIN },
        ...more.map((destinationId) => ({ destinationId, accept: PLAIN })),
        ...others.map((destinationId) => ({ route: 'legacy' as const, destinationId, accept: PLAIN })),
      ];
    },
  }),
];
