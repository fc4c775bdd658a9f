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

/** Token requests with worthless values, where a real secret may not stand in a URL. */
async function byQuery(_: unknown, context: Context): Promise<readonly TokenQuestion[]> {
  const real = context.target.allow.secretsInUrls;
  const question: TokenQuestion = { ask: 'token', client: real ? 'first' : 'nobody', way: 'query' };
  const both: readonly TokenQuestion[] = [{ ...question, method: 'GET' }, question];
  if (real) return both;
  for (const one of both) await ask(context, one);
  return skip('safety', IN_URLS);
}

/** The addresses that discovery names, on configured hosts. */
async function named(context: Context): Promise<readonly Question[]> {
  const { jwks_uri: keys, token_endpoint: endpoint } = await needDiscovery(context);
  stayHome(context, 'jwks_uri', keys);
  stayHome(context, 'token_endpoint', endpoint);
  return [DISCOVERY, { ask: 'keys', address: keys }, atEndpoint(context, endpoint)];
}

type Asked = (context: Context) => readonly Question[] | Promise<readonly Question[]>;

/** A check that rests on no facts and asks what others ask as well. */
const shared = (name: string, clause: ClauseId, title: string, factless: Asked, requests = 0): TemplatesCheck => ({
  id: `templates.${name}`,
  clauses: [clause],
  title,
  requests,
  take: SHARED,
  factless,
});

/** The token endpoint, and what discovery says of it. */
export const tokenChecks: readonly TemplatesCheck[] = [
  shared('token.form', 'TOK-REQ-1', 'a form with grant_type, client_id and client_secret', () => [BY_FORM]),
  {
    id: 'templates.token.basic',
    clauses: ['TOK-REQ-2'],
    title: 'HTTP Basic client authentication, id and secret form-encoded or as they are',
    requests: 0,
    take: SHARED,
    questions: async (_, context) => (await documented(context)).slice(1),
  },
  shared('token.response', 'TOK-RES-1', 'the documented token requests, the members of their responses', documented),
  shared('token.no-refresh', 'TOK-RES-2', 'the documented token requests, a refresh_token in them', documented),
  shared('token.headers', 'TOK-RES-3', 'the documented token requests, the headers of their responses', documented),
  shared('token.jwt', 'TOK-RES-4', 'the token of the document, its end and its signature', signed),
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
    questions: byQuery,
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
  shared('discovery.document', 'TOK-DISC-1', 'the discovery document', () => [DISCOVERY], 1),
  shared('discovery.endpoints', 'TOK-DISC-2', 'the token endpoint and the JWKS address that discovery names', named, 1),
  shared('discovery.issuer', 'TOK-DISC-3', 'the issuer in the discovery document and in the token', async (context) => {
    await needDiscovery(context);
    return [DISCOVERY, BY_FORM];
  }),
];
