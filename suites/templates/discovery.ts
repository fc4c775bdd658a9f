import type { JSONWebKeySet } from 'jose';
import { decodeJwt } from 'jose';
import {
  type Context,
  describeAnswer,
  deviates,
  expectSchema,
  expectStatus,
  isConfigured,
  skip,
} from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import type { Discovery } from '../../src/schema/types.js';
import { checkSchema } from '../../src/schema/validate.js';
import { tokenCheck } from './check.js';
import { clientOf, realmOf, tokenUrlOf } from './endpoint.js';
import { accessToken, formToken, tokenIn } from './issued-tokens.js';
import { askToken, credentials, GRANT } from './token-request.js';

const get = (context: Context, url: string): Promise<Answer> =>
  context.ask({ interface: 'templates', lane: 'token', url, headers: [['Accept', 'application/json']] });

const discover = (context: Context): Promise<Answer> =>
  get(context, `${realmOf(context)}/.well-known/openid-configuration`);

/** The discovery document, or undefined where it is not what it should be (TOK-DISC-1 says so). */
export async function discovery(context: Context): Promise<Discovery | undefined> {
  const result = checkSchema('templates/discovery', (await discover(context)).json);
  return 'value' in result ? result.value : undefined;
}

/** The published keys, or undefined where there are none (TOK-DISC-2 says so). */
export async function jwks(context: Context): Promise<JSONWebKeySet | undefined> {
  const document = await discovery(context);
  if (document === undefined || !isConfigured(context.target, document.jwks_uri)) return undefined;
  const result = checkSchema('templates/jwks', (await get(context, document.jwks_uri)).json);
  return 'value' in result ? result.value : undefined;
}

export const discoveryChecks = [
  tokenCheck({
    id: 'templates.discovery.document',
    clauses: ['TOK-DISC-1'],
    title: 'the discovery document names token endpoint, grant types and JWKS address',
    requests: 1,
    async run(context) {
      const answer = await discover(context);
      expectStatus(answer, 200);
      const { grant_types_supported: grants } = expectSchema(answer, 'templates/discovery');
      return `grant types ${grants.join(', ')}`;
    },
  }),
  tokenCheck({
    id: 'templates.discovery.endpoints',
    clauses: ['TOK-DISC-2'],
    title: 'what discovery names works: the token endpoint issues tokens, the JWKS address answers with keys',
    requests: 1,
    async run(context) {
      const document = (await discovery(context)) ?? skip('prerequisite', 'needs a discovery document');
      const answer = await discover(context);
      if (!document.grant_types_supported.includes('client_credentials')) {
        deviates(
          'client_credentials among the grant types',
          document.grant_types_supported.join(', ') || 'none',
          answer,
        );
      }
      stayHome(context, 'jwks_uri', document.jwks_uri);
      const keys = await get(context, document.jwks_uri);
      expectStatus(keys, 200, 'from the JWKS address');
      expectSchema(keys, 'templates/jwks');
      await expectIssues(context, document.token_endpoint, answer);
      return `${document.token_endpoint} issues tokens, ${document.jwks_uri} has keys`;
    },
  }),
  tokenCheck({
    id: 'templates.discovery.issuer',
    clauses: ['TOK-DISC-3'],
    title: 'the issuer is the realm, in the discovery document and in the token',
    requests: 0,
    async run(context) {
      const document = (await discovery(context)) ?? skip('prerequisite', 'needs a discovery document');
      const token = await accessToken(context);
      const answer = await discover(context);
      const wanted = realmOf(context);
      if (document.issuer !== wanted) deviates(`issuer ${wanted}`, document.issuer ?? 'none', answer);
      const iss = issuerOf(token);
      if (iss !== document.issuer)
        deviates(
          `iss ${document.issuer} in the token`,
          JSON.stringify(iss) ?? 'none',
          (await formToken(context)).answer,
        );
      return `issuer ${wanted}`;
    },
  }),
];

/** What discovery names on a host that is not configured is reported and not asked: nobody said that it may be. */
function stayHome(context: Context, member: string, address: string): void {
  if (!isConfigured(context.target, address))
    skip('safety', `discovery names the ${member} ${address}, on a host that is not configured: nothing is sent there`);
}

/** The named endpoint is the one that was asked already, or is asked now; credentials never go to another host. */
async function expectIssues(context: Context, named: string, shown: Answer): Promise<void> {
  const own = tokenUrlOf(context);
  if (named === own) {
    const { answer } = await formToken(context);
    if (tokenIn(answer) === undefined) deviates('a token', describeAnswer(answer), shown, answer);
    return;
  }
  stayHome(context, 'token_endpoint', named);
  const answer = await askToken(context, { url: named, form: { ...GRANT, ...credentials(clientOf(context)) } });
  const token = tokenIn(answer);
  if (token === undefined) deviates(`a token from ${named}`, describeAnswer(answer), shown, answer);
  else context.secrets.registerToken(token, 'npx assay token');
}

function issuerOf(token: string): unknown {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
