import type { Answer } from '../../../src/harness/suite.js';

/** The error table of the document, with the clause of each error. `{path}` is the path that was requested. */
export const documented = {
  'token missing': { clause: 'EXP-AUTH-1', status: 401, text: 'Authentication token is required' },
  'token format': { clause: 'EXP-AUTH-2', status: 401, text: 'Provided token format is invalid' },
  'not authorized': { clause: 'EXP-AUTH-3', status: 403, text: 'Token is not authorized for this destination' },
  'destination missing': { clause: 'EXP-AUTH-6', status: 401, text: 'Destination ID is required' },
  'destination format': { clause: 'EXP-AUTH-7', status: 401, text: 'Invalid destination ID format' },
  'no data': { clause: 'EXP-ERR-2', status: 404, text: 'No exported data' },
  'unknown route': { clause: 'EXP-ROUTE-8', status: 404, text: 'Requested route was not found: "{path}"' },
} as const;
export const TITLES = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' } as const;
export type ErrorName = keyof typeof documented;

/** The text of an error in whichever shape it comes; the shape itself is judged by EXP-ERR-1 to EXP-ERR-3. */
export function plainText({ json }: Answer): string | undefined {
  const body = (json ?? {}) as { error?: unknown; message?: unknown; errors?: readonly { detail?: unknown }[] };
  const said = body.error ?? body.message ?? (Array.isArray(body.errors) ? body.errors[0]?.detail : undefined);
  return typeof said === 'string' ? said : undefined;
}

/** Whether a message names the path that was requested: as it was sent, decoded, or escaped. */
export function namesPath(message: string, path: string): boolean {
  const decoded = decodeURIComponent(path);
  const escaped = [
    path,
    decoded,
    JSON.stringify(decoded).slice(1, -1),
    decoded.replaceAll('"', '&quot;'),
    decoded.replaceAll('"', '&#34;'),
    decoded.replaceAll('"', '&#034;'),
    decoded.replaceAll('"', '&#x22;'),
  ];
  return /Requested route was not found: ".*"/s.test(message) && escaped.some((one) => message.includes(one.slice(1)));
}
