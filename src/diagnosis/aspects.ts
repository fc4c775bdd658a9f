/** Compares two responses by several aspects, such as status, media type and records. */

import { Answer } from '../http/index.js';
import { boundedJson, jwtPart } from '../http/inspect-json.js';
import { isObject, type Members, textOfValue } from '../schema/json-value.js';

export interface Response {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/**
 * Functions that read an aspect from a response, by the name of the aspect. `records` contains the
 * ids of the records in their order, and `recordSet` contains the same ids sorted.
 */
const ASPECTS: Readonly<Record<string, (response: Response, json: unknown) => unknown>> = {
  status: ({ status }) => status,
  type: (response) => fieldOf(response, 'content-type').toLowerCase().split(';')[0]?.trim(),
  challenge: (response) => fieldOf(response, 'www-authenticate'),
  caching: (response) => ['cache-control', 'pragma', 'vary'].map((name) => fieldOf(response, name)),
  methods: (response) => fieldOf(response, 'allow'),
  cookies: (response) => fieldOf(response, 'set-cookie').replace(/=[^;]*/g, ''),
  location: (response) => fieldOf(response, 'location'),
  body: ({ body }) => body.toString('latin1'),
  shape: (_, json) => shapeOf(json, 3),
  total: (_, json) => metaIn(json).total,
  limit: (_, json) => metaIn(json).limit,
  offset: (_, json) => metaIn(json).offset,
  cursor: (_, json) => metaIn(json).cursor,
  records: (_, json) => itemsIn(json).map(idOf),
  recordSet: (_, json) => itemsIn(json).map(idOf).sort(),
  values: (_, json) => itemsIn(json).map(canonical),
  words: (_, json) => (isObject(json) && itemsIn(json).length === 0 ? wordsIn(json) : undefined),
  token: (_, json) => (isObject(json) ? tokenIn(json) : undefined),
};

export const ASPECT_NAMES: readonly string[] = Object.keys(ASPECTS);

const knownAspects = new WeakMap<Response, Map<string, string>>();
const parsed = new WeakMap<Response, { readonly value: unknown }>();

function aspectOf(response: Response, name: string): string {
  const aspects = knownAspects.get(response) ?? new Map<string, string>();
  knownAspects.set(response, aspects);
  const before = aspects.get(name);
  if (before !== undefined) return before;
  const made = JSON.stringify(ASPECTS[name]?.(response, jsonOf(response))) ?? '';
  aspects.set(name, made);
  return made;
}

/** Aspects that depend only on the body. */
const OF_BODY: ReadonlySet<string> = new Set([
  ...['body', 'shape', 'total', 'limit', 'offset', 'cursor'],
  ...['records', 'recordSet', 'values', 'words', 'token'],
]);

/** Whether two responses are equal in all of the named aspects. */
export function agree(a: Response, b: Response, names: readonly string[]): boolean {
  if (a.status !== b.status && names.includes('status')) return false;
  const isSameBody = a.body.equals(b.body);
  if (!isSameBody && names.includes('body')) return false;
  return names.every(
    (name) => (isSameBody && OF_BODY.has(name)) || aspectOf(a, name) === aspectOf(b, name),
  );
}

/** Returns undefined if the body is not valid JSON. Each body is parsed once. */
export function jsonOf(response: Response): unknown {
  const before = parsed.get(response);
  if (before !== undefined) return before.value;
  // An `Answer` is a response of the run, which has already parsed its body.
  const value =
    response instanceof Answer ? response.json : boundedJson(response.body.toString('utf8'));
  parsed.set(response, { value });
  return value;
}

/**
 * Returns a number from 0 to 1. Three lists of items are compared: status and shape, the members of
 * `meta`, and the ids of the records. A list that is empty in both responses is left out. The
 * result is the average share of equal items at equal positions.
 */
export function similarity(a: Response, b: Response): number {
  if (a.status === b.status && a.body.equals(b.body)) return 1;
  const [x, y] = [jsonOf(a), jsonOf(b)];
  const parts: readonly (readonly [readonly unknown[], readonly unknown[]])[] = [
    [
      [a.status, shapeOf(x, 2)],
      [b.status, shapeOf(y, 2)],
    ],
    [metaMembersOf(x), metaMembersOf(y)],
    [itemsIn(x).map(idOrJson), itemsIn(y).map(idOrJson)],
  ];
  const shares = parts.flatMap(([one, other]) => shareOfSame(one, other) ?? []);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Returns the share of positions with equal items, or undefined if both lists are empty. */
function shareOfSame(a: readonly unknown[], b: readonly unknown[]): number | undefined {
  const most = Math.max(a.length, b.length);
  const same = a.filter((one, at) => JSON.stringify(one) === JSON.stringify(b[at])).length;
  return most === 0 ? undefined : same / most;
}

const metaIn = (json: unknown): Members => (isObject(json) && isObject(json.meta) ? json.meta : {});

/** Returns the members of `meta`, and of objects in it, as pairs of name and value. */
function metaMembersOf(json: unknown): readonly unknown[] {
  const entries = (value: unknown): readonly unknown[] =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, member]) =>
          isObject(member) ? entries(member) : [[name, member]],
        )
      : [];
  return isObject(json) ? entries(json.meta) : [];
}

/** Returns the id of a record as a text. A record without an id is returned as JSON. */
export const idOrJson = (item: unknown): string => textOfValue(idOf(item));

const fieldOf = ({ headers }: Response, wanted: string): string =>
  headers
    .filter(([name]) => name.toLowerCase() === wanted)
    .map(([, value]) => value)
    .join(', ');

/** The body itself if it is a list, or the first list in it. */
export function itemsIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isObject(json)) return [];
  const list = Object.values(json).find(Array.isArray);
  return list ?? [];
}

/** Returns the id of a record, or its JSON if it has no id. */
const idOf = (item: unknown): string | number =>
  isObject(item) && (typeof item.id === 'number' || typeof item.id === 'string')
    ? item.id
    : canonical(item);

/**
 * JSON with sorted members and without null members. It is kept for each object, because a record
 * of many members is compared many times.
 */
export function canonical(value: unknown): string {
  const known = isObject(value) ? knownCanonical.get(value) : undefined;
  if (known !== undefined) return known;
  const made = JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.entries(member)
            .filter(([, one]) => one !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : member,
  );
  if (isObject(value)) knownCanonical.set(value, made);
  return made;
}

const knownCanonical = new WeakMap<Members, string>();

/**
 * Member names with the types of their values. The shape of a list is the shape of its first item.
 */
function shapeOf(value: unknown, depth: number): unknown {
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0], depth - 1)];
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  return Object.entries(value)
    .map(([name, member]) => [name, shapeOf(member, depth - 1)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const wordsIn = (json: Members): unknown =>
  ['error', 'message', 'errors', 'success'].map((name) => json[name]);

/** The lifetimes of tokens are compared in steps of this length. */
const LIFETIME_STEP_SECONDS = 5;

/** A token with more parts than this is compared by its first parts. */
const MOST_PARTS = 10;

/**
 * Describes a token response: the number of parts of the token, its header without the key id, the
 * names of its claims, its lifetime, and the other members of the response.
 */
function tokenIn({ access_token: token, ...rest }: Members): unknown {
  if (typeof token !== 'string') return undefined;
  const parts = token.split('.', MOST_PARTS);
  const [header, claims] = parts.map(jwtPart);
  const { kid: _, ...headerWithoutKey } = isObject(header) ? header : { kid: 0 };
  const { exp, iat } = isObject(claims) ? claims : { exp: 0, iat: 0 };
  const life =
    typeof exp === 'number' && typeof iat === 'number'
      ? Math.round((exp - iat) / LIFETIME_STEP_SECONDS)
      : undefined;
  return [
    parts.length,
    headerWithoutKey,
    isObject(claims) ? Object.keys(claims).sort() : undefined,
    life,
    rest,
  ];
}
