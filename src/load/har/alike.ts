import type { RecordedRequest } from './request.js';

/**
 * Requests that differ in values only: of query parameters, and of segments of the path that are
 * numbers or ids.
 */
export interface Alike {
  readonly name: string;
  /**
   * The request with `{{name}}` in the place of each value that differs; as it was recorded where
   * none does.
   */
  readonly request: RecordedRequest;
  /** A row for each recorded request: the values by their names. Empty where none differs. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Recorded requests. */
  readonly count: number;
}

/** Segments of a path that are values rather than names. */
const ID = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,})$/i;

interface Values {
  readonly shape: string;
  /** Values by their names. */
  readonly values: Readonly<Record<string, string>>;
}

/** The shape of a request, without its values. */
export function shapeOf(request: RecordedRequest): Values {
  const values: Record<string, string> = {};
  const placed = placeIn(request, (name, value) => {
    values[name] = value;
    return `{{${name}}}`;
  });
  return { shape: JSON.stringify(placed), values };
}

/** The requests of one shape as one: values that are the same in all of them stay. */
export function joined(name: string, requests: readonly RecordedRequest[]): Alike {
  const all = requests.map((request) => shapeOf(request).values);
  const [first = {}] = all;
  const differing = Object.keys(first).filter((key) =>
    all.some((values) => values[key] !== first[key]),
  );
  const [request] = requests;
  if (request === undefined) throw new RangeError('no requests of a shape');
  return {
    name,
    request: placeIn(request, (key, value) => (differing.includes(key) ? `{{${key}}}` : value)),
    rows: differing.length === 0 ? [] : all.map((values) => picked(values, differing)),
    count: requests.length,
  };
}

const picked = (
  values: Values['values'],
  names: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

/** A request whose values are replaced; one that contains the name of a setting is not a value. */
function placeIn(
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
