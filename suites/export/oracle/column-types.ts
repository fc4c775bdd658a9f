/** Values of a type other than text that are served as text: what is none of them a filter may refuse. */
const SHAPES: readonly RegExp[] = [
  // Dates, with or without a time, as ISO 8601 or with the year last.
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}([./-])\d{1,2}\1\d{4}(?: \d{1,2}:\d{2}(?::\d{2})?)?$/,
  /^\d{1,3}:\d{2}(?::\d{2}(?:\.\d+)?)?$/,
  /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i,
  /^(?:true|false|t|f|yes|no|y|n)$/i,
  // JSON, and arrays of PostgreSQL: a database compares documents, or none at all with text.
  /^(?:\{.*\}|\[.*\])$/s,
];

/** Whether all values of a column have the shape of one such type. */
export const isTyped = (texts: readonly string[]): boolean =>
  texts.length > 0 && SHAPES.some((shape) => texts.every((text) => shape.test(text)));

const NAMES_A_TIME = /(?:^|_)(?:at|date|time|timestamp|created|updated|modified)$|[a-z](?:At|Date|Time|Timestamp)$/;
/** The years 1973 and 2100 in seconds and in milliseconds since 1970: the latest time lies between them. */
const ERAS: readonly (readonly [from: number, to: number])[] = [
  [1e8, 4_102_444_800],
  [1e11, 4_102_444_800_000],
];

/** Whether numbers are times since 1970 by the column's name: a time may be served so and asked for as a date. */
export const areTimes = (name: string, numbers: readonly number[]): boolean =>
  NAMES_A_TIME.test(name) &&
  numbers.every(Number.isInteger) &&
  ERAS.some(([from, to]) => numbers.some((number) => number >= from) && numbers.every((n) => Math.abs(n) <= to));

/** A date of ISO 8601, whose days stand in the same order as text and as dates; of times the zone may be another. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(text);
