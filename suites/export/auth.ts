import fc from 'fast-check';
import {
  type Context,
  describeAnswer,
  deviates,
  expectStatus,
  property,
  skip,
  warns,
} from '../../src/harness/index.js';
import { type Ask, ask, DESTINATION_HEADER, exportOf, nameRoute, PLAIN, type Route, TOKEN_HEADER } from './ask.js';
import { check } from './check.js';
import { control, routesOf } from './control.js';
import { expectError } from './errors-table.js';
import { only, where } from './filter.js';
import { pageIn } from './list.js';
import { observe } from './observe.js';
import { firstPage, identity, surveyOf } from './survey.js';
import { malformedTokens, nearTokens, wellFormedTokens } from './tokens.js';

/** One mistake on every route, each after its positive control. */
async function onEveryRoute(context: Context, mistake: (route: Route) => Promise<unknown>): Promise<string> {
  const all = context.allowance > 1 ? await routesOf(context) : (['v2'] as const);
  const routes = all.slice(0, context.allowance);
  for (const route of routes) {
    await control(context, { route, accept: PLAIN });
    await mistake(route);
  }
  return `refused on ${routes.map(nameRoute).join(', ')}`;
}

export const auth = [
  check({
    id: 'export.auth.token-missing',
    clauses: ['EXP-AUTH-1'],
    title: 'a request without a token is refused',
    requests: { least: 1, most: 3 },
    async run(context) {
      const witness = await onEveryRoute(context, (route) =>
        expectError(context, 'token missing', { route, token: null }),
      );
      const answer = context.allowance > 1 ? await ask(context, { token: null }) : undefined;
      if (answer !== undefined && answer.status !== 401)
        deviates('status 401 in the JSON:API format too', describeAnswer(answer), answer);
      return witness;
    },
  }),
  check({
    id: 'export.auth.token-characters',
    clauses: ['EXP-AUTH-2'],
    title: 'a token with a character other than letters, digits, - and _ is refused as malformed',
    requests: { least: 2, most: 17 },
    async run(context) {
      const routes = await routesOf(context);
      for (const route of routes) await control(context, { route, accept: PLAIN });
      const tokens = malformedTokens(exportOf(context).destination?.token ?? '');
      const cases = overRoutes(tokens, routes).slice(0, context.allowance);
      for (const [{ token, about }, route] of cases) {
        context.hide(token, `EXPORT_TOKEN_WITH_${about}`, true);
        // An HTTP layer may refuse a field value beyond ASCII before the API sees it (RFC 9110 section 5.5).
        const beyond = /[^\x20-\x7e\t]/.test(token);
        if (beyond && (await ask(context, { route, token, accept: PLAIN })).status === 400) continue;
        await expectError(context, 'token format', { route, token });
      }
      return `${cases.length} malformed tokens refused, on ${routes.length} routes`;
    },
  }),
  check({
    id: 'export.auth.token-characters-random',
    clauses: ['EXP-AUTH-2'],
    title: 'any token with a disallowed character is refused as malformed',
    requests: { least: 0, most: 6 },
    async run(context) {
      await control(context, { accept: PLAIN });
      if (context.allowance === 0) skip('budget', 'no request is left for a property; raise --max-requests');
      const odd = fc.constantFrom(...'.,:;!@#$%&*+=/|~^?(){}[]<>\'"`\\ ');
      const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
      const tried = await property(
        context,
        fc.tuple(word, odd, word).map((parts) => parts.join('')),
        async (token) => {
          await expectError(context, 'token format', { token });
        },
      );
      return `${tried} random malformed tokens refused`;
    },
  }),
  check({
    id: 'export.auth.token-near',
    clauses: ['EXP-AUTH-3'],
    title: 'a well-formed token that is almost the right one is not authorized',
    requests: { least: 2, most: 12 },
    async run(context) {
      const routes = await routesOf(context);
      for (const route of routes) await control(context, { route, accept: PLAIN });
      const tokens = nearTokens(exportOf(context).destination?.token ?? '');
      const cases = overRoutes(tokens, routes).slice(0, context.allowance);
      for (const [{ token, about }, route] of cases) {
        context.hide(token, `EXPORT_TOKEN_${about}`, true);
        await expectError(context, 'not authorized', { route, token });
      }
      return `refused: ${cases.map(([{ about }]) => about.toLowerCase().replaceAll('_', ' ')).join(', ')}`;
    },
  }),
  check({
    id: 'export.auth.token-foreign',
    clauses: ['EXP-AUTH-3'],
    title: 'a well-formed token of nobody is not authorized',
    requests: { least: 1, most: 11 },
    async run(context) {
      await control(context, { accept: PLAIN });
      const routes = await routesOf(context);
      const words = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
      const known = new Set(context.target.secrets.map(({ value }) => value));
      let turn = 0;
      const tried = await property(
        context,
        words,
        async (token) => {
          if (known.has(token)) return;
          const route = routes[turn++ % routes.length] ?? 'v2';
          await expectError(context, 'not authorized', { token, route });
        },
        { examples: wellFormedTokens },
      );
      return `${tried} well-formed tokens refused`;
    },
  }),
  check({
    id: 'export.auth.other-destination',
    clauses: ['EXP-AUTH-4'],
    title: "another destination's token is not authorized",
    requests: { least: 2, most: 5 },
    needs: ['export.otherDestination'],
    async run(context) {
      const { otherDestination, destination } = exportOf(context);
      if (otherDestination === undefined) return skip('configuration', 'needs export.otherDestination');
      await control(context, { destination: otherDestination });
      await control(context, { accept: PLAIN });
      await expectError(context, 'not authorized', { token: otherDestination.token });
      if (context.allowance > 2)
        await expectError(context, 'not authorized', { route: 'legacy', token: otherDestination.token });
      if (context.allowance > 3)
        await expectError(context, 'not authorized', { destination: otherDestination, token: destination?.token });
      if (context.allowance > 4) {
        const { key } = await surveyOf(context);
        const filter = key && only(where(key.name, '!=', key.kind === 'number' ? -1 : 'assay'));
        await expectError(context, 'not authorized', {
          token: otherDestination.token,
          filter,
          limit: 1,
          orderBy: key?.name,
        });
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
      if (mine.records.length === 0) skip('data', 'needs a product, so that one destination differs from another');
      const { otherDestination, destination } = exportOf(context);
      const foreign = otherDestination ?? { id: (destination?.id ?? 0) + 7919, token: '' };
      const answer = await ask(context, { headers: [[DESTINATION_HEADER, String(foreign.id)]] });
      if (answer.status >= 400 && answer.status < 500)
        warns('the header to change nothing', describeAnswer(answer), answer);
      const page =
        pageIn(answer) ?? deviates('the same products as without the header', describeAnswer(answer), answer);
      sameProducts(mine.records.map(identity), page.records.map(identity), answer);
      if (otherDestination !== undefined && context.allowance > 1) {
        const headers = [[DESTINATION_HEADER, String(destination?.id)] as const];
        await expectError(context, 'not authorized', {
          destination: otherDestination,
          token: destination?.token,
          headers,
        });
      }
      return `the same ${mine.records.length} products with X-Destination-Id: ${foreign.id}`;
    },
  }),
  check({
    id: 'export.auth.destination-missing',
    clauses: ['EXP-AUTH-6'],
    title: 'a legacy request without X-Destination-Id is refused',
    requests: { least: 1, most: 2 },
    async run(context) {
      const [, ...both] = await routesOf(context);
      const legacy = both.slice(0, context.allowance);
      for (const route of legacy) {
        await control(context, { route, accept: PLAIN });
        await expectError(context, 'destination missing', { route, destinationId: null });
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
      const [, ...both] = await routesOf(context);
      const legacy = both.slice(0, context.allowance);
      const id = String(exportOf(context).destination?.id);
      const values = [`${id}abc`, 'abc', `abc${id}`, `${id} ${id}`, `${id}-x`, `${id};x`, '!'].slice(
        0,
        context.allowance,
      );
      for (const [index, destinationId] of values.entries()) {
        const route = legacy[index % legacy.length] ?? 'legacy';
        await control(context, { route, accept: PLAIN });
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
      for (const route of routes.slice(1, context.allowance)) {
        const answer = await ask(context, { route, accept: PLAIN });
        expectStatus(answer, 200, `on ${nameRoute(route)} with a valid pair of destination and token`);
      }
      const foreign = otherDestination?.id ?? (destination?.id ?? 0) + 7919;
      const refused = await ask(context, { route: 'legacy', accept: PLAIN, destinationId: String(foreign) });
      // An unknown destination may be refused in several ways; that it gives no data is what counts (EXP-ROUTE-10).
      const fair = otherDestination === undefined ? [400, 401, 403, 404] : [403];
      if (!fair.includes(refused.status))
        deviates(
          `status ${fair.join(' or ')} for destination ${foreign} with this token`,
          describeAnswer(refused),
          refused,
        );
      if (otherDestination === undefined || context.allowance < 5)
        return 'a valid pair gives products, another destination none';
      const legacy = await ask(context, { route: 'legacy', destination: otherDestination });
      const v2 = await ask(context, { destination: otherDestination });
      const wanted =
        pageIn(v2)?.records ??
        skip('prerequisite', `the v2 route of the other destination answers ${describeAnswer(v2)}`);
      const got =
        pageIn(legacy)?.records ?? deviates('the products of the other destination', describeAnswer(legacy), legacy);
      sameProducts(wanted.map(identity), got.map(identity), legacy);
      const held = wanted
        .flatMap((record) => Object.entries(record))
        .find(([, value]) => typeof value === 'string' && /^[A-Za-z0-9]+$/.test(value));
      if (held !== undefined) {
        const [column, value] = held;
        const filtered = await ask(context, {
          route: { column, value: String(value) },
          destination: otherDestination,
          limit: 100,
        });
        const products =
          pageIn(filtered)?.records ??
          deviates('the products of the other destination', describeAnswer(filtered), filtered);
        const known = new Set(wanted.map(identity));
        const whole = (pageIn(v2)?.meta?.total ?? 0) <= wanted.length;
        const foreign = products.filter((record) => (whole ? !known.has(identity(record)) : record[column] !== value));
        if (products.length === 0 || foreign.length > 0)
          deviates(
            `products of the other destination with ${column} ${value}`,
            `${products.length} products, ${foreign.length} of them others`,
            filtered,
          );
      }
      return `each of two destinations gives its own products (${got.length} of the other one)`;
    },
  }),
  check({
    id: 'export.auth.header-case',
    clauses: ['EXP-AUTH-9'],
    title: 'header field names are compared without regard to case',
    requests: 4,
    async run(context) {
      await control(context, { accept: PLAIN });
      const { destination } = exportOf(context);
      const write = [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()];
      for (const route of ['v2', 'legacy'] as const) {
        for (const change of write) {
          const fields = [TOKEN_HEADER, ...(route === 'legacy' ? [DESTINATION_HEADER] : [])].map(change);
          const headers = fields.map(
            (name, index) => [name, index === 0 ? (destination?.token ?? '') : String(destination?.id)] as const,
          );
          const answer = await ask(context, {
            route,
            token: null,
            destinationId: route === 'v2' ? undefined : null,
            accept: PLAIN,
            headers,
          });
          expectStatus(answer, 200, `with ${fields.join(' and ')}`);
        }
      }
      return 'accepted in lower and in upper case';
    },
  }),
  check({
    id: 'export.auth.header-only',
    clauses: ['EXP-AUTH-12'],
    title: 'a token in the query or in Authorization is no token',
    requests: { least: 1, most: 6 },
    async run(context) {
      await control(context, { accept: PLAIN });
      const token = exportOf(context).destination?.token ?? '';
      const elsewhere: readonly Ask[] = [
        { extra: [[TOKEN_HEADER, token]] },
        { headers: [['Authorization', `Bearer ${token}`]] },
        { extra: [['token', token]] },
        { headers: [['Authorization', token]] },
        { headers: [['Cookie', `${TOKEN_HEADER}=${token}`]] },
        {
          route: 'legacy',
          extra: [
            [TOKEN_HEADER, token],
            ['token', token],
          ],
        },
        { route: 'legacy', headers: [['Authorization', `Bearer ${token}`]] },
      ];
      const cases = elsewhere.slice(0, context.allowance);
      for (const place of cases) await expectError(context, 'token missing', { token: null, ...place });
      return `${cases.length} other places for the token are not looked at`;
    },
  }),
  check({
    id: 'export.auth.no-echo',
    clauses: ['EXP-AUTH-13'],
    title: 'no error answer echoes the token that was sent',
    requests: 4,
    async run(context) {
      const tokens = ['assay-echo-probe-7c1d', 'assay.echo.probe/7c1d'];
      for (const token of tokens) {
        for (const accept of [PLAIN, undefined]) {
          const answer = await ask(context, { token, accept });
          if (answer.status < 400)
            skip('prerequisite', `a made-up token must be refused, but answers ${describeAnswer(answer)}`);
          const held = [answer.text, ...answer.headers.map(([, value]) => value)].some((part) => part.includes(token));
          if (held) deviates('an error without the token', describeAnswer(answer), answer);
        }
      }
      return 'a malformed and a foreign token are not echoed, in either format';
    },
  }),
  check({
    id: 'export.auth.two-mistakes',
    clauses: ['EXP-AUTH-10'],
    title: 'which error wins when several apply',
    requests: 3,
    async run(context) {
      await firstPage(context);
      return observe(
        context,
        [
          [
            'legacy without token and destination',
            { route: 'legacy', token: null, destinationId: null, accept: PLAIN },
          ],
          [
            'legacy with malformed token and destination',
            { route: 'legacy', token: 'a.b', destinationId: 'abc', accept: PLAIN },
          ],
          ['v2 of an unknown destination without token', { token: null, destinationId: '999999999', accept: PLAIN }],
        ],
        'which error wins',
      );
    },
  }),
  check({
    id: 'export.auth.borderline',
    clauses: ['EXP-AUTH-11'],
    title: 'borderline destination ids and an empty token',
    requests: { least: 2, most: 6 },
    async run(context) {
      await firstPage(context);
      const id = String(exportOf(context).destination?.id);
      const legacy = (destinationId: string): Ask => ({ route: 'legacy', destinationId, accept: PLAIN, limit: 1 });
      const cases: readonly (readonly [string, Ask])[] = [
        ['an empty token', { token: '', accept: PLAIN, limit: 1 }],
        ['destination -1', legacy('-1')],
        ['destination 0', legacy('0')],
        [`destination ${id}.0`, legacy(`${id}.0`)],
        [`destination 00${id}`, legacy(`00${id}`)],
        ['destination 99999999999999999999', legacy('99999999999999999999')],
      ];
      return observe(context, cases.slice(0, context.allowance), 'borderline destination ids and an empty token');
    },
  }),
];

/** Each of the first three tokens on every route, the most telling combinations first, then the rest in turn. */
function overRoutes<T>(tokens: readonly T[], routes: readonly Route[]): readonly (readonly [T, Route])[] {
  const pairs: (readonly [T, Route])[] = [];
  const pair = (token: T | undefined, turn: number): void => {
    const route = routes[turn % routes.length];
    if (token !== undefined && route !== undefined) pairs.push([token, route]);
  };
  for (let shift = 0; shift < routes.length; shift += 1) {
    for (let index = 0; index < 3; index += 1) pair(tokens[index], index + shift);
  }
  for (const [index, token] of tokens.slice(3).entries()) pair(token, index);
  return pairs;
}

function sameProducts(
  wanted: readonly string[],
  got: readonly string[],
  answer: Parameters<typeof expectStatus>[0],
): void {
  const known = new Set(wanted);
  const foreign = got.filter((one) => !known.has(one));
  if (foreign.length > 0 || got.length !== wanted.length) {
    deviates(
      `the ${wanted.length} products of the destination`,
      `${got.length} products, ${foreign.length} of them others`,
      answer,
    );
  }
}
