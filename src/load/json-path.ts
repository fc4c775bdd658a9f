/** JSONPath expressions and conditions for response bodies. */

import { type JSONPathQuery, jsonpath } from 'json-p3';
import { messageOf } from '../schema/json-value.js';

type JsonValue = Parameters<JSONPathQuery['query']>[0];

/** A compiled JSONPath (RFC 9535), or a condition in its syntax. */
export interface Query<T> {
  of(body: unknown): T;
}

const HEADER = /^header +([\w-]+)$/i;

/**
 * A profile can name a response header as `header NAME` instead of a JSONPath. Returns this name in
 * lower case, or undefined for a JSONPath.
 */
export const headerOf = (source: string): string | undefined =>
  HEADER.exec(source)?.[1]?.toLowerCase();

/**
 * The first value that a JSONPath selects, or undefined if it selects none. Throws if the path is
 * invalid.
 */
export function firstOf(path: string): Query<unknown> {
  const query = jsonpath.compile(path);
  return { of: (body) => query.query(body as JsonValue).values()[0] };
}

/**
 * Compiles a condition in JSONPath filter syntax, such as `length(@.data) > 0`, where `@` is the
 * body. Throws if the condition is invalid.
 */
export function conditionOf(condition: string): Query<boolean> {
  // A filter selects items of a list, so the body is put into a list.
  const query = jsonpath.compile(`$[?${condition}]`);
  return { of: (body) => query.query([body] as JsonValue).values().length > 0 };
}

/**
 * The message of the error that `compile` throws for an invalid JSONPath, condition or JSON Schema;
 * undefined if it throws none.
 */
export function problemOfQuery(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
