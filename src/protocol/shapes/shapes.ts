/**
 * Makes unusual integers and paths, and lists unusual header fields. A correct server refuses or
 * ignores them, but a careless server may not.
 */

/**
 * Each function changes the digits of a number. A careless server may still read the original
 * number from most of the results. The other results are another number or no number.
 */
export const INTEGERS = {
  'wide by 2^32': (digits: string) => String(BigInt(digits) + 2n ** 32n),
  'wide by 2^64': (digits: string) => String(BigInt(digits) + 2n ** 64n),
  'wide by 2^16': (digits: string) => String(BigInt(digits) + 2n ** 16n),
  // Far from the right number, because its neighbours may be ids in use.
  'another number': (digits: string) => String(Number(digits) + 7919),
  'in a list': (digits: string) => `${digits},${Number(digits) + 1},${digits}`,
  'letters behind': (digits: string) => `${digits}abc`,
  letters: () => 'abc',
  'letters before': (digits: string) => `abc${digits}`,
  exponent: (digits: string) => `${digits}e0`,
  hexadecimal: (digits: string) => `0x${Number(digits).toString(16)}`,
  fraction: (digits: string) => `${digits}.9`,
  // The code of the digit 1 is 0x31, and so on.
  escaped: (digits: string) => digits.replace(/./g, '%3$&'),
  quoted: (digits: string) => `"${digits}"`,
  twice: (digits: string) => `${digits} ${digits}`,
  'letter after a hyphen': (digits: string) => `${digits}-x`,
  'with a parameter': (digits: string) => `${digits};x`,
  'no digit': () => '!',
  'fraction of zero': (digits: string) => `${digits}.0`,
  'leading zeros': (digits: string) => `00${digits}`,
  plus: (digits: string) => `+${digits}`,
  negative: (digits: string) => `-${digits}`,
  zero: () => '0',
  'twenty digits': () => '9'.repeat(20),
} as const;

/**
 * Each function changes a path. A server may still find the route of the original path, but not
 * test whether the client may use this route.
 */
export const PATHS = {
  'slash behind': (path: string) => `${path}/`,
  'doubled slash': (path: string) => `/${path}`,
  'doubled slash within': (path: string) => path.replace(/(?<=.)\//, '//'),
  'segment .': (path: string) => path.replace(/\/(?=[^/]*$)/, '/./'),
  'segment ..': (path: string) => path.replace(/\/(?=[^/]*$)/, '/x/../'),
  'escaped letter': (path: string) =>
    path.replace(/[a-z](?=[a-z-]*$)/, (c) => `%${c.charCodeAt(0).toString(16)}`),
  'escaped slash': (path: string) => `${path}%2F`,
  capitals: (path: string) => path.toUpperCase(),
  'small letters': (path: string) => path.toLowerCase(),
  'with an extension': (path: string) => `${path}.json`,
  'with a parameter': (path: string) => `${path};x=1`,
  'with a query': (path: string) => `${path}?x=1`,
  'segment below': (path: string) => `${path}/11`,
  'letters behind': (path: string) => `${path}-old`,
  // In many languages the end of a pattern also matches before a final line break.
  'line break behind': (path: string) => `${path}%0A`,
  'segments before': (path: string) => `/assay${path}`,
  // As a relative reference, what follows `//` is a host (RFC 3986 section 4.2). A server that
  // resolves the path against its own address reads the path behind the host.
  'host before': (path: string) => `//assay${path}`,
  'without its end': (path: string) => path.replace(/\/[^/]*$/, ''),
} as const;

/**
 * Some proxies and frameworks trust these header fields. The document (the specification) mentions
 * none of them.
 */
export const FIELDS = {
  'from this machine': ['X-Forwarded-For', '127.0.0.1'],
  'another method': ['X-HTTP-Method-Override', 'HEAD'],
  'of this origin': ['Origin', 'http://localhost'],
  'another address': ['X-Original-URL', '/'],
  'a rewritten address': ['X-Rewrite-URL', '/'],
} as const;

export type IntegerShape = keyof typeof INTEGERS;
export type PathShape = keyof typeof PATHS;
export type FieldShape = keyof typeof FIELDS;
