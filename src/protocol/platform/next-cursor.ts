/** Interprets `meta.cursor.next` of a page of the platform API. */

import type { PageContent } from './page.js';

/**
 * The two allowed meanings of `next` (PLT-PAGE-6): the last id of this page, or the first id of the
 * next page.
 */
export type Reading = 'last-of-page' | 'first-of-next';

/**
 * The cursor with which a client requests the next page. The server returns the entities whose ids
 * are greater than the cursor. Returns undefined if this is the last page.
 *
 * The document (the specification) does not say how the last page is marked. `next` may be 0 or
 * null, or the page may be empty. With the reading 'first-of-next', `next` may also be negative or
 * the last id of this page.
 */
export function nextCursor(
  {
    ids,
    cursor: { next },
  }: Pick<PageContent, 'ids'> & { readonly cursor: Pick<PageContent['cursor'], 'next'> },
  reading: Reading,
): number | undefined {
  const last = ids.at(-1);
  if (next === null || next === 0 || last === undefined) return undefined;
  if (reading === 'last-of-page') return next;
  if (next === last || next < 0) return undefined;
  // A `next` below the ids of this page is used, too. The client then returns to an earlier page.
  return next - 1;
}

/**
 * Infers the meaning of `next`. `following` is the id of the entity after the page; undefined for
 * the last page. If `following` is unknown, `next` counts as the following id if it is greater than
 * the last id of the page.
 */
export function readingOfNext(
  { ids, cursor: { next } }: Pick<PageContent, 'ids' | 'cursor'>,
  following: number | 'unknown' | undefined,
): Reading {
  const last = ids.at(-1) ?? 0;
  const isFollowing = following === 'unknown' ? next !== null && next > last : next === following;
  return isFollowing ? 'first-of-next' : 'last-of-page';
}
