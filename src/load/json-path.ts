import { type JSONPathQuery, jsonpath } from 'json-p3';

type JsonValue = Parameters<JSONPathQuery['query']>[0];

/** What a JSONPath (RFC 9535) or a condition in its syntax says of a body. */
export interface Query<T> {
  of(body: unknown): T;
}

const HEADER = /^header +([\w-]+)$/i;

/** The header that `header NAME` names; undefined for a JSONPath. */
export const headerOf = (source: string): string | undefined =>
  HEADER.exec(source)?.[1]?.toLowerCase();

/** The first value that a JSONPath selects; undefined where it selects none. Throws for no path. */
export function firstOf(path: string): Query<unknown> {
  const query = jsonpath.compile(path);
  return { of: (body) => query.query(body as JsonValue).values()[0] };
}

/**
 * A condition as in a filter, such as `length(@.data) > 0`: `@` is the body. Throws for none.
 */
export function conditionOf(condition: string): Query<boolean> {
  const query = jsonpath.compile(`$[?${condition}]`);
  return { of: (body) => query.query([body] as JsonValue).values().length > 0 };
}

/** Why something is no JSONPath or condition; undefined where it is one. */
export function problemOfQuery(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
