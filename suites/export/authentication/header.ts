import { describeAnswer, deviates, expectStatus, skip } from '../../../src/harness/index.js';
import {
  DESTINATION_HEADER,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { exportOf, requestProducts } from '../ask.js';
import { check } from '../check.js';
import { expectError } from '../judge/documented-error.js';
import { positiveControl } from '../judge/positive-control.js';
import { routesOf } from '../survey/filtered-route.js';

/** Where and how the token is sent, and that it does not come back (EXP-AUTH-9, EXP-AUTH-12, EXP-AUTH-13). */
export const authHeader = [
  check({
    id: 'export.auth.header-case',
    clauses: ['EXP-AUTH-9'],
    title: 'header field names are compared without regard to case',
    requests: 4,
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const { destination } = exportOf(context);
      const write = [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()];
      for (const route of ['v2', 'legacy'] as const) {
        for (const change of write) {
          const fields = [TOKEN_HEADER, ...(route === 'legacy' ? [DESTINATION_HEADER] : [])].map(change);
          const headers = fields.map(
            (name, index) => [name, index === 0 ? (destination?.token ?? '') : String(destination?.id)] as const,
          );
          const answer = await requestProducts(context, {
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
    requests: { least: 1, most: 13 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const token = exportOf(context).destination?.token ?? '';
      const filtered = (await routesOf(context)).find((route) => typeof route === 'object') ?? 'legacy';
      const elsewhere: readonly ProductsQuestion[] = [
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
        { accept: JSON_API, extra: [[TOKEN_HEADER, token]] },
        ...[
          [JSON_API, 'v2'] as const,
          [JSON_API, 'legacy'] as const,
          [null, 'v2'] as const,
          [null, 'legacy'] as const,
          [null, filtered] as const,
        ].map(([accept, route]): ProductsQuestion => {
          return { route, accept, headers: [['Authorization', `Bearer ${token}`]] };
        }),
      ];
      // A live token stands in no URL, where logs keep it, unless the target file says that it may.
      const allowed = elsewhere.filter(({ extra }) => extra === undefined || context.target.allow.secretsInUrls);
      const cases = context.budget.take(allowed);
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
          const answer = await requestProducts(context, { token, accept });
          if (answer.status < 400)
            skip('prerequisite', `a made-up token must be refused, but answers ${describeAnswer(answer)}`);
          const held = [answer.text, ...answer.headers.map(([, value]) => value)].some((part) => part.includes(token));
          if (held) deviates('an error without the token', describeAnswer(answer), answer);
        }
      }
      return 'a malformed and a foreign token are not echoed, in either format';
    },
  }),
];
