import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import Provider from 'oidc-provider';
import type { TargetFile } from '../../src/settings/index.js';

const REALM = '/realms/External-Applications';
const AUDIENCE = 'urn:export-templates';

/**
 * An OAuth server that others wrote (oidc-provider), and a template API that verifies its tokens
 * with jose.
 */
export interface IndependentServer {
  readonly target: TargetFile;
  readonly close: () => Promise<void>;
}

export async function startIndependentServer(): Promise<IndependentServer> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'independent client', secret: 'a+secret &with=reserved/characters%' };
  const provider = new Provider(origin + REALM, await configuration(client));
  const answer = provider.callback();
  const keys = createRemoteJWKSet(new URL(`${origin}${REALM}/jwks`));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/V1/export-templates') return templates(request, response);
    if (!request.url?.startsWith(REALM)) return void response.writeHead(404).end();
    request.url = request.url.slice(REALM.length);
    // Mounted below a path, as oidc-provider's documentation has it.
    Object.assign(request, { originalUrl: REALM + request.url });
    withKeycloakMembers(response);
    await answer(request, response);
  }

  async function templates({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const valid = await jwtVerify(token, keys, {
      issuer: origin + REALM,
      audience: AUDIENCE,
    }).catch(() => undefined);
    const [status, body] = valid ? [200, []] : [401, { error: 'invalid_token' }];
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'WWW-Authenticate': 'Bearer',
    });
    response.end(JSON.stringify(body));
  }

  return {
    target: { templates: { baseUrl: origin, authUrl: origin, client } },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function configuration({ id, secret }: { readonly id: string; readonly secret: string }) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k', use: 'sig', alg: 'RS256' }] },
    routes: { token: '/protocol/openid-connect/token', jwks: '/jwks' },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience: AUDIENCE,
          scope: '',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
        }),
      },
    },
  };
}

/** The document's token response has two members of Keycloak's that RFC 6749 does not know. */
function withKeycloakMembers(response: ServerResponse): void {
  const end = response.end.bind(response);
  response.end = ((body?: unknown, ...rest: never[]) => {
    const text = Buffer.isBuffer(body) || typeof body === 'string' ? String(body) : '';
    if (!text.includes('"access_token"')) return end(body as string, ...rest);
    const whole = JSON.stringify({ ...JSON.parse(text), 'not-before-policy': 0, scope: '' });
    response.setHeader('Content-Length', Buffer.byteLength(whole));
    return end(whole);
  }) as typeof response.end;
}
