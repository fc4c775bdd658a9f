import type { Context, Header } from '../../../src/harness/suite.js';
import {
  DESTINATION_HEADER,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { checks, exportOf } from '../ask.js';
import { routesOf } from '../survey/filtered-route.js';

/** The right token where none counts: in the query, in Authorization, in other fields, and in a cookie. */
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

/** A live token stands in no URL, because URLs are logged, unless the target file says that it may. */
const mayBeSent =
  ({ target }: Context) =>
  ({ extra }: ProductsQuestion): boolean =>
    extra === undefined || target.allow.secretsInUrls;

/** Where and how the token is sent, and that it does not come back (EXP-AUTH-9, EXP-AUTH-12, EXP-AUTH-13). */
export const authHeader = checks({
  'EXP-AUTH-9 export.auth.header-case': {
    title: 'header field names in lower and in upper case',
    requests: 4,
    factless(context) {
      const { token = '', id } = exportOf(context).destination ?? {};
      return (['v2', 'legacy'] as const).flatMap((route) =>
        [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()].map((change) => ({
          route,
          token: null,
          ...(route === 'v2' ? {} : { destinationId: null }),
          accept: PLAIN,
          headers: [
            [change(TOKEN_HEADER), token] as const,
            ...(route === 'v2' ? [] : [[change(DESTINATION_HEADER), String(id)] as const]),
          ],
        })),
      );
    },
  },
  'EXP-AUTH-12 export.auth.header-only': {
    title: 'the token in the query, in Authorization, in other header fields or in a cookie instead of its header',
    requests: { least: 1, most: 15 },
    async factless(context) {
      const { query, bearer, fields, cookie, bare, user, everywhere } = elsewhere(context);
      const filtered = (await routesOf(context)).find((route) => typeof route === 'object') ?? 'legacy';
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
      return asked.filter(mayBeSent(context)).map((place) => ({ accept: PLAIN, token: null, ...place }));
    },
  },
  'EXP-AUTH-3 export.auth.wrong-despite': {
    title: 'an unknown token in its header, and the valid one in another place',
    requests: { least: 1, most: 2 },
    factless(context) {
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
    factless: () =>
      ['assay-echo-probe-7c1d', 'assay.echo.probe/7c1d'].flatMap((token) => [{ token, accept: PLAIN }, { token }]),
  },
});
