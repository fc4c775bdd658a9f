import type { TemplatesScript } from '../../suites/clients/index.js';
import type { Handler } from './call.js';
import type { Tokens } from './tokens.js';

// Typed here again instead of imported from src/protocol, so that a wrong path there is noticed.
const TEMPLATES_PATH = '/V1/export-templates';

/** The scripted template API: one list that requires a bearer token. */
export function templatesServer(
  { rejects = [], forbids = [], delayMs = 0 }: TemplatesScript,
  tokens: Tokens,
): Handler {
  let calls = 0;
  return (call) => {
    if (call.path !== TEMPLATES_PATH) return { status: 404, body: { error: 'Not Found' }, delayMs };
    calls += 1;
    if (rejects === 'all' || rejects.includes(calls)) tokens.revokeAll();
    const bearer = /^Bearer +(\S+)$/i.exec(call.header('authorization') ?? '')?.[1];
    if (!tokens.accepts(bearer, call.atMs))
      return {
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
        body: { error: 'Unauthorized' },
        delayMs,
      };
    if (forbids.includes(calls)) return { status: 403, body: { error: 'Forbidden' }, delayMs };
    return { status: 200, body: { data: [{ id: 1, name: 'Default' }] }, delayMs };
  };
}
