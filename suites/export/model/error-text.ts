/** Reads the text and the path from an error. */

import type { Answer } from '../../../src/http/answer.js';
import { percentDecoded } from '../../../src/percent-decoded.js';
import { documented } from './error-table.js';

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
  const [before = '', after = ''] = documented['unknown route'].text.split('{path}');
  const start = message.indexOf(before);
  const hasText = start >= 0 && message.includes(after, start + before.length);
  return hasText && spellings.some((spelling) => message.includes(spelling.slice(1)));
}
