/** Recognizes requests that a web application firewall is likely to refuse. */

import { percentDecoded } from '../percent-decoded.js';
import type { Request } from './request.js';

/**
 * As in the core rule set of ModSecurity: SQL, markup, paths that leave a folder, shell commands,
 * and control characters.
 */
const ATTACKS: readonly RegExp[] = [
  /['"]\s*(\)|;|or\b|and\b|union\b|like\b)/i,
  /\bor\s+['"(\d][^&]*=/i,
  /\bunion\b.*\bselect\b|\bselect\b.*\(|\bdrop\s+table\b|;\s*select\b/i,
  /--\s*$|--\s|\/\*.*\*\//,
  /<\/?[a-z!]/i,
  /(^|[/\\=])\.\.([/\\]|$)/,
  /\0|[\r\n]/,
  /\$\(|\$\{|`|;\s*\w+\s|\|\s*\w/,
];

export function isSuspicious({ url, headers = [], body = '' }: Request): boolean {
  const [path = '', query = ''] = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/\?(.*)/s);
  const fields = query.split('&').map((field) => field.split(/=(.*)/s)[1] ?? '');
  const texts = [
    ...path.split('/'),
    path,
    ...fields.map((field) => field.replaceAll('+', ' ')),
  ].map(percentDecoded);
  const values = headers.filter(([name]) => !NOT_SEARCHED.test(name)).map(([, value]) => value);
  return [...texts, ...values, body].some((text) => ATTACKS.some((attack) => attack.test(text)));
}

/** Header fields with a grammar of their own, whose usual values may look like attacks. */
const NOT_SEARCHED = /^(accept|content-type|user-agent)$/i;
