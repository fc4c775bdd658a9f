import { decodeJwt } from 'jose';
import { type Answer, answer, json } from '../wire/answer.js';
import type { Call } from '../wire/call.js';
import type { Handler } from '../wire/server.js';
import type { TokenBehaviour } from './behaviour.js';
import type { Client } from './clients.js';
import { OAuthProblem } from './oauth-problem.js';
import {
  DISCOVERY_PATH,
  JWKS_PATH,
  REALM,
  REVOCATION_PATH,
  TOKEN_PATH,
  type TokenWorld,
} from './world.js';

type Form = ReadonlyMap<string, string>;

/** Serves tokens, revocation, discovery and keys of one realm. */
export function tokenHandler(behaviour: TokenBehaviour, world: TokenWorld): Handler {
  const posts: Readonly<Record<string, (call: Call) => Promise<Answer>>> = {
    [`${REALM}${TOKEN_PATH}`]: issue,
    [`${REALM}${REVOCATION_PATH}`]: revoke,
  };
  const gets: Readonly<Record<string, () => Promise<Answer>>> = {
    [`${REALM}${DISCOVERY_PATH}`]: async () => json(200, behaviour.discovery(world)),
    [`${REALM}${JWKS_PATH}`]: async () => json(200, await behaviour.jwks(world)),
  };
  return async (call) => {
    const post = posts[call.path];
    const serve: ((call: Call) => Promise<Answer>) | undefined = post ?? gets[call.path];
    if (serve === undefined) return json(404, { error: 'Realm or page not found' });
    const allowed = post === undefined ? ['GET', 'HEAD'] : ['POST'];
    if (!allowed.includes(call.method))
      return json(405, { error: 'invalid_request' }, { Allow: allowed.join(', ') });
    try {
      return await serve(call);
    } catch (fault) {
      if (fault instanceof OAuthProblem) return behaviour.problem(fault, call);
      throw fault;
    }
  };

  async function issue(call: Call): Promise<Answer> {
    const form = await behaviour.readForm(call);
    const grant = behaviour.grantOf(form, call);
    if (grant === undefined)
      throw new OAuthProblem(400, 'invalid_request', 'Missing form parameter: grant_type');
    if (!behaviour.grants.includes(grant)) {
      throw new OAuthProblem(400, 'unsupported_grant_type', 'Unsupported grant_type');
    }
    const client = authenticated(call, form);
    // The specification requires this code, for which RFC 6749 has `unauthorized_client`.
    if (!behaviour.mayUse(client, grant)) {
      throw new OAuthProblem(
        400,
        'unsupported_grant_type',
        'Client is not set up for client credentials',
      );
    }
    const token = await behaviour.sign(behaviour.claims(client, world));
    return json(200, behaviour.tokenBody(token, world, client), behaviour.tokenHeaders);
  }

  /**
   * Revokes a token. The response is 200 for any token (RFC 7009 section 2.2). A client can only
   * revoke its own tokens.
   */
  async function revoke(call: Call): Promise<Answer> {
    const form = await behaviour.readForm(call);
    const client = authenticated(call, form);
    const token = form.get('token');
    if (token === undefined)
      throw new OAuthProblem(400, 'invalid_request', 'Missing form parameter: token');
    const { azp, jti } = readClaims(token);
    if (azp === client.id && jti !== undefined) behaviour.revoke(jti, world);
    return answer(200, { 'Cache-Control': 'no-store' });
  }

  // An unknown client and a wrong secret have the same response, so that a client cannot find out
  // which ids exist.
  function authenticated(call: Call, form: Form): Client {
    const credentials = behaviour.credentialsOf(call, form);
    const client = credentials && behaviour.authenticate(credentials, world.clients, call);
    if (client === undefined)
      throw new OAuthProblem(401, 'invalid_client', 'Invalid client or client credentials');
    return client;
  }
}

/**
 * Reads the claims of a token without verifying it. Returns no claims if the text is not a JWT.
 */
export function readClaims(token: string): ReturnType<typeof decodeJwt> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}
