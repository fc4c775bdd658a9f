import {
  DESTINATION_HEADER,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { check } from '../check.js';
import { routesOf } from '../survey/filtered-route.js';

/** Where and how the token is sent, and that it does not come back (EXP-AUTH-9, EXP-AUTH-12, EXP-AUTH-13). */
export const authHeader = [
  check({
    id: 'export.auth.header-case',
    clauses: ['EXP-AUTH-9'],
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
  }),
  check({
    id: 'export.auth.header-only',
    clauses: ['EXP-AUTH-12'],
    title: 'the token in the query, in Authorization or in a cookie, and not in its header',
    requests: { least: 1, most: 13 },
    async factless(context) {
      const token = exportOf(context).destination?.token ?? '';
      const filtered = (await routesOf(context)).find((route) => typeof route === 'object') ?? 'legacy';
      const bearer = [['Authorization', `Bearer ${token}`]] as const;
      const inQuery = [[TOKEN_HEADER, token]] as const;
      const elsewhere: readonly ProductsQuestion[] = [
        { extra: inQuery },
        { headers: bearer },
        { extra: [['token', token]] },
        { headers: [['Authorization', token]] },
        { headers: [['Cookie', `${TOKEN_HEADER}=${token}`]] },
        { route: 'legacy', extra: [...inQuery, ['token', token]] },
        { route: 'legacy', headers: bearer },
        { accept: JSON_API, extra: inQuery },
        { accept: JSON_API, headers: bearer },
        { accept: JSON_API, route: 'legacy', headers: bearer },
        { accept: null, headers: bearer },
        { accept: null, route: 'legacy', headers: bearer },
        { accept: null, route: filtered, headers: bearer },
      ];
      // A live token stands in no URL, where logs keep it, unless the target file says that it may.
      return elsewhere
        .filter(({ extra }) => extra === undefined || context.target.allow.secretsInUrls)
        .map((place) => ({ accept: PLAIN, token: null, ...place }));
    },
  }),
  check({
    id: 'export.auth.no-echo',
    clauses: ['EXP-AUTH-13'],
    title: 'errors of a malformed and of a foreign token, in either format',
    requests: 4,
    factless: () =>
      ['assay-echo-probe-7c1d', 'assay.echo.probe/7c1d'].flatMap((token) => [{ token, accept: PLAIN }, { token }]),
  }),
];
