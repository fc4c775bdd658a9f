import { type CheckOf, type Context, describeAnswer, observed, skip } from '../../src/harness/suite.js';
import { tokenIn } from '../../src/protocol/templates/answer.js';
import { type Owner, sentFor } from '../../src/protocol/templates/credentials.js';
import type { Question } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask, templatesOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import { atEndpoint, jwks, needDiscovery, stayHome } from './discovery.js';
import type { Facts } from './facts.js';
import { isSignedBy } from './signature.js';
import { asTaken, BY_FORM, basicToken } from './tokens.js';

/** A check of the token endpoint or the template API, as it is written. */
export type TemplatesCheck = CheckOf<ClauseId, Question, Facts>;

/** Questions that other checks ask as well, so that they cost nothing. */
const SHARED = { least: Number.POSITIVE_INFINITY };
const DISCOVERY: Question = { ask: 'discovery' };

/** The token requests of the document, by form and by Basic. */
async function documented(context: Context): Promise<readonly TokenQuestion[]> {
  const { raw } = await basicToken(context);
  return [BY_FORM, asTaken({ ...BY_FORM, way: 'basic' }, raw)];
}

/** The token of the document, and the keys that its signature can be verified with; skips where there are none. */
async function signed(context: Context): Promise<readonly Question[]> {
  const keys = (await jwks(context)) ?? skip('prerequisite', 'needs the keys that discovery names');
  const token = tokenIn(await ask(context, BY_FORM));
  if (token !== undefined && isSignedBy(token, keys) === undefined)
    skip('data', 'the signature is of a kind that cannot be verified here');
  return [DISCOVERY, { ask: 'keys', address: (await needDiscovery(context)).jwks_uri }, BY_FORM];
}

type Row = readonly [mistake: TokenQuestion['mistake'] | 'an unknown client', way: 'form' | 'basic', who: Owner];

/** Each mistake in both ways, and with both clients: every pair of conditions. */
const WRONG: readonly Row[] = [
  ['a secret with a letter more', 'form', 'first'],
  ['an unknown client', 'form', 'first'],
  ['a secret in the other case', 'basic', 'first'],
  ['an empty secret', 'form', 'first'],
  ['a secret cut short', 'form', 'first'],
  ["another client's secret", 'form', 'first'],
  ['a secret with a letter more', 'basic', 'other'],
  ['a client id in the other case', 'form', 'first'],
  ['an empty secret', 'basic', 'other'],
  ["another client's secret", 'basic', 'other'],
  ['a client id in the other case', 'basic', 'other'],
  ['a secret in the other case', 'form', 'other'],
  ['a client id cut short', 'form', 'other'],
  ['a client id cut short', 'basic', 'first'],
  ['a secret cut short', 'basic', 'other'],
  ['an unknown client', 'basic', 'other'],
  ['a secret with another letter at its end', 'form', 'first'],
  ['a secret with another letter at its end', 'basic', 'other'],
  ['no secret', 'form', 'first'],
];

/** The token requests with wrong credentials that the settings allow; the first client stands for one that is not there. */
function wrongCredentials({ target }: Context, raw: boolean | undefined): readonly TokenQuestion[] {
  const settings = templatesOf(target);
  return WRONG.flatMap(([mistake, way, who]) => {
    if (mistake === 'an unknown client') return [asTaken({ ask: 'token', client: 'nobody', way }, raw)];
    const client = who === 'other' && settings.otherClient === undefined ? 'first' : who;
    return sentFor(client, mistake, settings) === undefined
      ? []
      : [asTaken({ ask: 'token', client, mistake, way }, raw)];
  });
}
const WRONG_SECRET: TokenQuestion = { ...BY_FORM, mistake: 'a secret with a letter more' };
const UNKNOWN_CLIENT: TokenQuestion = { ...BY_FORM, client: 'nobody' };

const IN_URLS =
  'refused with worthless values; a real secret stands in no URL, where logs keep it: set "allow": { "secretsInUrls": true } in the target file';

/** The token endpoint, and what discovery says of it. */
export const tokenChecks: readonly TemplatesCheck[] = [
  {
    id: 'templates.token.form',
    clauses: ['TOK-REQ-1'],
    title: 'a form with grant_type, client_id and client_secret',
    requests: 0,
    take: SHARED,
    factless: () => [BY_FORM],
  },
  {
    id: 'templates.token.basic',
    clauses: ['TOK-REQ-2'],
    title: 'HTTP Basic client authentication, id and secret form-encoded or as they are',
    requests: 0,
    take: SHARED,
    questions: async (_, context) => (await documented(context)).slice(1),
  },
  ...(
    [
      ['response', 'TOK-RES-1', 'the token requests of the document, the members of their responses'],
      ['no-refresh', 'TOK-RES-2', 'the token requests of the document, their responses searched for a refresh_token'],
      ['headers', 'TOK-RES-3', 'the token requests of the document, the headers of their responses'],
    ] as const
  ).map(
    ([name, clause, title]): TemplatesCheck => ({
      id: `templates.token.${name}`,
      clauses: [clause],
      title,
      requests: 0,
      take: SHARED,
      factless: documented,
    }),
  ),
  {
    id: 'templates.token.jwt',
    clauses: ['TOK-RES-4'],
    title: 'the token of the document, its end and its signature',
    requests: 0,
    take: SHARED,
    factless: signed,
  },
  {
    id: 'templates.token.wrong-credentials',
    clauses: ['TOK-ERR-1'],
    title: 'token requests with a wrong secret, and of an unknown client',
    requests: { least: 2, most: WRONG.length },
    questions: ({ raw }, context) => wrongCredentials(context, raw),
  },
  {
    id: 'templates.token.unsupported-client',
    clauses: ['TOK-ERR-2'],
    title: 'token requests of a client that is not set up for client credentials',
    requests: { least: 1, most: 2 },
    needs: ['templates.unsupportedClient'],
    questions: ({ raw }) =>
      (['form', 'basic'] as const).map((way) => asTaken({ ask: 'token', client: 'unsupported', way }, raw)),
  },
  {
    id: 'templates.token.grant-type',
    clauses: ['TOK-ERR-3'],
    title: 'token requests with an unknown grant_type, and without one',
    requests: 2,
    questions: () => ['urn:assay:unknown', null].map((grant) => ({ ...BY_FORM, grant })),
  },
  {
    id: 'templates.token.error-shape',
    clauses: ['TOK-ERR-3'],
    title: 'a token request with a wrong secret, the shape of the error',
    requests: 0,
    take: SHARED,
    questions: () => [WRONG_SECRET],
  },
  {
    id: 'templates.token.query',
    clauses: ['TOK-ERR-4'],
    title: 'token requests by GET, and with credentials in the query string',
    requests: 2,
    async questions(_, context) {
      const real = context.target.allow.secretsInUrls;
      const question: TokenQuestion = { ask: 'token', client: real ? 'first' : 'nobody', way: 'query' };
      const both: readonly TokenQuestion[] = [{ ...question, method: 'GET' }, question];
      if (real) return both;
      for (const one of both) await ask(context, one);
      return skip('safety', IN_URLS);
    },
  },
  {
    id: 'templates.token.enumeration',
    clauses: ['TOK-ERR-5'],
    title: 'a wrong secret and an unknown client',
    requests: 0,
    async run(context) {
      const [secret, client] = [await ask(context, WRONG_SECRET), await ask(context, UNKNOWN_CLIENT)];
      const rows = [
        { question: 'a wrong secret', answer: describeAnswer(secret) },
        { question: 'an unknown client', answer: describeAnswer(client) },
      ];
      const differ = secret.status !== client.status || secret.text !== client.text;
      const warning = 'the two answers differ, which lets an attacker list clients';
      return observed('how the two are answered', rows, differ ? warning : undefined);
    },
  },
  {
    id: 'templates.discovery.document',
    clauses: ['TOK-DISC-1'],
    title: 'the discovery document',
    requests: 1,
    factless: () => [DISCOVERY],
  },
  {
    id: 'templates.discovery.endpoints',
    clauses: ['TOK-DISC-2'],
    title: 'the token endpoint and the JWKS address that discovery names',
    requests: 1,
    take: SHARED,
    async factless(context) {
      const { jwks_uri: keys, token_endpoint: endpoint } = await needDiscovery(context);
      stayHome(context, 'jwks_uri', keys);
      stayHome(context, 'token_endpoint', endpoint);
      return [DISCOVERY, { ask: 'keys', address: keys }, atEndpoint(context, endpoint)];
    },
  },
  {
    id: 'templates.discovery.issuer',
    clauses: ['TOK-DISC-3'],
    title: 'the issuer in the discovery document and in the token',
    requests: 0,
    take: SHARED,
    async factless(context) {
      await needDiscovery(context);
      return [DISCOVERY, BY_FORM];
    },
  },
];
