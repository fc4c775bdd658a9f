import type { Answer } from '../../../src/harness/suite.js';

/** The error table of the document. `{path}` is the path that was requested. */
export const documented = {
  'token missing': { status: 401, title: 'Unauthorized', text: 'Authentication token is required' },
  'token format': { status: 401, title: 'Unauthorized', text: 'Provided token format is invalid' },
  'destination missing': { status: 401, title: 'Unauthorized', text: 'Destination ID is required' },
  'destination format': { status: 401, title: 'Unauthorized', text: 'Invalid destination ID format' },
  'not authorized': { status: 403, title: 'Forbidden', text: 'Token is not authorized for this destination' },
  'no data': { status: 404, title: 'Not Found', text: 'No exported data' },
  'unknown route': { status: 404, title: 'Not Found', text: 'Requested route was not found: "{path}"' },
} as const;
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
