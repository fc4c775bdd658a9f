import type { Page } from '../../src/protocol/platform/page.js';

/** A collection as it was read at the start of the run. */
export interface Collection {
  readonly name: string;
  readonly first: Page;
  /** The page that its ids were read from: one large page, or its first. */
  readonly start: Page;
  /** Ids in the order of `start`, and of the pages after it where `start` was not the last one. */
  readonly ids: readonly number[];
  /** Whether these are all ids of the collection. */
  readonly complete: boolean;
  /**
   * The limit of the largest page that the target returned; undefined where it returned none
   * (PLT-PAGE-9).
   */
  readonly large: number | undefined;
  /** The greatest limit that the target is known to accept, at least the default. */
  readonly most: number;
}

/** The limit of a request without one (PLT-PAGE-3). */
export const DEFAULT_LIMIT = 50;

/**
 * About the number of pages of a walk through the largest collection, by the limit that `walks.ts`
 * chooses.
 */
export const WALK_PAGES = 4;

/**
 * The collection with the most entities; undefined where none has `least`. Collections are sorted
 * by size.
 */
export function largest(collections: readonly Collection[], least: number): Collection | undefined {
  const [first] = collections;
  return first !== undefined && first.ids.length >= least ? first : undefined;
}

/** The ids after a cursor, at most `most` of them, as far as they are known. */
export function idsAfter({ ids }: Collection, cursor: number, most: number): readonly number[] {
  const start = ids.findIndex((id) => id > cursor);
  return start < 0 ? [] : ids.slice(start, start + most);
}

/** Whether no entity follows a cursor, which may be the last id itself. */
export const isPastTheEnd = (collection: Collection | undefined, cursor: number): boolean =>
  collection?.complete === true && cursor > 0 && cursor >= (collection.ids.at(-1) ?? 0);

/**
 * Whether a cursor is greater than every id: the document does not specify that page (PLT-PAGE-9).
 */
export const isBeyond = (collection: Collection | undefined, cursor: number): boolean =>
  isPastTheEnd(collection, cursor) && cursor !== collection?.ids.at(-1);

/** An id in the middle of a collection. */
export const middleId = ({ ids }: Collection): number | undefined =>
  ids[Math.floor(ids.length / 2) - 1];

/** A number between two ids that is not an id itself; undefined where the ids have no gap. */
export function numberInGap({ ids }: Collection): number | undefined {
  const before = ids.find((id, index) => id + 1 < (ids[index + 1] ?? id));
  return before === undefined ? undefined : before + 1;
}

export const haveSameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
