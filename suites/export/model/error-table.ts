/** The error table of the document, and functions that read the text and the path from an error. */

import type { Answer } from '../../../src/http/answer.js';
import { percentDecoded } from '../../../src/percent-decoded.js';

const UNAUTHORIZED = { status: 401, title: 'Unauthorized' } as const;
const FORBIDDEN = { status: 403, title: 'Forbidden' } as const;
const NOT_FOUND = { status: 404, title: 'Not Found' } as const;

/** `{path}` stands for the requested path. */
export const documented = {
  'token missing': {
    ...UNAUTHORIZED,
    text: 'Authentication token is required',
  },
  'token format': {
    ...UNAUTHORIZED,
    text: 'Provided token format is invalid',
  },
  'not authorized': {
    ...FORBIDDEN,
    text: 'Token is not authorized for this destination',
  },
  'destination missing': {
    ...UNAUTHORIZED,
    text: 'Destination ID is required',
  },
  'destination format': {
    ...UNAUTHORIZED,
    text: 'Invalid destination ID format',
  },
  'no data': { ...NOT_FOUND, text: 'No exported data' },
  'unknown route': {
    ...NOT_FOUND,
    text: 'Requested route was not found: "{path}"',
  },
} as const;
export type ErrorName = keyof typeof documented;

/**
 * Returns the text of an error in any documented form. EXP-ERR-1 to EXP-ERR-3 test the form.
 */
export function plainText({ json }: Answer): string | undefined {
  const body = (json ?? {}) as {
    error?: unknown;
    message?: unknown;
    errors?: readonly { detail?: unknown }[];
  };
  const detail =
    body.error ?? body.message ?? (Array.isArray(body.errors) ? body.errors[0]?.detail : undefined);
  return typeof detail === 'string' ? detail : undefined;
}

/**
 * Whether an error message contains the requested path: as sent, decoded, or escaped. The leading
 * slash may be missing.
 */
export function namesPath(message: string, path: string): boolean {
  const decoded = percentDecoded(path);
  const inHtml = ['&quot;', '&#34;', '&#034;', '&#x22;'].map((quote) =>
    decoded.replaceAll('"', quote),
  );
  const spellings = [path, decoded, JSON.stringify(decoded).slice(1, -1), ...inHtml];
  return (
    /Requested route was not found: ".*"/s.test(message) &&
    spellings.some((spelling) => message.includes(spelling.slice(1)))
  );
}
