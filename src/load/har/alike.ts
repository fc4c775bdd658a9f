/** Groups recorded requests that differ only in values. */

import type { RecordedRequest } from './request.js';

/**
 * Recorded requests that differ only in the values of query parameters, and in path segments that
 * are numbers or ids.
 */
export interface Alike {
  readonly name: string;
  /** The request with a placeholder `{{name}}` for each differing value. */
  readonly request: RecordedRequest;
  /**
   * One row for each recorded request, with its values for the placeholders. There are no rows if
   * no value differs.
   */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** The number of recorded requests. */
  readonly count: number;
}

/** Path segments that are values, not names. */
const ID = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,})$/i;

/** `shape` is the request with placeholders, as JSON text. */
interface Values {
  readonly shape: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Replaces each id in the path and each value of the query by a placeholder. Requests that differ
 * only in these values have the same shape.
 */
export function shapeOf(request: RecordedRequest): Values {
  const values: Record<string, string> = {};
  const placed = replaceValues(request, (name, value) => {
    values[name] = value;
    return `{{${name}}}`;
  });
  return { shape: JSON.stringify(placed), values };
}

/**
 * Combines requests of the same shape. Only values that differ between the requests become
 * placeholders.
 */
export function combineAlike(name: string, requests: readonly RecordedRequest[]): Alike {
  const all = requests.map((request) => shapeOf(request).values);
  const [first = {}] = all;
  const differing = Object.keys(first).filter((key) =>
    all.some((values) => values[key] !== first[key]),
  );
  const [request] = requests;
  if (request === undefined) throw new RangeError('at least one request is needed');
  return {
    name,
    request: replaceValues(request, (key, value) =>
      differing.includes(key) ? `{{${key}}}` : value,
    ),
    rows: differing.length === 0 ? [] : all.map((values) => pick(values, differing)),
    count: requests.length,
  };
}

const pick = (
  values: Values['values'],
  names: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

/**
 * Replaces each value with the result of `place`. A value that already contains a placeholder stays
 * unchanged.
 */
function replaceValues(
  request: RecordedRequest,
  place: (name: string, value: string) => string,
): RecordedRequest {
  const replaced = (name: string, value: string): string =>
    value.includes('{{') ? value : place(name, value);
  const segments = request.path.split('/');
  const path = segments
    .map((segment, at) => (ID.test(segment) ? replaced(`path${at}`, segment) : segment))
    .join('/');
  const query = Object.entries(request.query ?? {}).map(([name, value], at) => [
    name,
    replaced(`query${at + 1}`, String(value)),
  ]);
  return { ...request, path, ...(query.length === 0 ? {} : { query: Object.fromEntries(query) }) };
}
