/** Interprets `meta.cursor.next` of a page of the platform API. */

import type { PageContent } from './page.js';

/**
 * The two allowed meanings of `next` (PLT-PAGE-6): the last id of this page, or the first id of the
 * next page.
 */
export type Reading = 'last-of-page' | 'first-of-next';

/**
 * The cursor of the next page; undefined if this is the last page. The document (the specification)
 * does not say how the last page is marked. `next` may be 0 or null, or the page may be empty. If
 * `next` is the first id of the next page, it may also repeat the last id of this page or be
 * negative.
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
  // An id before this page does not mark the end: a client that follows it starts over.
  if (next === last || next < 0) return undefined;
  return next - 1;
}

/**
 * `following` is the id of the entity after the page; undefined for the last page. If it is
 * unknown, a `next` greater than the last id of the page counts as the following id.
 */
export function readingOfNext(
  { ids, cursor: { next } }: Pick<PageContent, 'ids' | 'cursor'>,
  following: number | 'unknown' | undefined,
): Reading {
  const last = ids.at(-1) ?? 0;
  const isFollowing = following === 'unknown' ? next !== null && next > last : next === following;
  return isFollowing ? 'first-of-next' : 'last-of-page';
}
