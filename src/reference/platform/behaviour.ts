import type { Dialect } from '../dialect.js';
import { LARGEST_PAGE, PLATFORM_DEFAULT_LIMIT } from '../document.js';
import { type Answer, json } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import type { Entity } from './collections.js';

export interface CursorQuery {
  readonly limit: number;
  readonly cursor: number;
  readonly previous: number;
}

/** The members of `meta.cursor`. A deliberately faulty server may return values of any type. */
export interface Cursor {
  readonly current: unknown;
  readonly prev: unknown;
  readonly next: unknown;
  readonly count: unknown;
}

/** A window is one page, with the entities before it and after it. */
export interface Window {
  readonly page: readonly Entity[];
  readonly before: readonly Entity[];
  readonly after: readonly Entity[];
}

/** The platform API as small functions, in the order in which they process a request. */
export interface PlatformBehaviour {
  readonly methods: readonly string[];
  readonly isAuthorised: (call: Call, headers: Readonly<Record<string, string>>) => boolean;
  /** Returns undefined if a parameter is invalid. The server then returns 400. */
  readonly readQuery: (call: Call) => CursorQuery | undefined;
  readonly window: (entities: readonly Entity[], query: CursorQuery) => Window;
  readonly next: (window: Window, query: CursorQuery) => number | null;
  readonly prev: (window: Window, query: CursorQuery) => number;
  /** `self` is the behaviour with all its changes, such as a `next` that a defect replaced. */
  readonly cursor: (window: Window, query: CursorQuery, self: PlatformBehaviour) => Cursor;
  readonly body: (
    page: readonly Entity[],
    cursor: Cursor,
    query: CursorQuery,
  ) => Record<string, unknown>;
  readonly problem: (status: number, message: string) => Answer;
}

export function platformBehaviour(dialect: Pick<Dialect, 'next' | 'end'>): PlatformBehaviour {
  return {
    methods: ['GET', 'HEAD'],
    isAuthorised: (call, headers) =>
      Object.entries(headers).every(([name, value]) => header(call, name.toLowerCase()) === value),
    readQuery,
    window: (entities, { cursor, limit }) => {
      const after = entities.filter(({ id }) => id > cursor);
      return {
        page: after.slice(0, limit),
        before: entities.filter(({ id }) => id <= cursor),
        after: after.slice(limit),
      };
    },
    next: (window, query) => nextOf(window, query, dialect),
    prev,
    cursor: (window, query, self) => ({
      current: query.cursor,
      prev: self.prev(window, query),
      next: self.next(window, query),
      count: window.page.length,
    }),
    body: (page, cursor) => ({ success: true, Entities: page, meta: { cursor } }),
    problem: (status, message) =>
      json(
        status,
        { success: false, message },
        // RFC 9110 section 11.6.1 requires the field for 401.
        status === 401 ? { 'WWW-Authenticate': 'X-Auth-Token realm="platform"' } : {},
      ),
  };
}

function readQuery({ search }: Call): CursorQuery | undefined {
  const parameters = new URLSearchParams(search);
  const limit = integer(parameters.get('limit'), PLATFORM_DEFAULT_LIMIT);
  const cursor = integer(parameters.get('cursor'), 0);
  const previous = integer(parameters.get('previous'), 0);
  if (limit === undefined || limit < 1 || cursor === undefined || previous === undefined)
    return undefined;
  return { limit: Math.min(limit, LARGEST_PAGE), cursor, previous };
}

function integer(text: string | null, fallback: number): number | undefined {
  if (text === null || text === '') return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The specification does not say which id `next` is, nor what it is at the end; `dialect` does. */
function nextOf(
  { page, after }: Window,
  { cursor }: CursorQuery,
  dialect: Pick<Dialect, 'next' | 'end'>,
): number | null {
  const last = page.at(-1)?.id;
  const first = after[0]?.id;
  if (first !== undefined && last !== undefined)
    return dialect.next === 'last-of-page' ? last : first;
  if (dialect.end === 'null') return null;
  if (dialect.end === 'last-id') return last ?? cursor;
  if (dialect.end === 'zero' || last === undefined) return 0;
  // A client that follows `next` then receives one empty page after the last entity.
  return dialect.next === 'last-of-page' ? last : last + 1;
}

/**
 * `prev` is 0 on the first page. On a later page it is the `previous` of the request if this value
 * is above 0 and not above the cursor. Without such a value it is the id of the entity before the
 * page.
 */
function prev({ before }: Window, { cursor, previous }: CursorQuery): number {
  if (cursor === 0) return 0;
  return previous > 0 && previous <= cursor ? previous : (before.at(-1)?.id ?? 0);
}
