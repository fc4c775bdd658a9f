/**
 * The type of a collection that was read at the start of a run, and functions that derive ids and
 * cursors from it.
 */

import type { Page } from '../../src/protocol/platform/page.js';

/** A collection of the platform API as it was read at the start of the run. */
export interface Collection {
  readonly name: string;
  readonly first: Page;
  /** The page from which the first ids were read: one large page, or otherwise the first page. */
  readonly start: Page;
  /**
   * Ids in the order of `start`, followed by the ids of later pages if `start` was not the last
   * page.
   */
  readonly ids: readonly number[];
  /** Whether `ids` contains every id of the collection. */
  readonly complete: boolean;
  /**
   * The limit of the largest page that the target returned; undefined if every large limit was
   * refused (PLT-PAGE-9).
   */
  readonly large: number | undefined;
  /**
   * The greatest limit that the target accepted, or the default limit if it accepted no larger
   * limit.
   */
  readonly most: number;
}

/** The limit of a request without the parameter `limit` (PLT-PAGE-3). */
export const DEFAULT_LIMIT = 50;

/**
 * The approximate number of pages of a walk through the largest collection, with the limit that
 * `walks.ts` chooses.
 */
export const WALK_PAGES = 4;

/**
 * The collection with the most entities; undefined if it has fewer than `least`. Expects
 * collections sorted by size, largest first.
 */
export function largest(collections: readonly Collection[], least: number): Collection | undefined {
  const [first] = collections;
  return first !== undefined && first.ids.length >= least ? first : undefined;
}

/** The known ids after a cursor, at most `most` of them. */
export function idsAfter({ ids }: Collection, cursor: number, most: number): readonly number[] {
  const start = ids.findIndex((id) => id > cursor);
  return start < 0 ? [] : ids.slice(start, start + most);
}

/** Whether no entity follows a cursor. The cursor may equal the last id. */
export const isPastTheEnd = (collection: Collection | undefined, cursor: number): boolean =>
  collection?.complete === true && cursor > 0 && cursor >= (collection.ids.at(-1) ?? 0);

/**
 * Whether a cursor is greater than every id. The document does not specify a page after such a
 * cursor (PLT-PAGE-9).
 */
export const isBeyond = (collection: Collection | undefined, cursor: number): boolean =>
  isPastTheEnd(collection, cursor) && cursor !== collection?.ids.at(-1);

/** An id in the middle of a collection. */
export const middleId = ({ ids }: Collection): number | undefined =>
  ids[Math.floor(ids.length / 2) - 1];

/** A number between two consecutive ids that is not an id; undefined if the ids have no gap. */
export function numberInGap({ ids }: Collection): number | undefined {
  const before = ids.find((id, index) => id + 1 < (ids[index + 1] ?? id));
  return before === undefined ? undefined : before + 1;
}

/** Whether two lists contain the same ids in the same order. */
export const haveSameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
