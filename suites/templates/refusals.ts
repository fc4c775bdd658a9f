import type { Context } from '../../src/harness/index.js';
import { describeAnswer, deviates, expectSchema, expectStatus, observed, skip } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { tokenCheck } from './check.js';
import { clientOf, unsupportedClientOf } from './endpoint.js';
import { accessToken, hideIssued, tokenOf } from './issued-tokens.js';
import { askToken, credentials, GRANT } from './token-request.js';
import { askable, NOBODY, ROWS, refused } from './wrong-credentials.js';

/** What a wrong secret is answered; the first row. */
const wrongSecret = async (context: Context): Promise<Answer> =>
  (await refused(context, 0))?.answer ?? skip('prerequisite', 'needs a wrong secret');

export const refusalChecks = [
  tokenCheck({
    id: 'templates.token.wrong-credentials',
    clauses: ['TOK-ERR-1'],
    title: 'a wrong secret and an unknown client are answered 401',
    requests: { least: 2, most: ROWS.length },
    async run(context) {
      await accessToken(context);
      const names: string[] = [];
      for (const index of context.budget.take(askable(context))) {
        const row = await refused(context, index);
        if (row === undefined) continue;
        hideIssued(context, row.answer);
        if (!(row.mayBeMalformed && row.answer.status === 400)) expectStatus(row.answer, 401, `for ${row.name}`);
        names.push(row.name);
      }
      return `401 for ${names.join(', ')}`;
    },
  }),
  tokenCheck({
    id: 'templates.token.unsupported-client',
    clauses: ['TOK-ERR-2'],
    title: 'a client that is not set up for client credentials is answered 400 unsupported_grant_type',
    requests: { least: 1, most: 2 },
    needs: ['templates.unsupportedClient'],
    async run(context) {
      await accessToken(context);
      const client = unsupportedClientOf(context) ?? skip('configuration', 'needs templates.unsupportedClient');
      for (const way of context.budget.take(['form', 'basic'] as const)) {
        const { answer } = await tokenOf(context, client, way);
        expectStatus(answer, 400, way === 'basic' ? 'with HTTP Basic' : '');
        const { error } = (answer.json ?? {}) as { readonly error?: unknown };
        if (error !== 'unsupported_grant_type')
          deviates('error "unsupported_grant_type"', describeAnswer(answer), answer);
      }
      return '400 unsupported_grant_type';
    },
  }),
  tokenCheck({
    id: 'templates.token.grant-type',
    clauses: ['TOK-ERR-3'],
    title: 'an unknown grant_type is unsupported_grant_type, a missing one invalid_request',
    requests: 2,
    async run(context) {
      await accessToken(context);
      const client = credentials(clientOf(context));
      for (const [form, error] of [
        [{ grant_type: 'urn:assay:unknown', ...client }, 'unsupported_grant_type'],
        [client, 'invalid_request'],
      ] as const) {
        const answer = await askToken(context, { form });
        expectStatus(answer, 400, `for ${error}`);
        const body = expectSchema(answer, 'templates/token-error');
        if (body.error !== error) deviates(`error "${error}"`, `"${body.error}"`, answer);
      }
      return '400 unsupported_grant_type and 400 invalid_request';
    },
  }),
  tokenCheck({
    id: 'templates.token.error-shape',
    clauses: ['TOK-ERR-3'],
    title: 'errors are an object with error and perhaps error_description',
    requests: 0,
    async run(context) {
      const answer = await wrongSecret(context);
      if (answer.ok) skip('prerequisite', 'a wrong secret must be refused');
      const { error } = expectSchema(answer, 'templates/token-error');
      return `error "${error}"`;
    },
  }),
  tokenCheck({
    id: 'templates.token.query',
    clauses: ['TOK-ERR-4'],
    title: 'a GET and credentials in the query string are refused',
    requests: 2,
    async run(context) {
      await accessToken(context);
      const real = context.target.allow.secretsInUrls;
      const query = { ...GRANT, ...credentials(real ? clientOf(context) : NOBODY) };
      for (const [name, question] of [
        ['a GET', { method: 'GET', query }],
        ['credentials in the query string', { query, form: GRANT }],
      ] as const) {
        const answer = await askToken(context, question);
        hideIssued(context, answer);
        if (answer.ok) deviates(`${name} refused`, `status ${answer.status}`, answer);
      }
      if (!real)
        skip(
          'safety',
          'refused with worthless values; a real secret stands in no URL, where logs keep it: set "allow": { "secretsInUrls": true } in the target file',
        );
      return 'both refused';
    },
  }),
  tokenCheck({
    id: 'templates.token.enumeration',
    clauses: ['TOK-ERR-5'],
    title: 'what tells a wrong secret from an unknown client',
    requests: 0,
    async run(context) {
      const secret = await wrongSecret(context);
      const client = (await refused(context, 1))?.answer ?? skip('prerequisite', 'needs an unknown client');
      const rows = [
        { question: 'a wrong secret', answer: describeAnswer(secret) },
        { question: 'an unknown client', answer: describeAnswer(client) },
      ];
      const differ = secret.status !== client.status || secret.text !== client.text;
      return observed(
        'how the two are answered',
        rows,
        differ ? 'the two answers differ, which lets an attacker list clients' : undefined,
      );
    },
  }),
];
