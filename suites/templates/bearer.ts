import { createHmac, createPublicKey } from 'node:crypto';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';
import {
  type Check,
  type Context,
  describeAnswer,
  deviates,
  expectStatus,
  observed,
  skip,
  warns,
} from '../../src/harness/index.js';
import { apiCheck } from './check.js';
import type { ClauseId } from './clauses.js';
import { jwks } from './discovery.js';
import { accessToken, basicToken, clientOf, otherToken, templatesOf, tokenIn } from './endpoint.js';
import { askTemplates, askWithToken, givesTemplates, itemsIn, withToken } from './templates.js';

/** No templates for it; a refusal should be 401. */
async function expectNoTemplates(
  context: Context,
  name: string,
  authorization: string | undefined,
  query = '',
): Promise<void> {
  const authorized = await withToken(context);
  const answer = await askTemplates(context, authorization, query);
  if (givesTemplates(answer, authorized)) deviates(`no templates for ${name}`, describeAnswer(answer), answer);
  if (answer.status !== 401) warns(`401 for ${name}`, describeAnswer(answer), answer);
}

const [HEADER, PAYLOAD, SIGNATURE] = [0, 1, 2];
const part = (token: string, index: number): string => token.split('.')[index] ?? '';
const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decodePart = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

/** Tokens made from a real one that no verifier may take. */
const forgeries: readonly (readonly [string, string, (token: string, context: Context) => string | Promise<string>])[] =
  [
    ['garbage', 'garbage', () => 'assay-garbage'],
    ['tampered-signature', 'a tampered signature', (token) => withSignature(token, flip(part(token, SIGNATURE)))],
    ['tampered-payload', 'a tampered payload', (token) => withPayload(token, { assay: true, exp: 4102444800 })],
    [
      'alg-none',
      'alg none without a signature',
      (token) => `${encodePart({ alg: 'none', typ: 'JWT' })}.${part(token, PAYLOAD)}.`,
    ],
    [
      'alg-none-mixed',
      'a token whose alg is nOnE',
      (token) => `${encodePart({ alg: 'nOnE', typ: 'JWT' })}.${part(token, PAYLOAD)}.${part(token, SIGNATURE)}`,
    ],
    [
      'cut-signature',
      'a token with the first half of its signature',
      (token) => withSignature(token, half(part(token, SIGNATURE))),
    ],
    ['foreign-key', 'a token signed with another key', (token) => signedByAnother(token)],
    ['public-key', 'a token signed by HMAC with the public key', signedWithPublicKey],
    ['no-signature', 'a token without its signature', (token) => withSignature(token, '')],
  ];

const withSignature = (token: string, signature: string): string =>
  `${part(token, HEADER)}.${part(token, PAYLOAD)}.${signature}`;

const half = (text: string): string => text.slice(0, 4 * Math.floor(text.length / 8));

/** The first character changed: the last one may hold padding bits that mean nothing. */
const flip = (text: string): string => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;

function withPayload(token: string, claims: Readonly<Record<string, unknown>>): string {
  const payload = { ...decodePart(part(token, PAYLOAD)), ...claims };
  return `${part(token, HEADER)}.${encodePart(payload)}.${part(token, SIGNATURE)}`;
}

async function signedByAnother(token: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const { kid } = decodePart(part(token, HEADER));
  // The key is offered in the header too: a verifier that takes it from there takes anybody's.
  const jwk = await exportJWK(publicKey);
  return new CompactSign(Buffer.from(part(token, PAYLOAD), 'base64url'))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', jwk, ...(typeof kid === 'string' ? { kid } : {}) })
    .sign(privateKey);
}

/** The published key taken for a shared secret (RFC 8725 section 2.1). */
async function signedWithPublicKey(token: string, context: Context): Promise<string> {
  const { kid } = decodePart(part(token, HEADER));
  const keys = (await jwks(context))?.keys ?? [];
  const named = keys.filter((one) => one.kid === kid);
  const [secret = skip('prerequisite', 'needs a public key among those that discovery names')] = [
    ...named,
    ...keys,
  ].flatMap((key) => pemOf(key) ?? []);
  const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT', kid })}.${part(token, PAYLOAD)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

/** A public key as PEM; undefined for what is none, such as a shared secret or a broken key. */
function pemOf(key: JWK): string | undefined {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString();
  } catch {
    return undefined;
  }
}

const forged: readonly Check[] = forgeries.map(([id, name, forge]) =>
  apiCheck({
    id: `templates.bearer.${id}`,
    clauses: ['ETM-AUTH-4'],
    title: `${name} gives no templates`,
    requests: 1,
    async run(context) {
      const token = await forge(await accessToken(context), context);
      context.hide(token, `TOKEN_${id.toUpperCase().replaceAll('-', '_')}`, true);
      await expectNoTemplates(context, name, `Bearer ${token}`);
      return 'refused, while a fresh token is answered';
    },
  }),
);

const IN_URLS =
  'a live token stands in no URL, where logs keep it; set "allow": { "secretsInUrls": true } in the target file';

/** Ways to send a real token that are not the documented one. */
const misuses: readonly (readonly [
  string,
  ClauseId,
  string,
  (token: string) => readonly [string | undefined, string?],
])[] = [
  ['basic-scheme', 'ETM-AUTH-6', 'a token under the scheme Basic', (token) => [`Basic ${token}`]],
  ['other-scheme', 'ETM-AUTH-6', 'a token under the scheme Token', (token) => [`Token ${token}`]],
  ['bare', 'ETM-AUTH-6', 'a bare token without a scheme', (token) => [token]],
  [
    'query',
    'ETM-AUTH-7',
    'a token in the query string',
    (token) => [
      undefined,
      `?${['access_token', 'token', 'bearer', 'jwt'].map((name) => `${name}=${token}`).join('&')}`,
    ],
  ],
];

const misused: readonly Check[] = misuses.map(([id, clause, name, use]) =>
  apiCheck({
    id: `templates.bearer.${id}`,
    clauses: [clause],
    title: `${name} gives no templates`,
    requests: 1,
    async run(context) {
      const [authorization, query] = use(await accessToken(context));
      if (query !== undefined && !context.target.allow.secretsInUrls) skip('safety', IN_URLS);
      await expectNoTemplates(context, name, authorization, query);
      return 'refused, while the same token as Bearer is answered';
    },
  }),
);

/** Whether a secret may be shown to the template API: it knows it already, or nobody else can listen. */
const staysAtHome = (context: Context): boolean => {
  const { baseUrl = '', authUrl = '' } = templatesOf(context);
  const [api, server] = [new URL(baseUrl), new URL(authUrl)];
  return api.origin === server.origin || (isLoopback(api) && isLoopback(server));
};
const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

export const bearer: readonly Check[] = [
  apiCheck({
    id: 'templates.bearer.client-credentials',
    clauses: ['ETM-AUTH-6'],
    title: "the client's own credentials in Basic give no templates",
    requests: 1,
    async run(context) {
      if (!staysAtHome(context))
        return skip(
          'safety',
          'the client secret goes to the token endpoint alone, and the template API is another host',
        );
      const { id, secret } = clientOf(context);
      await expectNoTemplates(
        context,
        'client credentials in Basic',
        `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      );
      return 'refused, while a bearer token is answered';
    },
  }),
  apiCheck({
    id: 'templates.bearer.fresh',
    clauses: ['ETM-AUTH-1'],
    title: 'a fresh bearer token is answered',
    requests: 0,
    async run(context) {
      const answer = await askWithToken(context);
      const second = answer.ok ? undefined : tokenIn((await basicToken(context)).answer);
      if (second !== undefined && (await askTemplates(context, `Bearer ${second}`)).ok)
        skip('prerequisite', 'the first token is refused, but a second one is answered: see TOK-LIFE-1');
      if (!answer.ok) deviates('a status 2xx', describeAnswer(answer), answer);
      return `status ${answer.status}, ${itemsIn(answer).length} templates`;
    },
  }),
  apiCheck({
    id: 'templates.bearer.missing',
    clauses: ['ETM-AUTH-2'],
    title: 'without Authorization no templates are given',
    requests: 1,
    async run(context) {
      await expectNoTemplates(context, 'a request without Authorization', undefined);
      return 'refused with 401, while a fresh token is answered';
    },
  }),
  ...forged,
  ...misused,
  apiCheck({
    id: 'templates.bearer.scheme-case',
    clauses: ['ETM-AUTH-6'],
    title: 'the scheme Bearer is compared without regard to case',
    requests: 2,
    async run(context) {
      await withToken(context);
      for (const scheme of ['bearer', 'BEARER']) {
        const answer = await askWithToken(context, scheme);
        if (!answer.ok) expectStatus(answer, 200, `for the scheme ${scheme}`);
      }
      return 'accepted as bearer and BEARER';
    },
  }),
  apiCheck({
    id: 'templates.bearer.organization',
    clauses: ['ETM-AUTH-5'],
    title: "a token reaches only its own organization's templates",
    requests: 2,
    needs: ['templates.otherClient'],
    async run(context) {
      const mine = await withToken(context);
      const token =
        tokenIn((await otherToken(context)).answer) ?? skip('prerequisite', 'needs a token of the second organization');
      const theirs = await askTemplates(context, `Bearer ${token}`);
      if (!theirs.ok)
        skip(
          'prerequisite',
          `the second organization's token must be answered, but is answered ${describeAnswer(theirs)}`,
        );
      const [own, other] = [mine, theirs].map((answer) => itemsIn(answer).map((item) => JSON.stringify(item)));
      if (own === undefined || other === undefined || own.length + other.length === 0)
        return skip('data', 'needs a template in one of the two organizations');
      const shared = other.filter((item) => own.includes(item));
      if (shared.length > 0)
        deviates(
          'no template in both organizations',
          `${shared.length} in both, such as ${shared[0]?.slice(0, 120)}`,
          mine,
          theirs,
        );
      return `${own.length} templates of one organization, ${other.length} of the other, none in both`;
    },
  }),
  apiCheck({
    id: 'templates.list.shape',
    clauses: ['ETM-LIST-1'],
    title: 'status, media type and shape of the collection',
    requests: 0,
    async run(context) {
      const answer = await withToken(context);
      const members = Array.isArray(answer.json)
        ? 'a bare array'
        : `an object of ${Object.keys((answer.json ?? {}) as object).join(', ') || 'nothing'}`;
      return observed('what the collection looks like', [
        { question: 'status and media type', answer: `${answer.status} ${answer.mediaType}` },
        { question: 'shape', answer: `${members}, ${itemsIn(answer).length} templates` },
      ]);
    },
  }),
];
