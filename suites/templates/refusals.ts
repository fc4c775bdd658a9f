import type { Context } from '../../src/harness/index.js';
import {
  describeAnswer,
  deviates,
  expectSchema,
  expectStatus,
  observed,
  skip,
  swapCase,
} from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { tokenCheck } from './check.js';
import {
  accessToken,
  askToken,
  clientOf,
  credentials,
  GRANT,
  hideIssued,
  type NamedClient,
  templatesOf,
} from './endpoint.js';

const NOBODY = { id: 'assay-no-such-client', secret: 'assay-wrong-secret' };

/** What is done to a secret, by us and by a shell. */
interface Alteration {
  readonly about: string;
  readonly change: (secret: string) => string;
  readonly recipe: string;
}

const lengthened = (letter: string): Alteration => ({
  about: `LENGTHENED_BY_${letter.toUpperCase()}`,
  change: (secret) => `${secret}${letter}`,
  recipe: `"\${ETM_CLIENT_SECRET}${letter}"`,
});
const cutShort: Alteration = {
  about: 'CUT_SHORT',
  change: (secret) => secret.slice(0, -1),
  recipe: '"${ETM_CLIENT_SECRET%?}"',
};
const emptied: Alteration = { about: 'EMPTIED', change: () => '', recipe: "''" };
const otherCase: Alteration = {
  about: 'IN_THE_OTHER_CASE',
  change: swapCase,
  recipe: `"$(printf %s "$ETM_CLIENT_SECRET" | tr 'A-Za-z' 'a-zA-Z')"`,
};

/** A token request whose secret is made from the right one. */
const withSecret =
  (alteration: Alteration) =>
  (context: Context): Promise<Answer> =>
    askToken(context, { form: { ...GRANT, ...credentials(near(context, alteration)) } });

function near(context: Context, { about, change, recipe }: Alteration): NamedClient {
  const { id, secret } = clientOf(context);
  const changed = change(secret);
  context.hide(changed, `ETM_CLIENT_SECRET_${about}`, recipe);
  return { id, secret: changed, variable: 'ETM_CLIENT', made: { about, recipe } };
}

/** What is wrong with a token request, all else being right. A wrong secret is almost the right one. */
const refusals: readonly (readonly [string, (context: Context) => Promise<Answer>])[] = [
  ['a secret with a letter more', withSecret(lengthened('x'))],
  ['an unknown client', (context) => askToken(context, { form: { ...GRANT, ...credentials(NOBODY) } })],
  [
    'a secret in the other case with HTTP Basic',
    (context) =>
      askToken(context, {
        form: GRANT,
        basic: near(
          context,
          swapCase(clientOf(context).secret) === clientOf(context).secret ? lengthened('y') : otherCase,
        ),
      }),
  ],
  ['an empty secret', withSecret(emptied)],
  ['a secret cut short', withSecret(cutShort)],
];

/** Each refusal once in a run: the token endpoint is spared. */
const refused = (context: Context, index: number): Promise<Answer> =>
  context.shared(`templates.refusal-${index}`, async (inner) => {
    const refusal = refusals[index] ?? skip('budget', 'no request is left');
    return refusal[1](inner);
  });

export const refusalChecks = [
  tokenCheck({
    id: 'templates.token.wrong-credentials',
    clauses: ['TOK-ERR-1'],
    title: 'a wrong secret and an unknown client are answered 401',
    requests: { least: 2, most: 5 },
    async run(context) {
      await accessToken(context);
      const asked = refusals.slice(0, context.allowance);
      for (const [index, [name]] of asked.entries()) {
        const answer = await refused(context, index);
        hideIssued(context, answer);
        expectStatus(answer, 401, `for ${name}`);
      }
      return `401 for ${asked.map(([name]) => name).join(', ')}`;
    },
  }),
  tokenCheck({
    id: 'templates.token.unsupported-client',
    clauses: ['TOK-ERR-2'],
    title: 'a client that is not set up for client credentials is answered 400 unsupported_grant_type',
    requests: 1,
    needs: ['templates.unsupportedClient'],
    async run(context) {
      await accessToken(context);
      const client =
        templatesOf(context).unsupportedClient ?? skip('configuration', 'needs templates.unsupportedClient');
      const answer = await askToken(context, { form: { ...GRANT, ...credentials(client) } });
      hideIssued(context, answer);
      expectStatus(answer, 400);
      const { error } = (answer.json ?? {}) as { readonly error?: unknown };
      if (error !== 'unsupported_grant_type')
        deviates('error "unsupported_grant_type"', describeAnswer(answer), answer);
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
      const answer = await refused(context, 0);
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
      const [secret, client] = [await refused(context, 0), await refused(context, 1)];
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
