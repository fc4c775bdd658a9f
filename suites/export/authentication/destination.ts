import { describeAnswer, deviates, expectStatus, skip, warns } from '../../../src/harness/index.js';
import { DESTINATION_HEADER, nameRoute, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf, requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectError } from '../judge/documented-error.js';
import { positiveControl } from '../judge/positive-control.js';
import { expectSameList } from '../judge/same-list.js';
import { mayEqual, UNLEARNED } from '../oracle/equality.js';
import { isNoData, tryPage } from '../product-page.js';
import { routesOf } from '../survey/filtered-route.js';
import { identity } from '../survey/identity.js';
import { firstPage, restsOnStillData } from '../survey/survey.js';
import { filteredAndSorted } from './filtered-and-sorted.js';

/** A token opens one destination, and each route takes it from its own place (EXP-AUTH-4 to EXP-AUTH-8). */
export const authDestination = [
  check({
    id: 'export.auth.other-destination',
    clauses: ['EXP-AUTH-4'],
    title: "another destination's token is not authorized",
    requests: { least: 2, most: 5 },
    needs: ['export.otherDestination'],
    async run(context) {
      const { otherDestination, destination } = exportOf(context);
      if (otherDestination === undefined) return skip('configuration', 'needs export.otherDestination');
      await positiveControl(context, { destination: otherDestination });
      await positiveControl(context, { accept: PLAIN });
      const { token } = otherDestination;
      const requests: readonly ProductsQuestion[] = [
        { token },
        { route: 'legacy', token },
        { destination: otherDestination, token: destination?.token },
      ];
      for (const request of context.budget.take(requests, { least: 1, besides: 1 }))
        await expectError(context, 'not authorized', request);
      for (const further of context.budget.take([filteredAndSorted], { besides: 4 })) {
        const request = await further(context);
        if (request !== undefined) await expectError(context, 'not authorized', { token, ...request });
      }
      return 'each of two tokens opens its own destination only';
    },
  }),
  check({
    id: 'export.auth.v2-header-ignored',
    clauses: ['EXP-AUTH-5'],
    title: 'the v2 route takes the destination from the path, whatever X-Destination-Id says',
    requests: { least: 1, most: 2 },
    async run(context) {
      const mine = await firstPage(context);
      await restsOnStillData(context);
      const { otherDestination, destination } = exportOf(context);
      const theirs = otherDestination && tryPage(await requestProducts(context, { destination: otherDestination }));
      const differs = mine.records.length > 0 || (theirs !== undefined && theirs.records.length > 0);
      if (!differs) skip('data', 'needs a product, so that one destination differs from another');
      for (const another of context.budget.take(otherDestination === undefined ? [] : [otherDestination], {
        besides: 1,
      })) {
        const headers = [[DESTINATION_HEADER, String(destination?.id)] as const];
        const token = destination?.token;
        const through = await requestProducts(context, {
          destination: another,
          token,
          headers,
          accept: PLAIN,
        });
        if (through.ok)
          deviates(
            'a token refused on the path of another destination, whatever the header',
            describeAnswer(through),
            through,
          );
      }
      const foreign = otherDestination ?? { id: (destination?.id ?? 0) + 7919, token: '' };
      const request = { headers: [[DESTINATION_HEADER, String(foreign.id)]] } as const;
      const answer = await requestProducts(context, request);
      if (answer.status >= 400 && answer.status < 500)
        warns('the header to change nothing', describeAnswer(answer), answer);
      const page =
        tryPage(answer) ?? deviates('the same products as without the header', describeAnswer(answer), answer);
      await expectSameList(context, [{}, mine], [request, page], 'products of the destination');
      return `the same ${mine.records.length} products with X-Destination-Id: ${foreign.id}`;
    },
  }),
  check({
    id: 'export.auth.destination-missing',
    clauses: ['EXP-AUTH-6'],
    title: 'a legacy request without X-Destination-Id is refused',
    requests: { least: 1, most: 3 },
    async run(context) {
      const [, ...both] = await routesOf(context);
      const legacy = context.budget.take(both);
      for (const route of legacy) {
        await positiveControl(context, { route, accept: PLAIN });
        await expectError(context, 'destination missing', { route, destinationId: null });
      }
      for (const name of context.budget.take(['destinationId'], { besides: 2 })) {
        const extra = [[name, String(exportOf(context).destination?.id)]] as const;
        const answer = await requestProducts(context, { route: 'legacy', destinationId: null, extra, accept: PLAIN });
        if (answer.ok) deviates('a refusal with the destination in the query', describeAnswer(answer), answer);
      }
      return `refused on ${legacy.map(nameRoute).join(' and ')}`;
    },
  }),
  check({
    id: 'export.auth.destination-format',
    clauses: ['EXP-AUTH-7'],
    title: 'a legacy request whose X-Destination-Id is no integer is refused',
    requests: { least: 1, most: 7 },
    async run(context) {
      const [, ...legacy] = await routesOf(context);
      const id = String(exportOf(context).destination?.id);
      const values = context.budget.take([`${id}abc`, 'abc', `abc${id}`, `${id} ${id}`, `${id}-x`, `${id};x`, '!']);
      for (const [index, destinationId] of values.entries()) {
        const route = legacy[index % legacy.length] ?? 'legacy';
        await positiveControl(context, { route, accept: PLAIN });
        await expectError(context, 'destination format', { route, destinationId });
      }
      return `refused: ${values.join(', ')}`;
    },
  }),
  check({
    id: 'export.auth.legacy-destination',
    clauses: ['EXP-AUTH-8'],
    title: 'the legacy routes take the destination from X-Destination-Id',
    requests: { least: 2, most: 6 },
    async run(context) {
      const { otherDestination, destination } = exportOf(context);
      const routes = await routesOf(context);
      for (const route of context.budget.take(routes.slice(1), { besides: 1 })) {
        const answer = await requestProducts(context, { route, accept: PLAIN });
        if (!isNoData(answer))
          expectStatus(answer, 200, `on ${nameRoute(route)} with a valid pair of destination and token`);
      }
      const foreign = otherDestination?.id ?? (destination?.id ?? 0) + 7919;
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
      if (another === undefined) return 'a valid pair gives products, another destination none';
      await restsOnStillData(context);
      const [onLegacy, onV2] = [{ route: 'legacy', destination: another }, { destination: another }] as const;
      const legacy = await requestProducts(context, onLegacy);
      const v2 = await requestProducts(context, onV2);
      const wanted =
        tryPage(v2) ?? skip('prerequisite', `the v2 route of the other destination answers ${describeAnswer(v2)}`);
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
            `${products.length} products, ${foreign.length} of them others`,
            filtered,
          );
      }
      return `each of two destinations gives its own products (${got.records.length} of the other one)`;
    },
  }),
];
