/** Collections that were read at the start of a run, and their ids and cursors. */

import type { Page } from '../../src/protocol/platform/page.js';

export interface Collection {
  readonly name: string;
  readonly first: Page;
  /**
   * The page with a large limit. If this page was not requested, was refused, or is shorter than
   * the first page, `start` is the first page.
   */
  readonly start: Page;
  /** The ids of `start`, followed by the ids of later pages. */
  readonly ids: readonly number[];
  /** Whether `ids` contains the ids of all entities. */
  readonly complete: boolean;
  /** The large limit of `start`; undefined if `start` is the first page (PLT-PAGE-9). */
  readonly large: number | undefined;
  /** The greatest accepted limit, or the default limit if no larger limit was accepted. */
  readonly most: number;
}

/**
 * The approximate number of pages in a walk through the largest collection. A walk follows `next`
 * from page to page.
 */
export const WALK_PAGES = 4;

/**
 * Returns undefined if the largest collection has fewer than `least` entities. Expects collections
 * sorted by size, largest first.
 */
export function largest(collections: readonly Collection[], least: number): Collection | undefined {
  const [first] = collections;
  return first !== undefined && first.ids.length >= least ? first : undefined;
}

/** The main walk names no larger limit, and generated requests only one that was accepted. */
export const LARGEST_LIMIT = 100;

/**
 * A limit with which a walk has about four pages. Four pages of this size have room for at least
 * one entity more than the collection has. The limit is lower if the server accepts only lower
 * limits, and at most `LARGEST_LIMIT`.
 */
export const walkLimit = ({ ids, most }: Collection): number =>
  Math.max(1, Math.min(LARGEST_LIMIT, most, Math.ceil((ids.length + 1) / WALK_PAGES)));

/** Returns at most `most` ids that are greater than the cursor, starting with the next one. */
export function idsAfter({ ids }: Collection, cursor: number, most: number): readonly number[] {
  const start = ids.findIndex((id) => id > cursor);
  return start < 0 ? [] : ids.slice(start, start + most);
}

/**
 * Whether no entity follows the cursor, because the cursor is the last id or greater. False if the
 * last id is unknown, and for a cursor of 0, the default, which starts at the first entity.
 */
export const isAtEnd = (collection: Collection | undefined, cursor: number): boolean =>
  collection?.complete === true && cursor > 0 && cursor >= (collection.ids.at(-1) ?? 0);

/**
 * Whether the cursor is greater than the last id. The document (the specification) does not define
 * the response to such a request (PLT-PAGE-9).
 */
export const isBeyondLastId = (collection: Collection | undefined, cursor: number): boolean =>
  isAtEnd(collection, cursor) && cursor !== collection?.ids.at(-1);

/** The last id of the first half; undefined for fewer than two ids. */
export const middleId = ({ ids }: Collection): number | undefined =>
  ids[Math.floor(ids.length / 2) - 1];

/** Returns a number between two ids that is not an id, or undefined if the ids have no gap. */
export function numberInGap({ ids }: Collection): number | undefined {
  const before = ids.find((id, index) => id + 1 < (ids[index + 1] ?? id));
  return before === undefined ? undefined : before + 1;
}

export const haveSameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
