import { isConfigured } from '../../src/harness/hosts.js';
import { askedBy, type Context, skip } from '../../src/harness/suite.js';
import { NEAR } from '../../src/protocol/shapes/text.js';
import { isSignedBy, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { Question } from '../../src/protocol/templates/question.js';
import {
  type Mistake,
  type Owner,
  sentFor,
  type TokenQuestion,
  tokenUrlOf,
} from '../../src/protocol/templates/token-request.js';
import { ask, templatesOf } from './ask.js';
import { jwks, needDiscovery } from './discovery.js';
import { checks } from './exchange.js';
import { PLACES } from './places.js';
import { asTaken, BY_FORM, basicToken } from './tokens.js';

const DISCOVERY: Question = { ask: 'discovery' };

/** The token requests of the document, by form and by Basic. */
const documented = async (context: Context): Promise<readonly TokenQuestion[]> => [
  BY_FORM,
  (await basicToken(context)).question,
];

/** Mistakes that are made in both ways and with both clients, after which the others are made in the form alone. */
const BOTH_WAYS = 8;

/** Each mistake in a secret or an id, and those in a secret that are none of its shapes, the most informative first. */
function mistakesOf(check: string): readonly Mistake[] {
  const secrets = askedBy(PLACES.client_secret, check, NEAR).map(
    (shape): Mistake => `secret ${shape}`,
  );
  const ids = askedBy(PLACES.client_id, check, NEAR).map((shape): Mistake => `id ${shape}`);
  return [
    ...[...secrets.slice(0, 3), ...ids.slice(0, 1), 'secret of another client' as const],
    ...[
      ...secrets.slice(3, 5),
      ...ids.slice(1),
      'secret in a list' as const,
      'secret left out' as const,
    ],
    ...secrets.slice(5),
  ];
}

const WRONG_SECRET: TokenQuestion = { ...BY_FORM, mistake: 'secret lengthened' };
const UNKNOWN_CLIENT: TokenQuestion = { ...BY_FORM, client: 'nobody' };

/** Grant types that are almost the right one. */
const GRANTS = ['client_credentialsx', 'client-credentials'];

const IN_URLS =
  'refused with invalid values; a real secret is not sent in a URL, because URLs are logged: set "allow": { "secretsInUrls": true } in the target file';

type Asked = (context: Context) => readonly Question[] | Promise<readonly Question[]>;

/** A check that rests on no facts and asks what others ask as well. */
const shared = (title: string, withoutFacts: Asked, requests = 0) => ({
  title,
  requests,
  withoutFacts,
});

export const tokenChecks = checks({
  'TOK-REQ-1 templates.token.form': {
    ...shared('a token request by form', () => [BY_FORM]),
    requests: { least: 0, most: 2 },
    take: { least: 1 },
    repeat: WRONG_SECRET,
  },
  'TOK-REQ-1 templates.token.written-otherwise': {
    title: 'the same form with an escaped letter, and without Accept',
    requests: { least: 1, most: 2 },
    questions: () => [
      { ...BY_FORM, writing: 'with needless escapes' },
      { ...BY_FORM, writing: 'without Accept' },
    ],
  },
  'TOK-REQ-2 templates.token.basic': {
    title: 'HTTP Basic client authentication, id and secret form-encoded or as they are',
    questions: async (_, context) => (await documented(context)).slice(1),
  },
  'TOK-RES-1 templates.token.response': shared(
    'the documented token requests: members of their responses',
    documented,
  ),
  'TOK-RES-2 templates.token.no-refresh': shared(
    'the documented token requests: refresh_token in their responses',
    documented,
  ),
  'TOK-RES-3 templates.token.headers': shared(
    'the documented token requests: headers of their responses',
    documented,
  ),
  'TOK-RES-4 templates.token.jwt': shared(
    'the documented token request: expiry and signature of the token',
    async (context) => {
      const keys =
        (await jwks(context)) ?? skip('prerequisite', 'needs the keys of the discovery document');
      const token = tokenIn(await ask(context, BY_FORM));
      if (token !== undefined && isSignedBy(token, keys) === undefined)
        skip('data', 'this signature algorithm cannot be verified');
      return [
        DISCOVERY,
        { ask: 'keys', address: (await needDiscovery(context)).jwks_uri },
        BY_FORM,
      ];
    },
  ),
  'TOK-ERR-1 templates.token.wrong-credentials': {
    title: 'token requests with a wrong secret, and with an unknown client',
    requests: { least: 2, most: 42 },
    repeat: true,
    // The token requests with wrong credentials that the settings allow; the first client stands for one that is not there.
    questions({ raw }, { target }) {
      const settings = templatesOf(target);
      const other = settings.otherClient === undefined ? 'first' : 'other';
      const mistakes = mistakesOf('templates.token.wrong-credentials');
      const [first, both] = [mistakes.slice(0, 1), mistakes.slice(1, BOTH_WAYS)];
      const asked = (
        client: Owner,
        way: 'form' | 'basic',
        ...made: readonly Mistake[]
      ): readonly TokenQuestion[] =>
        made
          .filter((mistake) => sentFor(client, mistake, settings) !== undefined)
          .map((mistake) => asTaken({ ask: 'token', client, mistake, way }, raw));
      return [
        ...asked('first', 'form', ...first),
        UNKNOWN_CLIENT,
        ...both.flatMap((mistake, turn) =>
          asked('first', turn % 4 === 0 ? 'basic' : 'form', mistake),
        ),
        ...asked(other, 'basic', ...first),
        ...both.flatMap((mistake, turn) =>
          asked(other, turn % 4 === 0 ? 'form' : 'basic', mistake),
        ),
        asTaken({ ask: 'token', client: 'nobody', way: 'basic' }, raw),
        ...asked('first', 'form', ...mistakes.slice(BOTH_WAYS)),
      ];
    },
  },
  'TOK-ERR-2 templates.token.unsupported-client': {
    title: 'token requests of a client that may not use client credentials',
    requests: { least: 1, most: 2 },
    needs: ['templates.unsupportedClient'],
    questions: ({ raw }) =>
      (['form', 'basic'] as const).map((way) =>
        asTaken({ ask: 'token', client: 'unsupported', way }, raw),
      ),
  },
  'TOK-ERR-3 templates.token.grant-type': {
    title: 'token requests with an unknown grant_type, and without one',
    requests: { least: 2, most: 4 },
    questions: () => ['urn:assay:unknown', null, ...GRANTS].map((grant) => ({ ...BY_FORM, grant })),
  },
  'TOK-ERR-4 templates.token.query': {
    title: 'token requests by GET, and with credentials in the query string',
    requests: 2,
    // Token requests with worthless values, where a real secret may not stand in a URL.
    async questions(_, context) {
      const real = context.target.allow.secretsInUrls;
      const question: TokenQuestion = {
        ask: 'token',
        client: real ? 'first' : 'nobody',
        way: 'query',
      };
      const both: readonly TokenQuestion[] = [{ ...question, method: 'GET' }, question];
      if (real) return both;
      for (const one of both) await ask(context, one);
      return skip('safety', IN_URLS);
    },
  },
  'TOK-ERR-5 templates.token.enumeration': {
    title: 'a wrong secret and an unknown client',
    shows: 'responses to both requests',
    cases: () => ({ 'a wrong secret': WRONG_SECRET, 'an unknown client': UNKNOWN_CLIENT }),
    async odd(client, context) {
      const secret = await ask(context, WRONG_SECRET);
      const isSame = secret.status === client.status && secret.text === client.text;
      return isSame
        ? undefined
        : 'is answered otherwise than a wrong secret, which lets an attacker enumerate clients';
    },
  },
  'TOK-DISC-1 templates.discovery.document': shared('the discovery document', () => [DISCOVERY], 1),
  'TOK-DISC-2 templates.discovery.endpoints': {
    title: 'the token endpoint and the JWKS address that discovery names',
    requests: 1,
    // The addresses that discovery names. One on another host is reported and not asked: nobody said that it may be.
    async withoutFacts(context) {
      const { jwks_uri: keys, token_endpoint: endpoint } = await needDiscovery(context);
      for (const [member, address] of Object.entries({ jwks_uri: keys, token_endpoint: endpoint }))
        if (!isConfigured(context.target, address)) {
          const named = `the discovery document names the ${member} ${address}`;
          skip('safety', `${named}, on a host that is not configured: nothing is sent there`);
        }
      const isOwn = endpoint === tokenUrlOf(templatesOf(context.target));
      return [
        DISCOVERY,
        { ask: 'keys', address: keys },
        isOwn ? BY_FORM : { ...BY_FORM, address: endpoint },
      ];
    },
  },
  'TOK-DISC-3 templates.discovery.issuer': shared(
    'the issuer in the discovery document and in the token',
    async (context) => {
      await needDiscovery(context);
      return [DISCOVERY, BY_FORM];
    },
  ),
});
