import { type Context, describeAnswer } from '../../src/harness/index.js';
import { type Answer, Lost } from '../../src/http/index.js';
import type { Setting } from '../../src/settings/index.js';
import { discovery } from './discovery.js';
import { templatesOf } from './endpoint.js';
import { basicToken, formToken, tokenIn } from './issued-tokens.js';
import { askTemplates } from './templates.js';

/** Losses that say that nobody is there, or that nobody can answer. */
const GONE: readonly string[] = ['refused', 'dns', 'tls', 'timeout', 'unavailable', 'rate-limited'];

/**
 * A wrong address or client in a line, from the first token requests and the first call, which checks make anyway. A
 * client that is given a token in either way is right, and the rest is judged.
 */
export async function preflight(context: Context, asked: (setting: Setting) => boolean): Promise<string | undefined> {
  if (!asked('templates.client')) return undefined;
  const { authUrl = '', baseUrl = '' } = templatesOf(context);
  let address = `AUTH_URL ${authUrl}`;
  try {
    const refused = await refusedClient(context);
    if (refused !== undefined || !asked('templates.baseUrl')) return refused;
    const token = tokenIn((await formToken(context)).answer);
    if (token === undefined) return undefined;
    address = `ETM_BASE_URL ${baseUrl}`;
    const answer = await askTemplates(context, `Bearer ${token}`);
    if (answer.status !== 404) return undefined;
    // An API that is there refuses whoever brings no token.
    const anonymous = await askTemplates(context, undefined);
    return anonymous.status === 404 ? `${address} has no templates: ${describeAnswer(answer)}` : undefined;
  } catch (error) {
    if (!(error instanceof Lost) || !GONE.includes(error.kind)) throw error;
    return `${address} cannot be judged: ${error.kind}, ${error.message}`;
  }
}

async function refusedClient(context: Context): Promise<string | undefined> {
  const { answer } = await formToken(context);
  const { status } = answer;
  if (tokenIn(answer) !== undefined || (status !== 400 && status !== 401 && status !== 403 && status !== 404))
    return undefined;
  if (tokenIn((await basicToken(context)).answer) !== undefined) return undefined;
  if (status === 400 && !isAboutClient(answer)) return undefined;
  if (status !== 404)
    return `the token endpoint refuses ETM_CLIENT_ID and ETM_CLIENT_SECRET: ${describeAnswer(answer)}`;
  const there = (await discovery(context)) !== undefined;
  const { authUrl = '' } = templatesOf(context);
  return there ? undefined : `AUTH_URL ${authUrl} has no token endpoint: ${describeAnswer(answer)}`;
}

/** Whether a 400 speaks of the client, or says nothing; what else a token request lacks is the target's own demand (RFC 6749 section 5.2). */
function isAboutClient({ json }: Answer): boolean {
  const { error } = (json ?? {}) as { readonly error?: unknown };
  return typeof error !== 'string' || !['invalid_request', 'invalid_scope'].includes(error);
}
