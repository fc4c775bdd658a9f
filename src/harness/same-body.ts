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
   * `Accept` and `orderBy`, or `path`, `method` and `body`. If filters differ only in columns,
   * operators, values or modes, the name is `column`, `operator`, `value` or `mode of a group`.
   */
  readonly differs: readonly string[];
  /** The milliseconds between the two requests. */
  readonly agoMs: number;
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
    const agoMs = Math.max(0, Math.round(answer.sentAt - earlier.sentAt));
    return earlier.body.equals(answer.body) ? [{ exchange: earlier.exchange, differs, agoMs }] : [];
  });
  return found.toSorted((a, b) => a.differs.length - b.differs.length)[0];
}

/**
 * Requests often differ in these parts. Therefore two checks are not grouped only because their
 * requests differ from earlier requests in one of these parts.
 */
const VARYING = ['path', 'filters', 'column', 'value', 'body', 'method'];

/** The size of the smallest group of checks that received the body of the same earlier response. */
const FEWEST_CHECKS = 3;

/** A failed check and the response that violates its clause. */
interface Complaint {
  readonly check: string;
  readonly answer: Answer;
}

/** Checks whose responses belong to other requests. */
export interface Shared {
  readonly checks: readonly string[];
  /** The part in which each request differs from the earlier one. Undefined if the parts vary. */
  readonly part: string | undefined;
}

/**
 * Groups failed checks that received the body of an earlier response. The checks of a group
 * probably fail for one reason. There are two kinds of groups: either each request differs from the
 * earlier request in the same part, such as `Accept`, or all checks received the body of one
 * response. `explained` has the checks that each mistake explains. They are in no group, with one
 * exception, because a cache may look like a mistake: a group with a part keeps a mistake whose
 * checks are all in it, if more of its checks belong to no mistake.
 */
export function sharingBodies(
  complaints: readonly Complaint[],
  answers: readonly Answer[],
  explained: readonly (readonly string[])[] = [],
): readonly Shared[] {
  const groups = new Map<string, Shared & { readonly checks: string[] }>();
  for (const { check, answer } of complaints) {
    const same = sameBodyBefore(answer, answers);
    if (same === undefined) continue;
    const part = same.differs.some((one) => VARYING.includes(one)) ? undefined : same.differs[0];
    const key = part ?? `exchange ${same.exchange}`;
    const group = groups.get(key) ?? { checks: [], part };
    groups.set(key, group);
    group.checks.push(check);
  }
  return [...groups.values()]
    .map(({ checks: all, part }) => {
      const open = all.filter((check) => !explained.some((checks) => checks.includes(check)));
      const within = explained
        .filter((checks) => checks.every((check) => all.includes(check)))
        .flat();
      const isLikeMistake = part !== undefined && open.length > within.length;
      return { checks: isLikeMistake ? [...open, ...within] : open, part };
    })
    .filter(({ checks, part }) => checks.length >= (part === undefined ? FEWEST_CHECKS : 2));
}

function differences(a: Request, b: Request): readonly string[] {
  const [one, other] = [partsOf(a), partsOf(b)];
  const names = [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => one.get(name) !== other.get(name),
  );
  const ofFilters = names.filter((name) => FILTER_PARTS.includes(name));
  // A part that only one of the requests has belongs to a criterion or a mode that only it has.
  const isOther =
    ofFilters.length > 1 || ofFilters.some((name) => !one.has(name) || !other.has(name));
  return isOther ? ['filters', ...names.filter((name) => !FILTER_PARTS.includes(name))] : names;
}

/** Header fields and parameters are written as code, and other parts as words. */
export const nameOfPart = (part: string): string =>
  [...FILTER_PARTS, 'path', 'method', 'body', 'filters'].includes(part) ? part : `\`${part}\``;

const FILTER_PARTS = ['column', 'operator', 'value', 'mode of a group'];

/** The part of a filter to which a parameter belongs. Undefined for any other parameter. */
const filterPartOf = (parameter: string): string | undefined => {
  const [, part] = /^filters\[.*?\[(column|operator|value|mode)\]/.exec(parameter) ?? [];
  return part === 'mode' ? 'mode of a group' : part;
};

function partsOf({ method = 'GET', url, headers = [], body = '' }: Request): Map<string, string> {
  // The group keeps a query that contains another question mark in one part.
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
  for (const [name, value] of new URLSearchParams(query))
    add(filterPartOf(name) ?? name.split('[')[0] ?? name, `${name}=${value}`);
  return parts;
}

/** Header field names are compared without regard to case (RFC 9110 section 5.1). */
const canonicalName = (name: string): string =>
  name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
