import { type Answer, type Context, skip } from '../../src/harness/suite.js';
import { tokenUrlOf } from '../../src/protocol/templates/token-request.js';
import { seenOf, templatesOf } from './ask.js';
import { discovery } from './discovery.js';

/** Where tokens are revoked (RFC 7009); skips where nothing says so, or where it is on another host. */
export async function revocationUrlOf(context: Context): Promise<string> {
  const settings = templatesOf(context.target);
  const url = settings.revocationUrl ?? (await discovery(context))?.revocation_endpoint;
  if (url === undefined)
    return skip(
      'configuration',
      'needs a revocation endpoint (RFC 7009), named by discovery or in templates.revocationUrl',
    );
  if (new URL(url).origin !== new URL(tokenUrlOf(settings)).origin)
    return skip('safety', `credentials are not sent to ${url}, on another host`);
  return url;
}

/** Whether the server says that it revokes no tokens of this kind (RFC 7009 section 2.2.1). */
export const isUnsupported = ({ status, json }: Answer): boolean =>
  status >= 400 && typeof json === 'object' && (json as { error?: unknown } | null)?.error === 'unsupported_token_type';

/** Gives a token up (RFC 7009 section 2.1). */
export async function revoke(context: Context, url: string, token: string): Promise<Answer> {
  const { id = '', secret = '' } = templatesOf(context.target).client ?? {};
  (await seenOf(context)).revoked.add(token);
  const form = { token, token_type_hint: 'access_token', client_id: id, client_secret: secret };
  return context.ask({
    interface: 'templates',
    lane: 'token',
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(form).toString(),
  });
}
