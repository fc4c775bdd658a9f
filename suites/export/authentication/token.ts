import fc from 'fast-check';
import { askedBy, type Context, type Header } from '../../../src/harness/suite.js';
import {
  DESTINATION_HEADER,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  type Route,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { FIELDS } from '../../../src/protocol/shapes/shapes.js';
import { type ShapedText, shaped, TEXTS } from '../../../src/protocol/shapes/text.js';
import { PLACES } from '../places.js';
import { pathsFor } from '../routes/routes.js';
import { checks, exportOf } from '../survey/ask.js';
import { routesOf } from '../survey/filtered-route.js';

/** The right token in the shapes that a check asks. */
export const tokensFor = (context: Pick<Context, 'target'>, check: string): readonly ShapedText[] =>
  shaped(
    exportOf(context).destination?.token ?? '',
    askedBy(PLACES['X-EA-Auth-Token'], check, TEXTS),
    'EXPORT_TOKEN',
  );

/** Tokens made from the right one, each hidden in what is stored. */
export function registered(context: Context, made: readonly ShapedText[]): readonly string[] {
  for (const { value, about, recipe } of made)
    context.secrets.register(value, `EXPORT_TOKEN_${about}`, recipe);
  return made.map(({ value }) => value);
}

/** Errors have a shape in either format. */
export const inTurn = (turn: number): string => (turn % 2 === 0 ? PLAIN : JSON_API);

/** Each token on one of the routes in turn. */
const overRoutes = (tokens: readonly string[], routes: readonly Route[], from = 0) =>
  tokens.map((token, turn) => ({ token, route: routes[(turn + from) % routes.length] }));

/**
 * The right token where none counts: in the query, in Authorization, in other fields, and in a
 * cookie.
 */
function elsewhere(context: Context) {
  const token = exportOf(context).destination?.token ?? '';
  const user = Buffer.from(`${token}:`).toString('base64');
  context.secrets.register(user, 'EXPORT_TOKEN_USER', '-u "$EXPORT_TOKEN:"');
  const bearer: Header = ['Authorization', `Bearer ${token}`];
  const fields = ['X-Auth-Token', 'X-API-Key', 'X-Token'].map((name): Header => [name, token]);
  const cookie: readonly Header[] = [['Cookie', `${TOKEN_HEADER}=${token}; token=${token}`]];
  return {
    query: { extra: [TOKEN_HEADER, 'token'].map((name) => [name, token] as const) },
    bearer: { headers: [bearer] },
    fields: { headers: fields },
    cookie: { headers: cookie },
    bare: { headers: [['Authorization', token] as const] },
    user: { headers: [['Authorization', `Basic ${user}`] as const] },
    everywhere: { headers: [bearer, ...fields, ...cookie] },
  };
}

/**
 * A live token stands in no URL, because URLs are logged, unless the target file says that it may.
 */
const mayBeSent =
  ({ target }: Context) =>
  ({ extra }: ProductsQuestion): boolean =>
    extra === undefined || target.allow.secretsInUrls;

/**
 * What is no valid token is refused, wherever it stands, and a valid one counts in its header
 * alone, on every path.
 */
export const authToken = checks({
  'EXP-AUTH-1 export.auth.token-missing': {
    title: 'requests without a token, on every route',
    requests: { least: 1, most: 7 },
    repeat: true,
    async withoutFacts(context) {
      // With room for one of them it is not learned whether there is a third.
      const routes = context.budget.requests > 1 ? await routesOf(context) : (['v2'] as const);
      return [
        ...routes.map((route) => ({ route, token: null, accept: PLAIN })),
        { token: null, accept: JSON_API },
      ];
    },
  },
  'EXP-AUTH-1 export.auth.path-without-token': {
    title:
      'no token, with paths that a router may treat as the products path, and with headers that proxies trust',
    requests: { least: 1, most: 9 },
    withoutFacts(context) {
      const id = 'export.auth.path-without-token';
      const target = exportOf(context);
      const fields = askedBy(PLACES['path of products'], id, FIELDS);
      return [
        { headers: fields.map((field) => FIELDS[field]) },
        ...pathsFor(id, 'v2', target).map((path) => ({ route: { path } })),
        { route: { path: pathsFor(id, 'legacy', target)[0] ?? '' } },
      ].map((question) => ({ ...question, token: null, accept: PLAIN }));
    },
  },
  'EXP-AUTH-2 export.auth.token-characters': {
    title:
      'the valid token, and random ones, with one character other than letters, digits, - and _',
    requests: { least: 1, most: 54 },
    repeat: true,
    async withoutFacts(context) {
      const routes = await routesOf(context);
      const tokens = registered(context, tokensFor(context, 'export.auth.token-characters'));
      const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
      const odd = fc.constantFrom(...'.,:;!@#$%&*+=/|~^?(){}[]<>\'"`\\ ');
      const random = fc.sample(fc.tuple(word, odd, word), { seed: context.run.seed, numRuns: 5 });
      const asked = [...tokens, ...random.map((parts) => parts.join(''))];
      return overRoutes(asked, routes).map((one, turn) => ({ ...one, accept: inTurn(turn) }));
    },
  },
  'EXP-AUTH-3 export.auth.token-near': {
    title: 'well-formed tokens that are similar to the valid one',
    requests: { least: 1, most: 25 },
    repeat: true,
    async withoutFacts(context) {
      const tokens = registered(context, tokensFor(context, 'export.auth.token-near'));
      const routes = await routesOf(context);
      // Each of the first three on every route, the one that is easily forgotten first, then the rest in turn.
      const first = routes.flatMap((_, turn) =>
        overRoutes(tokens.slice(0, 3), routes, routes.length - 1 + turn),
      );
      return [...first, ...overRoutes(tokens.slice(3), routes)].map((one, turn) => ({
        ...one,
        accept: inTurn(turn),
      }));
    },
  },
  'EXP-AUTH-3 export.auth.token-foreign': {
    title: 'unknown, well-formed tokens',
    requests: { least: 1, most: 7 },
    async withoutFacts(context) {
      const routes = await routesOf(context);
      const known = new Set(context.target.secrets.map(({ value }) => value));
      const tokens = fc
        .stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
        .filter((token) => !known.has(token));
      const words = tokensFor(context, 'export.auth.token-foreign').map(({ value }) => value);
      const numRuns = Math.max(1, context.budget.requests - words.length);
      const random = fc.sample(tokens, { seed: context.run.seed, numRuns });
      return overRoutes([...words, ...random], routes).map((one) => ({ ...one, accept: PLAIN }));
    },
  },
  'EXP-AUTH-9 export.auth.header-case': {
    title: 'header field names in lower and in upper case',
    requests: 4,
    withoutFacts(context) {
      const { token = '', id } = exportOf(context).destination ?? {};
      return (['v2', 'legacy'] as const).flatMap((route) =>
        [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()].map(
          (change) => ({
            route,
            token: null,
            ...(route === 'v2' ? {} : { destinationId: null }),
            accept: PLAIN,
            headers: [
              [change(TOKEN_HEADER), token] as const,
              ...(route === 'v2' ? [] : [[change(DESTINATION_HEADER), String(id)] as const]),
            ],
          }),
        ),
      );
    },
  },
  'EXP-AUTH-12 export.auth.header-only': {
    title:
      'the token in the query, in Authorization, in other header fields or in a cookie instead of its header',
    requests: { least: 1, most: 15 },
    async withoutFacts(context) {
      const { query, bearer, fields, cookie, bare, user, everywhere } = elsewhere(context);
      const filtered =
        (await routesOf(context)).find((route) => typeof route === 'object') ?? 'legacy';
      const asked: readonly ProductsQuestion[] = [
        { ...everywhere, ...query },
        everywhere,
        user,
        query,
        { route: 'legacy', ...query },
        bearer,
        fields,
        cookie,
        bare,
        { route: 'legacy', ...bearer },
        { accept: JSON_API, ...query },
        { accept: JSON_API, ...bearer },
        { accept: JSON_API, route: 'legacy', ...bearer },
        { accept: null, ...bearer },
        { accept: null, route: 'legacy', ...bearer },
        { accept: null, route: filtered, ...bearer },
      ];
      return asked
        .filter(mayBeSent(context))
        .map((place) => ({ accept: PLAIN, token: null, ...place }));
    },
  },
  'EXP-AUTH-3 export.auth.wrong-despite': {
    title: 'an unknown token in its header, and the valid one in another place',
    requests: { least: 1, most: 2 },
    withoutFacts(context) {
      const { query, everywhere } = elsewhere(context);
      const asked: readonly ProductsQuestion[] = [{ ...everywhere, ...query }, everywhere];
      return asked
        .filter(mayBeSent(context))
        .map((place) => ({ accept: PLAIN, token: 'assay-foreign-token', ...place }));
    },
  },
  'EXP-AUTH-13 export.auth.no-echo': {
    title: 'requests with a malformed and with an unknown token, in both formats',
    requests: 4,
    withoutFacts: () =>
      ['assay-echo-probe-7c1d', 'assay.echo.probe/7c1d'].flatMap((token) => [
        { token, accept: PLAIN },
        { token },
      ]),
  },
});
