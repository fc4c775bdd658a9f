import fc from 'fast-check';
import { type Context, describeAnswer, deviates, property, skip } from '../../../src/harness/index.js';
import { JSON_API, nameRoute, PLAIN, type Route } from '../../../src/protocol/export/question.js';
import { exportOf, requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectError } from '../judge/documented-error.js';
import { positiveControl } from '../judge/positive-control.js';
import { routesOf } from '../survey/filtered-route.js';
import { malformedTokens, nearTokens, wellFormedTokens } from './made-tokens.js';

/** One mistake on every route, each after its positive control. */
async function onEveryRoute(context: Context, mistake: (route: Route) => Promise<unknown>): Promise<string> {
  // With room for one of them it is not learned whether there is a third.
  const routes = context.budget.take(
    context.budget.requests > 1 ? await routesOf(context) : (['v2', 'legacy'] as const),
  );
  for (const route of routes) {
    await positiveControl(context, { route, accept: PLAIN });
    await mistake(route);
  }
  return `refused on ${routes.map(nameRoute).join(', ')}`;
}

/** What is no valid token is refused (EXP-AUTH-1 to EXP-AUTH-3). */
export const authToken = [
  check({
    id: 'export.auth.token-missing',
    clauses: ['EXP-AUTH-1'],
    title: 'a request without a token is refused',
    requests: { least: 1, most: 3 },
    async run(context) {
      const witness = await onEveryRoute(context, (route) =>
        expectError(context, 'token missing', { route, token: null }),
      );
      for (const accept of context.budget.take([JSON_API], { besides: 1 })) {
        const answer = await requestProducts(context, { token: null, accept });
        if (answer.status !== 401) deviates('status 401 in the JSON:API format too', describeAnswer(answer), answer);
      }
      return witness;
    },
  }),
  check({
    id: 'export.auth.token-characters',
    clauses: ['EXP-AUTH-2'],
    title: 'a token with a character other than letters, digits, - and _ is refused as malformed',
    requests: { least: 2, most: 37 },
    async run(context) {
      const routes = await routesOf(context);
      for (const route of routes) await positiveControl(context, { route, accept: PLAIN });
      const tokens = malformedTokens(exportOf(context).destination?.token ?? '');
      const cases = context.budget.take(tokens);
      for (const [index, { token, about, recipe }] of cases.entries()) {
        const route = routes[index % routes.length];
        context.secrets.register(token, `EXPORT_TOKEN_WITH_${about}`, recipe);
        // An HTTP layer may refuse a field value beyond ASCII before the API sees it (RFC 9110 section 5.5).
        const beyond = /[^\x20-\x7e\t]/.test(token);
        if (beyond && (await requestProducts(context, { route, token, accept: PLAIN })).status === 400) continue;
        await expectError(context, 'token format', { route, token });
      }
      return `${cases.length} malformed tokens refused, on ${routes.length} routes`;
    },
  }),
  check({
    id: 'export.auth.token-characters-random',
    clauses: ['EXP-AUTH-2'],
    title: 'any token with a disallowed character is refused as malformed',
    requests: { least: 0, most: 5 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      if (context.budget.requests === 0) skip('budget', 'no request is left for a property; raise --max-requests');
      const odd = fc.constantFrom(...'.,:;!@#$%&*+=/|~^?(){}[]<>\'"`\\ ');
      const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
      const tried = await property(
        context,
        fc.tuple(word, odd, word).map((parts) => parts.join('')),
        async (token) => {
          await expectError(context, 'token format', { token });
        },
        { examples: ['a.b', 'a^b', 'a+b'] },
      );
      return `${tried} random malformed tokens refused`;
    },
  }),
  check({
    id: 'export.auth.token-near',
    clauses: ['EXP-AUTH-3'],
    title: 'a well-formed token that is almost the right one is not authorized',
    requests: { least: 2, most: 19 },
    async run(context) {
      const routes = await routesOf(context);
      for (const route of routes) await positiveControl(context, { route, accept: PLAIN });
      const tokens = nearTokens(exportOf(context).destination?.token ?? '');
      const cases = context.budget.take(overRoutes(tokens, routes));
      for (const [{ token, about, recipe }, route] of cases) {
        context.secrets.register(token, `EXPORT_TOKEN_${about}`, recipe);
        await expectError(context, 'not authorized', { route, token });
      }
      return `refused: ${cases.map(([{ about }]) => about.toLowerCase().replaceAll('_', ' ')).join(', ')}`;
    },
  }),
  check({
    id: 'export.auth.token-foreign',
    clauses: ['EXP-AUTH-3'],
    title: 'a well-formed token of nobody is not authorized',
    requests: { least: 1, most: 5 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const routes = await routesOf(context);
      const words = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
      const known = new Set(context.target.secrets.map(({ value }) => value));
      const tried = await property(
        context,
        fc.record({ token: words, route: fc.constantFrom(...routes) }),
        async ({ token, route }) => {
          if (!known.has(token)) await expectError(context, 'not authorized', { token, route });
        },
        { examples: wellFormedTokens.map((token, turn) => ({ token, route: routes[turn % routes.length] ?? 'v2' })) },
      );
      return `${tried} well-formed tokens refused`;
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
