/** Writes the query string of a products request. */

import type { ExportDialect } from '../../schema/types.js';
import type { Criterion, Filter, Scalar } from './filter.js';

type ArrayEncoding = NonNullable<ExportDialect['arrayEncoding']>;

/** Encodings that the document (the specification) leaves open. */
export interface WireEncoding {
  readonly arrayEncoding: ArrayEncoding;
  /** How null is written in `IS` and `IS NOT`. */
  readonly nullSpelling: string;
  /** How a space is encoded. The default is `%20`. */
  readonly blank?: '+';
  /** Writes escapes in lower case: `%2f` means the same as `%2F` (RFC 3986 section 2.1). */
  readonly lowerCase?: boolean;
  /** Writes `;` in values as it is (RFC 3986 section 3.4). HTML 4 let servers read it as `&`. */
  readonly rawSemicolon?: true;
}

const plainEncoding: WireEncoding = { arrayEncoding: 'indexed', nullSpelling: 'NULL' };

export interface Query {
  readonly limit?: number | string | undefined;
  readonly offset?: number | string | undefined;
  readonly orderBy?: string | undefined;
  readonly groupBy?: string | undefined;
  readonly filter?: Filter | undefined;
  /** Additional parameters, which come before the filter. They may have any names. */
  readonly extra?: readonly (readonly [name: string, value: string])[] | undefined;
  /**
   * The query string itself, without its question mark. It replaces all other members. It is used
   * for values that no correct client sends, such as malformed escapes.
   */
  readonly search?: string | undefined;
}

/** Returns the percent-encoded query string with its question mark, or `''` without parameters. */
export function queryString(query: Query, wireEncoding: WireEncoding = plainEncoding): string {
  const { limit, offset, orderBy, groupBy, filter, extra = [], search } = query;
  if (search !== undefined) return `?${search}`;
  const given = Object.entries({ limit, offset, orderBy, groupBy, mode: filter?.mode }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
  );
  const pairs = [
    ...given,
    ...extra,
    ...(filter === undefined ? [] : filterPairs(filter, wireEncoding)),
  ];
  const write = (value: string): string => {
    const { blank, lowerCase, rawSemicolon } = wireEncoding;
    const encoded = blank === '+' ? encode(value).replaceAll('%20', '+') : encode(value);
    const written = rawSemicolon === true ? encoded.replaceAll('%3B', ';') : encoded;
    return lowerCase === true ? written.replace(/%[0-9A-F]{2}/g, (c) => c.toLowerCase()) : written;
  };
  const text = pairs.map(([name, value]) => `${encode(name)}=${write(String(value))}`).join('&');
  return text === '' ? '' : `?${text}`;
}

/**
 * Returns the parameters of a filter. They have names such as `filters[0][criteria][1][column]`, as
 * PHP's http_build_query writes them.
 */
function filterPairs(
  { groups }: Filter,
  wireEncoding: WireEncoding,
): readonly (readonly [string, string])[] {
  return groups.flatMap(({ mode, criteria }, group) => [
    ...criteria.flatMap(({ column, operator, value }, index) => {
      const at = `filters[${group}][criteria][${index}]`;
      const values = valueParts(value, wireEncoding).map(
        ([place, text]) => [`[value]${place}`, String(text)] as const,
      );
      return [['[column]', column], ['[operator]', operator], ...values].map(
        ([part, text]) => [`${at}${part}`, text] as const,
      );
    }),
    ...(mode === undefined ? [] : [[`filters[${group}][mode]`, mode] as const]),
  ]);
}

/** Pairs each value of a criterion with the end of its parameter name, such as `[0]` in a list. */
function valueParts(
  value: Criterion['value'],
  { arrayEncoding, nullSpelling }: WireEncoding,
): readonly (readonly [place: string, Scalar])[] {
  if (value === null) return [['', nullSpelling]];
  if (typeof value !== 'object') return [['', value]];
  if (arrayEncoding === 'comma') return [['', value.join(',')]];
  return value.map((one, index) => [arrayEncoding === 'indexed' ? `[${index}]` : '[]', one]);
}

/**
 * Percent-encodes a text. `encodeURIComponent` throws for a lone surrogate, and leaves five
 * characters that RFC 3986 reserves.
 */
export const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
