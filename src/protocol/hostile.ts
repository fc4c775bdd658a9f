/**
 * Values on which careless servers fail: malformed texts, numbers beyond every type, and nested
 * structures. A server may refuse them or not, but must not fail (RFC 9110 section 15.6).
 */

/** The number of characters of a long text. Most servers accept addresses of 8,000 characters. */
const LONG = 4000;
/** Python refuses to convert more than 4,300 digits, and a careless server does not expect that. */
const DIGITS = 5000;
/** Parsers of JSON and of bracket notation often limit the depth to less than this. */
const DEEP = 150;
/** Recursive parsers fail from about 1,000 levels on. */
const VERY_DEEP = 1500;
/** The number of elements of a long list. */
export const MANY = 1000;
/** Some databases accept at most 1,000 or 2,100 values in a statement. */
const VALUES = 2200;

const long = 'a'.repeat(LONG);
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Malformed texts, percent-encoded as they are sent in a path, a query or a form. */
const TEXTS = {
  'invalid UTF-8': '%FF',
  'half a character': 'a%C3',
  'a lone surrogate': '%ED%A0%80',
  NUL: 'a%00b',
  'a bad escape': '%zz',
  'an escape cut short': 'a%2',
  // In many languages the pattern `^AND$` also matches before a final line break.
  'a line break behind `AND`': 'AND%0A',
  // PostgreSQL refuses a pattern that ends with an escape, but only where the rest matches a text.
  'a final backslash': '%25%5C',
  '4,000 characters': long,
  '2,200 numbers': Array.from({ length: VALUES }, () => '1').join(','),
} as const;

/** Texts that some parsers read as numbers, and numbers that fit into no type. */
const NUMBERS = {
  'beyond 2^63': '9223372036854775808',
  'beyond 2^64': '18446744073709551616',
  '1e400': '1e400',
  '5,000 digits': '9'.repeat(DIGITS),
  // The numeric type of PostgreSQL has at most 16,383 digits behind the point.
  '16,384 decimals': `0.${'1'.repeat(2 ** 14)}`,
  NaN: 'NaN',
  Infinity: 'Infinity',
  'minus zero': '-0',
  'digits of another script': '%D9%A1',
  // Python: "²".isdigit() is true, but int("²") fails.
  'a superscript digit': '%C2%B2',
  // The numeric type of PostgreSQL has at most 131,072 digits before the point.
  '1e200000': '1e200000',
} as const;

/** Instants that some parsers accept and cannot represent, because of their zone or their year. */
const INSTANTS = {
  '30 February': '2024-02-30T00:00:00Z',
  'the year 10000': '10000-01-01T00:00:00Z',
  'an instant before the year 1': '0001-01-01T00:00:00%2B23:59',
  'an instant after the year 9999': '9999-12-31T23:59:59-23:59',
} as const;

/** Parameters with a wrong structure. `name` is a percent-encoded name. */
const STRUCTURES = {
  'a list': (name: string) => `${name}[]=1`,
  'an object': (name: string) => `${name}[assay]=1`,
  'an opening bracket without its end': (name: string) => `${name}[=1`,
  '150 levels of brackets': (name: string) => `${name}${'[0]'.repeat(DEEP)}=1`,
  'an index that is a superscript digit': (name: string) =>
    listFrom(name, NUMBERS['a superscript digit']),
  'an index beyond 2^63': (name: string) => listFrom(name, NUMBERS['beyond 2^63']),
  'an index of 5,000 digits': (name: string) => listFrom(name, NUMBERS['5,000 digits']),
} as const;

/** A list with this index, and with an element whose index the server must compute. */
const listFrom = (name: string, index: string): string => `${name}[${index}]=1&${name}[]=2`;

/**
 * Names of parameters on which a handler that receives all parameters by name may fail: arguments
 * of Python's methods, and members that every JavaScript object has.
 */
export const RESERVED_NAMES = ['self', 'constructor', '__proto__', 'hasOwnProperty'];
export const RESERVED_PARAMETERS = RESERVED_NAMES.map((name) => `${name}=1`).join('&');

/** The values for a parameter that is a whole number, shortest first. */
export const IN_NUMBERS: readonly InParameter[] = [
  'invalid UTF-8',
  'a bad escape',
  'NUL',
  'minus zero',
  'digits of another script',
  'a superscript digit',
  '1e400',
  'beyond 2^63',
  'beyond 2^64',
  'an object',
  '5,000 digits',
];

/** The values for a parameter that is a text, shortest first. */
export const IN_TEXTS: readonly InParameter[] = [
  'invalid UTF-8',
  'a bad escape',
  'NUL',
  'a lone surrogate',
  'a list',
  'an object',
  '4,000 characters',
];

/** The values for a column of instants. */
export const IN_INSTANTS: readonly InParameter[] = [
  '30 February',
  'the year 10000',
  'an instant before the year 1',
  'an instant after the year 9999',
  'beyond 2^63',
];

type Escaped = keyof typeof TEXTS | keyof typeof NUMBERS | keyof typeof INSTANTS;
export type InParameter = Escaped | keyof typeof STRUCTURES;

const ESCAPED: Readonly<Record<Escaped, string>> = { ...TEXTS, ...NUMBERS, ...INSTANTS };
export const escapedValue = (value: Escaped): string => ESCAPED[value];
export const namesOfEscaped = Object.keys(ESCAPED) as readonly Escaped[];

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
  '150 levels': nested(DEEP),
  '1,500 levels': nested(VERY_DEEP),
} as const;

const isBeyond64Bits = (value: bigint): boolean => BigInt.asIntN(64, value) !== value;

/** Whether a text is one of the numbers that fit into no type, or is similar to them. */
export function isHostileNumber(text: string): boolean {
  if (/^[+-]?(?:nan|inf(?:inity)?)$/i.test(text) || text === '-0') return true;
  // An exponent of three digits, such as 400, may exceed a double.
  if (/^[+-]?[\d.]+e[+-]?\d{3,}$/i.test(text)) return true;
  // Digits of another script, or superscript digits.
  if (/^\p{N}+$/u.test(text) && !/^\d+$/.test(text)) return true;
  return /^[+-]?\d{19,}$/.test(text) && isBeyond64Bits(BigInt(text.replace(/^\+/, '')));
}

/** Whether a text is one of the instants that some servers cannot represent. */
export const isHostileInstant = (text: string): boolean => HOSTILE_INSTANTS.has(text);

/** The decoded text, or undefined if an escape is incomplete or its bytes are not UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const HOSTILE_INSTANTS: ReadonlySet<string | undefined> = new Set(
  Object.values(INSTANTS).map(decoded),
);

/** Whether a percent-encoded text is malformed, has NUL, or is too long for a careless server. */
export function isHostileText(text: string): boolean {
  const plain = decoded(text);
  return plain === undefined || isHostileValue(plain);
}

/**
 * Matches names with brackets where a correct client writes none: behind a parameter that is a
 * single value, behind `filters` without a number, behind a column, operator or mode, and within a
 * value that is not a list. Also matches an index of 19 or more digits.
 */
const WRONG_STRUCTURE =
  /^(?:limit|offset|orderBy|groupBy|mode|cursor|previous|grant_type|client_id)\[|^client_secret\[(?!\])|^filters\[(?!\d*\])|\[(?:column|operator|mode)\]\[|\[value\]\[(?!\d*\])|\[\d{19,}\]/;

/** Whether the decoded name of a parameter has a wrong structure, or is reserved by languages. */
export const isHostileName = (name: string): boolean =>
  RESERVED_NAMES.includes(name) || WRONG_STRUCTURE.test(name) || name.split('[').length > DEEP;

/** Whether the query cannot be decoded, so that only the query itself describes the request. */
export const isUndecodable = (search: string): boolean => decoded(search) === undefined;

/** Whether a decoded text has NUL, or is too long for a careless server. */
export const isHostileValue = (text: string): boolean => text.length >= LONG || text.includes('\0');

/** Whether the last character of a pattern is a backslash that escapes nothing. */
export const isHostilePattern = (pattern: string): boolean =>
  /(?:^|[^\\])(?:\\\\)*\\$/.test(pattern);

/** Whether a mode ends with a line break. */
export const isHostileMode = (name: string, value: string): boolean =>
  /^(?:mode|filters\[\d+\]\[mode\])$/.test(name) && value.endsWith('\n');

function isHostilePair(pair: string): boolean {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
  if (isHostileText(name) || isHostileText(value)) return true;
  const [plainName = '', plain = ''] = [decoded(name), decoded(value)];
  return isHostileName(plainName) || isHostileNumber(plain) || isHostileMode(plainName, plain);
}

/**
 * Whether the parameters of a query or a form contain a value on which careless servers fail. The
 * document does not say how a server must respond to it.
 */
export function isHostileQuery(search: string): boolean {
  const pairs = search.split('&');
  return search !== '' && (pairs.length > MANY || pairs.some(isHostilePair));
}

/** Whether a text is JSON with a value on which careless servers fail, or is nested deeply. */
export function isHostileJson(text: string): boolean {
  if (text.length >= LONG || text.includes('\0') || /\\u0000|\\ud[89a-f]/i.test(text)) return true;
  if ((text.match(/[[{]/g) ?? []).length >= DEEP) return true;
  if ((text.match(/,/g) ?? []).length >= MANY - 1) return true;
  // After a letter, a digit, a point or a quote, digits belong to a text or to another number.
  if (/(?<![\w"])-?[\d.]+e\d{3,}/i.test(text)) return true;
  const long = text.match(/(?<![\w".-])-?\d{19,}(?![\d.])/g) ?? [];
  return long.some((digits) => isBeyond64Bits(BigInt(digits)));
}

const basicOf = (pair: Buffer): string => `Basic ${pair.toString('base64')}`;

/** Values of `Authorization` with HTTP Basic whose content is no usable id and secret. */
export const IN_BASIC: Readonly<Record<string, string>> = {
  'an id and a secret of invalid UTF-8': basicOf(Buffer.from([0xff, 0x3a, 0xff])),
  'NUL in the id': basicOf(Buffer.from('assay\0:assay')),
  'bad escapes in the secret': basicOf(Buffer.from('assay:%zz%FF')),
  'a letter beyond ASCII': 'Basic é',
  'a secret of 4,000 characters': basicOf(Buffer.from(`assay:${long}`)),
};

export const isHostileBasic = (authorization: string): boolean =>
  Object.values(IN_BASIC).includes(authorization);

/** No character encoding has this name. Some frameworks look it up before the handler runs. */
export const NO_CHARSET = 'charset=assay';
/** Says that a body is compressed. Assay itself compresses no body. */
export const COMPRESSED = ['Content-Encoding', 'gzip'] as const;

type Fields = readonly (readonly [name: string, value: string])[];

/**
 * The header fields that make a body unreadable: a charset that does not exist, or `gzip` although
 * the body is not compressed.
 */
export const unreadableFields = (headers: Fields, body: string): Fields =>
  headers.filter(([name, value]) => {
    const isType = name.toLowerCase() === 'content-type';
    if (isType) return value.endsWith(NO_CHARSET);
    const isCoding = name.toLowerCase() === COMPRESSED[0].toLowerCase() && value === COMPRESSED[1];
    // The first byte of gzip is 0x1f (RFC 1952, section 2.3.1).
    return isCoding && !body.startsWith('\x1f');
  });

export const hasUnreadableBody = (headers: Fields, body: string): boolean =>
  unreadableFields(headers, body).length > 0;

/** JSON bodies that are not objects. Some servers read members before they test the type. */
export const NO_OBJECTS = { 'an empty list': '[]', null: 'null' } as const;

export const isNoObject = (text: string): boolean =>
  Object.values(NO_OBJECTS).some((body) => body === text);

const encoded = (json: string | Buffer): string => Buffer.from(json).toString('base64url');
const HEADER = encoded('{"alg":"RS256","kid":"assay"}');
const CLAIMS = encoded('{"sub":"assay"}');
const SIGNATURE = 'YXNzYXk';
const withHeader = (json: string | Buffer): string => `${encoded(json)}.${CLAIMS}.${SIGNATURE}`;

/** JSON Web Tokens whose parts are not what a verifier may expect, shortest first. */
export const IN_BEARER: Readonly<Record<string, string>> = {
  'a header that is a list': withHeader('[]'),
  'a header that is null': withHeader('null'),
  'a header that is a number': withHeader('1'),
  'a header that is not JSON': withHeader('assay'),
  'a header of invalid UTF-8': withHeader(Buffer.from([0x7b, 0xff, 0x7d])),
  'no alg': withHeader('{}'),
  'an alg that is a number': withHeader('{"alg":1}'),
  'an alg that is a list': withHeader('{"alg":["RS256"]}'),
  'a kid that is an object': withHeader('{"alg":"RS256","kid":{}}'),
  'claims that are a list': `${HEADER}.${encoded('[]')}.${SIGNATURE}`,
  'claims that are not JSON': `${HEADER}.${encoded('assay')}.${SIGNATURE}`,
  'two parts': `${HEADER}.${CLAIMS}`,
  'three empty parts': '..',
  'a byte that is not UTF-8': 'ÿ',
  'a header of 1,500 levels': withHeader(nested(VERY_DEEP)),
  // base64url writes 7,500 bytes as 10,000 characters.
  '10,000 characters': `${HEADER}.${encoded('a'.repeat(7500))}.${SIGNATURE}`,
};

/**
 * Whether the signature of a token has characters outside base64url, as checks send them: `~`, `+`
 * or `/` within it, or `==` or a dot at its end.
 */
export const hasMalformedSignature = (token: string): boolean =>
  /^[\w-]+\.[\w-]+\.[\w-]*(?:[~+/][\w~+/-]*|==|\.)$/.test(token);

/** Whether a bearer token is one of `IN_BEARER`, or has a malformed signature. */
export const isHostileBearer = (token: string): boolean =>
  Object.values(IN_BEARER).includes(token) || hasMalformedSignature(token);
