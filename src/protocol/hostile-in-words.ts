/** Describes in words which value of a request careless servers fail on, and where it is. */

import { defined } from '../defined.js';
import {
  escapedValue,
  hostileParameter,
  IN_BASIC,
  IN_BEARER,
  IN_JSON,
  MANY,
  NO_OBJECTS,
  namesOfEscaped,
  RESERVED_NAMES,
  RESERVED_PARAMETERS,
  unreadableFields,
} from './hostile.js';

/** A part of a request. */
export interface HostilePlace {
  readonly name: string;
  /** The places that the server reads in the same way as this one, such as `any parameter`. */
  readonly kind?: string;
  /** A request with this value, in words. */
  readonly subject: (value: string) => string;
}

export interface HostilePart {
  readonly value: string;
  readonly place: HostilePlace;
}

/** The name of a value. `beyond 2^63` is clear only in a list of numbers. */
const inWords = (value: string): string =>
  value.startsWith('beyond') ? `a number ${value}` : value;

/** The name of the part follows `in`, such as `the path`, and so does the kind. */
export const placeIn = (name: string, kind?: string): HostilePlace => ({
  name,
  ...defined({ kind }),
  subject: (value) => `a request with ${value} in ${name}`,
});

const BASIC: HostilePlace = {
  name: 'HTTP Basic',
  subject: (value) => `HTTP Basic with ${value}`,
};
const BEARER: HostilePlace = {
  name: 'the bearer token',
  subject: (value) => `a bearer token with ${value}`,
};
const BODY: HostilePlace = { name: 'the body', subject: (value) => `a body of ${value}` };
const START_OF_BODY: HostilePlace = {
  name: 'the beginning of the body',
  subject: (value) => `a body that begins with ${value}`,
};
const FORM: HostilePlace = { name: 'the form', subject: (value) => `a form of ${value}` };
const NAMES: HostilePlace = {
  name: 'the names of parameters',
  subject: (value) => `a request with parameters whose names are ${value}`,
};
const RESERVED: HostilePart = {
  value: RESERVED_NAMES.map((name) => `\`${name}\``).join(', '),
  place: NAMES,
};

const keyOf = (table: Readonly<Record<string, string>>, text: string): string | undefined =>
  Object.entries(table).find(([, value]) => value === text)?.[0];

/** The name of a percent-encoded value, such as `NUL`. */
export const escapedInWords = (text: string): string | undefined => {
  const name = namesOfEscaped.find((one) => escapedValue(one) === text);
  return name === undefined ? undefined : inWords(name);
};

const readable = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const BRACKETS = hostileParameter('', '150 levels of brackets').split('=')[0] ?? '';

/**
 * The structure that the brackets at the end of a name stand for, and the name without them. An
 * index of 19 digits may be beyond 2^63. `No` is the Unicode category of superscript digits.
 */
function structureIn(name: string): readonly [value: string, name: string] | undefined {
  if (/.\[$/.test(name)) return ['an opening bracket without its end', name.slice(0, -1)];
  if (name.endsWith(BRACKETS)) return ['150 levels of brackets', name.slice(0, -BRACKETS.length)];
  const [, listed = '', index = ''] = /^(.+)\[(\d{19,}|\p{No})\]$/u.exec(name) ?? [];
  if (index.length === 1) return ['an index that is a superscript digit', listed];
  if (index !== '')
    return [index.length > 20 ? 'an index of 5,000 digits' : 'an index beyond 2^63', listed];
  const [, owner, key] = /^(.+)\[(assay)?\]$/.exec(name) ?? [];
  if (owner === undefined) return undefined;
  return [key === undefined ? 'a list' : 'an object', owner];
}

const PARAMETER = 'any parameter';

/** The hostile values in a query or a form. */
export function hostileInPairs(search: string): readonly HostilePart[] {
  const pairs = search === '' ? [] : search.split('&');
  if (pairs.length >= MANY) return [{ value: '1,000 parameters', place: FORM }];
  if (search.endsWith(RESERVED_PARAMETERS)) return [RESERVED];
  return pairs.flatMap((pair): readonly HostilePart[] => {
    const [, raw = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const ofName = escapedInWords(raw);
    if (ofName !== undefined)
      return [{ value: ofName, place: placeIn('the name of a parameter', PARAMETER) }];
    const name = readable(raw);
    // Parameters with a wrong structure are sent with the value 1.
    const structure = text === '1' ? structureIn(name) : undefined;
    if (structure !== undefined)
      return [{ value: structure[0], place: placeIn(`\`${structure[1]}\``, PARAMETER) }];
    const value = escapedInWords(text);
    return value === undefined ? [] : [{ value, place: placeIn(`\`${name}\``, PARAMETER) }];
  });
}

/** The hostile values in the JSON body of a handover, the only interface with such a body. */
export function hostileInJson(body: string): readonly HostilePart[] {
  if (body.startsWith('\0')) return [{ value: 'NUL', place: START_OF_BODY }];
  const whole = keyOf({ ...IN_JSON, ...NO_OBJECTS }, body);
  if (whole !== undefined) return [{ value: whole, place: BODY }];
  return Object.entries(IN_JSON).flatMap(([value, json]) =>
    ['from', 'to'].flatMap((member) =>
      [',', '}'].some((end) => body.includes(`"${member}":${json}${end}`))
        ? [{ value: inWords(value), place: placeIn(`\`${member}\``, 'any member of the body') }]
        : [],
    ),
  );
}

const FIELDS_OF_BODY: HostilePlace = {
  name: 'the header fields of the body',
  subject: (value) => `a body with ${value}`,
};

/** What the header fields of a body say wrongly. */
export const unreadableBody = (
  ...given: Parameters<typeof unreadableFields>
): readonly HostilePart[] =>
  unreadableFields(...given).map(([name, value]) => ({
    value:
      name.toLowerCase() === 'content-type'
        ? 'a charset that does not exist'
        : `a wrong \`Content-Encoding: ${value}\``,
    place: FIELDS_OF_BODY,
  }));

/** The hostile value in `Authorization`. */
export function hostileInAuthorization(authorization = ''): readonly HostilePart[] {
  const basic = keyOf(IN_BASIC, authorization);
  if (basic !== undefined) return [{ value: basic, place: BASIC }];
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const bearer = keyOf(IN_BEARER, token);
  return bearer === undefined ? [] : [{ value: bearer, place: BEARER }];
}
