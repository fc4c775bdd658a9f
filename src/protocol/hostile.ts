/**
 * Values on which careless servers fail: malformed texts, numbers beyond every type, and nested
 * structures. A server may refuse them or not, but must not fail (RFC 9110 section 15.6).
 */

import { isObject } from '../schema/json-value.js';

/** The number of characters of a long text. Most servers accept addresses of 8,000 characters. */
const LONG = 4000;
/** Parsers of JSON and of bracket notation often limit the depth to less than this. */
const DEEP = 150;
/** The number of elements of a long list. */
const MANY = 1000;

const long = 'a'.repeat(LONG);

/** Malformed texts, percent-encoded as they are sent in a path, a query or a form. */
export const TEXTS = {
  'invalid UTF-8': '%FF',
  'half a character': 'a%C3',
  'a lone surrogate': '%ED%A0%80',
  NUL: 'a%00b',
  'a bad escape': '%zz',
  'an escape cut short': 'a%2',
  '4,000 characters': long,
} as const;

/** Texts that some parsers read as numbers, and numbers that fit into no type. */
export const NUMBERS = {
  'beyond 2^63': '9223372036854775808',
  'beyond 2^64': '18446744073709551616',
  '1e400': '1e400',
  '4,000 digits': '9'.repeat(LONG),
  NaN: 'NaN',
  Infinity: 'Infinity',
  'minus zero': '-0',
  'digits of another script': '%D9%A1',
} as const;

/** Parameters with a wrong structure. `name` is a percent-encoded name. */
export const STRUCTURES = {
  'a list': (name: string) => `${name}[]=1`,
  'an object': (name: string) => `${name}[assay]=1`,
  '150 levels of brackets': (name: string) => `${name}${'[0]'.repeat(DEEP)}=1`,
} as const;

type Escaped = keyof typeof TEXTS | keyof typeof NUMBERS;
export type InParameter = Escaped | keyof typeof STRUCTURES;

const ESCAPED: Readonly<Record<Escaped, string>> = { ...TEXTS, ...NUMBERS };
export const escapedValue = (value: Escaped): string => ESCAPED[value];

/** Writes a parameter of a query or a form with this value. */
export function hostileParameter(name: string, value: InParameter): string {
  if (value in STRUCTURES) return STRUCTURES[value as keyof typeof STRUCTURES](name);
  return `${name}=${ESCAPED[value as Escaped]}`;
}

/** Values of a member of a JSON body, as they are written in JSON. */
export const IN_JSON = {
  NUL: '"a\\u0000b"',
  'a lone surrogate': '"\\ud800"',
  'beyond 2^64': NUMBERS['beyond 2^64'],
  '1e400': NUMBERS['1e400'],
  '4,000 characters': `"${long}"`,
  '1,000 elements': `[${Array.from({ length: MANY }, () => '1').join(',')}]`,
  '150 levels': `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
} as const;

/** Whether a text is one of the numbers that fit into no type, or is similar to them. */
function isHostileNumber(text: string): boolean {
  if (/^[+-]?(?:nan|inf(?:inity)?)$/i.test(text) || text === '-0') return true;
  if (/^[+-]?[\d.]+e[+-]?\d{3,}$/i.test(text)) return true;
  if (/^\p{Nd}+$/u.test(text) && !/^\d+$/.test(text)) return true;
  return /^[+-]?\d{19,}$/.test(text) && BigInt(text.replace(/^\+/, '')) >= 2n ** 63n;
}

/** The decoded text, or undefined if its escapes are not those of a text. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Whether a percent-encoded text is malformed or too long for a careless server. */
export function isHostileText(text: string): boolean {
  const plain = decoded(text);
  return plain === undefined || plain.includes('\0') || plain.length >= LONG;
}

/** Parts of a filter that are single values, with an index. A value may be a list. */
const WRONG_STRUCTURE =
  /^(?:limit|offset|orderBy|groupBy|mode|cursor|previous)\[|\[(?:column|operator|mode)\]\[|\[value\]\[(?!\d*\])/;

function isHostilePair(pair: string): boolean {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
  if (isHostileText(name) || isHostileText(value)) return true;
  const plainName = decoded(name) ?? '';
  const isDeep = (plainName.match(/\[/g) ?? []).length >= DEEP;
  return isDeep || WRONG_STRUCTURE.test(plainName) || isHostileNumber(decoded(value) ?? '');
}

/**
 * Whether the parameters of a query or a form contain a value on which careless servers fail. The
 * document does not say how a server must respond to it.
 */
export const isHostileQuery = (search: string): boolean =>
  search !== '' && search.split('&').some(isHostilePair);

/** Whether a text is JSON in which a member has such a value, or that is nested deeply. */
export function isHostileJson(text: string): boolean {
  if (text.length >= LONG || /\\u0000|\\ud[89a-f]/i.test(text)) return true;
  if ((text.match(/[[{]/g) ?? []).length >= DEEP) return true;
  return /(?<![\w"])-?[\d.]+e\d{3,}|(?<![\w"])\d{19,}/i.test(text);
}

/** Whether the header of a JSON Web Token, or its form, is one that careless verifiers fail on. */
export function isHostileToken(token: string): boolean {
  const [header = '', claims, signature, ...more] = token.split('.');
  if (token.length >= LONG || claims === undefined || signature === undefined || more.length > 0)
    return token.length >= LONG || /^(?:eyJ|W10|bnVsbA|MQ)/.test(token);
  const json = jsonOf(header);
  return !isObject(json) || typeof json.alg !== 'string' || !isObject(jsonOf(claims));
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
