import type { Context } from '../../src/harness/index.js';
import { skip } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { discovery } from './discovery.js';
import { clientOf, templatesOf, tokenUrlOf } from './endpoint.js';
import { credentials } from './token-request.js';

/** Where tokens are revoked (RFC 7009); skips where nothing says so, or where it is on another host. */
export async function revocationUrlOf(context: Context): Promise<string> {
  const url = templatesOf(context).revocationUrl ?? (await discovery(context))?.revocation_endpoint;
  if (url === undefined)
    return skip(
      'configuration',
      'needs a revocation endpoint (RFC 7009), named by discovery or in templates.revocationUrl',
    );
  if (new URL(url).origin !== new URL(tokenUrlOf(context)).origin)
    return skip('safety', `credentials are not sent to ${url}, on another host`);
  return url;
}

/** Gives a token up (RFC 7009 section 2.1). */
export const revoke = (context: Context, url: string, token: string): Promise<Answer> =>
  context.ask({
    interface: 'templates',
    lane: 'token',
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams({
      token,
      token_type_hint: 'access_token',
      ...credentials(clientOf(context)),
    }).toString(),
  });
