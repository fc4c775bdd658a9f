/**
 * Finds an earlier response with the same body. An equal body points to a cache or to an ignored
 * parameter.
 */

import type { Answer } from '../http/answer.js';
import type { Request } from '../http/request.js';

export interface SameBody {
  readonly exchange: number;
  /**
   * Where the requests differ: header fields and parameters, such as `Accept` and `orderBy`, or
   * `path` and `method`.
   */
  readonly differs: readonly string[];
}

/** In bytes. A shorter body, such as an empty list or a short message, may be equal by chance. */
const SHORTEST = 64;

const MAX_DIFFERING_PARTS = 2;

/** The bodies are compared byte by byte, and the requests must differ. */
export function sameBodyBefore(answer: Answer, answers: readonly Answer[]): SameBody | undefined {
  if (!answer.ok || answer.size < SHORTEST) return undefined;
  const found = answers.flatMap((earlier): SameBody[] => {
    const isBefore = earlier.exchange < answer.exchange && earlier.status === answer.status;
    if (!isBefore || earlier.size !== answer.size) return [];
    const differs = differences(earlier.request, answer.request);
    if (differs.length === 0 || differs.length > MAX_DIFFERING_PARTS) return [];
    return earlier.body.equals(answer.body) ? [{ exchange: earlier.exchange, differs }] : [];
  });
  return found.toSorted((a, b) => a.differs.length - b.differs.length)[0];
}

/** These parts vary so much that two equal bodies are no evidence of a common cause. */
const VARYING = ['path', 'filters', 'body', 'method'];

/**
 * The fewest checks of a group whose requests differ in a varying part. All of them received the
 * body of the same response.
 */
const FEWEST_CHECKS = 3;

interface Shown {
  readonly check: string;
  readonly answer: Answer;
}

/**
 * Groups checks whose violations have one cause. Each check received the body of an earlier
 * response. In a group, the requests differ from the earlier request in the same part, such as
 * `Accept`, or the earlier response is the same.
 */
export function sharingBodies(
  complaints: readonly Shown[],
  answers: readonly Answer[],
): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { check, answer } of complaints) {
    const same = sameBodyBefore(answer, answers);
    if (same === undefined) continue;
    const isVaried = same.differs.some((part) => VARYING.includes(part));
    const cause = isVaried ? `exchange ${same.exchange}` : (same.differs[0] ?? '');
    groups.set(cause, [...(groups.get(cause) ?? []), check]);
  }
  return [...groups]
    .filter(([cause, { length }]) => length >= (cause.startsWith('exchange ') ? FEWEST_CHECKS : 2))
    .map(([, checks]) => checks);
}

function differences(a: Request, b: Request): readonly string[] {
  const [one, other] = [partsOf(a), partsOf(b)];
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name));
}

function partsOf({ method = 'GET', url, headers = [], body = '' }: Request): Map<string, string> {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parts = new Map([
    ['method', method],
    ['path', path],
    ['body', body],
  ]);
  const add = (name: string, value: string): void => {
    parts.set(name, `${parts.get(name) ?? ''}\n${value}`);
  };
  for (const [name, value] of headers) add(canonicalName(name), value);
  // All criteria of a filter count as one part.
  for (const [name, value] of new URLSearchParams(query))
    add(name.split('[')[0] ?? name, `${name}=${value}`);
  return parts;
}

/** Header field names are compared without regard to case (RFC 9110 section 5.1). */
const canonicalName = (name: string): string =>
  name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
