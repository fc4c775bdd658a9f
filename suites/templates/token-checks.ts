import { askedBy, type CheckOf, type Context, skip } from '../../src/harness/suite.js';
import { NEAR } from '../../src/protocol/shapes/text.js';
import { tokenIn } from '../../src/protocol/templates/answer.js';
import { type Mistake, type Owner, sentFor } from '../../src/protocol/templates/credentials.js';
import type { Question } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask, templatesOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import { atEndpoint, jwks, needDiscovery, stayHome } from './discovery.js';
import type { Facts } from './facts.js';
import { PLACES } from './places.js';
import { isSignedBy } from './signature.js';
import { asTaken, BY_FORM, basicToken } from './tokens.js';

/** A check of the token endpoint or the template API, as it is written. */
export type TemplatesCheck = CheckOf<ClauseId, Question, Facts>;

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
    skip('data', 'this signature algorithm cannot be verified');
  return [DISCOVERY, { ask: 'keys', address: (await needDiscovery(context)).jwks_uri }, BY_FORM];
}

/** Mistakes that are made in both ways and with both clients, after which the others are made in the form alone. */
const BOTH_WAYS = 8;

/** Each mistake in a secret or an id, and those in a secret that are none of its shapes, the most informative first. */
function mistakesOf(check: string): readonly Mistake[] {
  const [first, second, third, ...secrets] = askedBy(PLACES.client_secret, check, NEAR);
  const [id, ...ids] = askedBy(PLACES.client_id, check, NEAR).map((shape): Mistake => `id ${shape}`);
  const known = [first, second, third].flatMap((shape) => (shape === undefined ? [] : [`secret ${shape}` as const]));
  return [
    ...known,
    ...(id === undefined ? [] : [id]),
    'secret of another client',
    ...secrets.slice(0, 2).map((shape) => `secret ${shape}` as const),
    ...ids,
    'secret in a list',
    'secret left out',
    ...secrets.slice(2).map((shape) => `secret ${shape}` as const),
  ];
}

/** The token requests with wrong credentials that the settings allow; the first client stands for one that is not there. */
function wrongCredentials({ target }: Context, raw: boolean | undefined): readonly TokenQuestion[] {
  const settings = templatesOf(target);
  const other = settings.otherClient === undefined ? 'first' : 'other';
  const [first, ...others] = mistakesOf('templates.token.wrong-credentials');
  const asked = (client: Owner, way: 'form' | 'basic', ...mistakes: readonly Mistake[]): readonly TokenQuestion[] =>
    mistakes
      .filter((mistake) => sentFor(client, mistake, settings) !== undefined)
      .map((mistake) => asTaken({ ask: 'token', client, mistake, way }, raw));
  const both = others.slice(0, BOTH_WAYS - 1);
  return [
    ...(first === undefined ? [] : asked('first', 'form', first)),
    UNKNOWN_CLIENT,
    ...both.flatMap((mistake, turn) => asked('first', turn % 4 === 0 ? 'basic' : 'form', mistake)),
    ...(first === undefined ? [] : asked(other, 'basic', first)),
    ...both.flatMap((mistake, turn) => asked(other, turn % 4 === 0 ? 'form' : 'basic', mistake)),
    asTaken({ ask: 'token', client: 'nobody', way: 'basic' }, raw),
    ...asked('first', 'form', ...others.slice(BOTH_WAYS - 1)),
  ];
}
const WRONG_SECRET: TokenQuestion = { ...BY_FORM, mistake: 'secret lengthened' };
const UNKNOWN_CLIENT: TokenQuestion = { ...BY_FORM, client: 'nobody' };

/** Grant types that are almost the right one. */
const GRANTS = ['client_credentialsx', 'client-credentials'];

const IN_URLS =
  'refused with worthless values; a real secret stands in no URL, because URLs are logged: set "allow": { "secretsInUrls": true } in the target file';

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
  factless,
});

/** The token endpoint, and what discovery says of it. */
export const tokenChecks: readonly TemplatesCheck[] = [
  {
    ...shared('token.form', 'TOK-REQ-1', 'a token request by form', () => [BY_FORM]),
    requests: { least: 0, most: 2 },
    take: { least: 1 },
    again: WRONG_SECRET,
  },
  {
    id: 'templates.token.written-otherwise',
    clauses: ['TOK-REQ-1'],
    title: 'the same form with an escaped letter, and without Accept',
    requests: { least: 1, most: 2 },
    questions: () =>
      (['with needless escapes', 'without Accept'] as const).map((writing) => ({
        ...BY_FORM,
        writing,
      })),
  },
  {
    id: 'templates.token.basic',
    clauses: ['TOK-REQ-2'],
    title: 'HTTP Basic client authentication, id and secret form-encoded or as they are',
    requests: 0,
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
    requests: { least: 2, most: 42 },
    again: true,
    questions: ({ raw }, context) => wrongCredentials(context, raw),
  },
  {
    id: 'templates.token.unsupported-client',
    clauses: ['TOK-ERR-2'],
    title: 'token requests of a client that may not use client credentials',
    requests: { least: 1, most: 2 },
    needs: ['templates.unsupportedClient'],
    questions: ({ raw }) =>
      (['form', 'basic'] as const).map((way) => asTaken({ ask: 'token', client: 'unsupported', way }, raw)),
  },
  {
    id: 'templates.token.grant-type',
    clauses: ['TOK-ERR-3'],
    title: 'token requests with an unknown grant_type, and without one',
    requests: { least: 2, most: 4 },
    questions: () => ['urn:assay:unknown', null, ...GRANTS].map((grant) => ({ ...BY_FORM, grant })),
  },
  {
    id: 'templates.token.error-shape',
    clauses: ['TOK-ERR-3'],
    title: 'a token request with a wrong secret, the shape of the error',
    requests: 0,
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
    shows: 'responses to both',
    cases: () => ({ 'a wrong secret': WRONG_SECRET, 'an unknown client': UNKNOWN_CLIENT }),
    async odd(client, context) {
      const secret = await ask(context, WRONG_SECRET);
      const isSame = secret.status === client.status && secret.text === client.text;
      return isSame ? undefined : 'is answered otherwise than a wrong secret, which lets an attacker enumerate clients';
    },
  },
  shared('discovery.document', 'TOK-DISC-1', 'the discovery document', () => [DISCOVERY], 1),
  shared('discovery.endpoints', 'TOK-DISC-2', 'the token endpoint and the JWKS address that discovery names', named, 1),
  shared('discovery.issuer', 'TOK-DISC-3', 'the issuer in the discovery document and in the token', async (context) => {
    await needDiscovery(context);
    return [DISCOVERY, BY_FORM];
  }),
];
