/**
 * Finds an earlier response with the same body. Two different requests may get the same body
 * because of a cache or because a parameter is ignored.
 */

import type { Answer } from '../http/answer.js';
import type { Request } from '../http/request.js';

export interface SameBody {
  /** The number of the earlier exchange. */
  readonly exchange: number;
  /**
   * The names of the parts in which the requests differ: header fields and parameters, such as
   * `Accept` and `orderBy`, or `path`, `method` and `body`.
   */
  readonly differs: readonly string[];
}

/** Shorter bodies, such as an empty list or a short message, may be equal by chance. */
const MIN_BODY_BYTES = 64;

const MAX_DIFFERING_PARTS = 2;

/**
 * Finds the earlier response with the same status and body whose request differs in the fewest
 * parts. Requests that differ in no part, or in more than `MAX_DIFFERING_PARTS`, do not count.
 */
export function sameBodyBefore(answer: Answer, answers: readonly Answer[]): SameBody | undefined {
  if (!answer.ok || answer.size < MIN_BODY_BYTES) return undefined;
  const found = answers.flatMap((earlier): SameBody[] => {
    const isBefore = earlier.exchange < answer.exchange && earlier.status === answer.status;
    if (!isBefore || earlier.size !== answer.size) return [];
    const differs = differences(earlier.request, answer.request);
    if (differs.length === 0 || differs.length > MAX_DIFFERING_PARTS) return [];
    return earlier.body.equals(answer.body) ? [{ exchange: earlier.exchange, differs }] : [];
  });
  return found.toSorted((a, b) => a.differs.length - b.differs.length)[0];
}

/**
 * Requests often differ in these parts. Therefore two checks are not grouped only because their
 * requests differ from earlier requests in one of these parts.
 */
const VARYING = ['path', 'filters', 'body', 'method'];

/** The size of the smallest group of checks that received the body of the same earlier response. */
const FEWEST_CHECKS = 3;

/** A failed check and the response that violates its clause. */
interface Complaint {
  readonly check: string;
  readonly answer: Answer;
}

/**
 * Groups failed checks that received the body of an earlier response. The checks of a group
 * probably fail for one reason. There are two kinds of groups: either each request differs from the
 * earlier request in the same part, such as `Accept`, or all checks received the body of one
 * response.
 */
export function sharingBodies(
  complaints: readonly Complaint[],
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
