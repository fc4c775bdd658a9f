import fc from 'fast-check';
import { askedBy } from '../../../src/harness/place.js';
import type { Context } from '../../../src/harness/suite.js';
import { JSON_API, PLAIN, type Route } from '../../../src/protocol/export/question.js';
import { type ShapedText, shaped, TEXTS } from '../../../src/protocol/shapes/text.js';
import { checks, exportOf } from '../ask.js';
import { PLACES } from '../places.js';
import { routesOf } from '../survey/filtered-route.js';

/** The right token in the shapes that a check asks. */
export const tokensFor = (context: Pick<Context, 'target'>, check: string): readonly ShapedText[] =>
  shaped(exportOf(context).destination?.token ?? '', askedBy(PLACES['X-EA-Auth-Token'], check, TEXTS), 'EXPORT_TOKEN');

/** Tokens made from the right one, each hidden in what is stored. */
export function registered(context: Context, made: readonly ShapedText[]): readonly string[] {
  for (const { value, about, recipe } of made) context.secrets.register(value, `EXPORT_TOKEN_${about}`, recipe);
  return made.map(({ value }) => value);
}

/** So many random tokens as there is room for, after some that are always asked. */
const someOf = (context: Context, tokens: fc.Arbitrary<string>, first: readonly string[]): readonly string[] => [
  ...first,
  ...fc.sample(tokens, {
    seed: context.run.seed,
    numRuns: Math.max(1, context.budget.requests - first.length),
  }),
];

/** What is no valid token is refused (EXP-AUTH-1 to EXP-AUTH-3). */
export const authToken = checks({
  'EXP-AUTH-1 export.auth.token-missing': {
    title: 'requests without a token, on every route',
    requests: { least: 1, most: 7 },
    again: true,
    async factless(context) {
      // With room for one of them it is not learned whether there is a third.
      const routes = context.budget.requests > 1 ? await routesOf(context) : (['v2'] as const);
      return [...routes.map((route) => ({ route, token: null, accept: PLAIN })), { token: null, accept: JSON_API }];
    },
  },
  'EXP-AUTH-2 export.auth.token-characters': {
    title: 'the valid token with one character other than letters, digits, - and _',
    requests: { least: 1, most: 49 },
    again: true,
    async factless(context) {
      const routes = await routesOf(context);
      const tokens = registered(context, tokensFor(context, 'export.auth.token-characters'));
      return overRoutes(tokens, routes).map((one, turn) => ({ ...one, accept: inTurn(turn) }));
    },
  },
  'EXP-AUTH-2 export.auth.token-characters-random': {
    title: 'random tokens with a disallowed character',
    requests: { least: 0, most: 5 },
    factless(context) {
      const odd = fc.constantFrom(...'.,:;!@#$%&*+=/|~^?(){}[]<>\'"`\\ ');
      const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
      const tokens = fc.tuple(word, odd, word).map((parts) => parts.join(''));
      return someOf(context, tokens, ['a.b', 'a^b', 'a+b']).map((token) => ({ token, accept: PLAIN }));
    },
  },
  'EXP-AUTH-3 export.auth.token-near': {
    title: 'well-formed tokens that are similar to the valid one',
    requests: { least: 1, most: 25 },
    again: true,
    async factless(context) {
      const tokens = registered(context, tokensFor(context, 'export.auth.token-near'));
      const routes = await routesOf(context);
      // Each of the first three on every route, the one that is easily forgotten first, then the rest in turn.
      const first = routes.flatMap((_, turn) => overRoutes(tokens.slice(0, 3), routes, routes.length - 1 + turn));
      return [...first, ...overRoutes(tokens.slice(3), routes)].map((one, turn) => ({ ...one, accept: inTurn(turn) }));
    },
  },
  'EXP-AUTH-3 export.auth.token-foreign': {
    title: 'unknown, well-formed tokens',
    requests: { least: 1, most: 7 },
    async factless(context) {
      const routes = await routesOf(context);
      const known = new Set(context.target.secrets.map(({ value }) => value));
      const tokens = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).filter((token) => !known.has(token));
      const words = tokensFor(context, 'export.auth.token-foreign').map(({ value }) => value);
      return overRoutes(someOf(context, tokens, words), routes).map((one) => ({ ...one, accept: PLAIN }));
    },
  },
});

/** Errors have a shape in either format. */
export const inTurn = (turn: number): string => (turn % 2 === 0 ? PLAIN : JSON_API);

/** Each token on one of the routes in turn. */
const overRoutes = (tokens: readonly string[], routes: readonly Route[], from = 0) =>
  tokens.map((token, turn) => ({ token, route: routes[(turn + from) % routes.length] }));
