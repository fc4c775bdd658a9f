import type { PageContent } from './page.js';

/** What `meta.cursor.next` names: the document allows both readings (PLT-PAGE-6). */
export type Reading = 'last-of-page' | 'first-of-next';

/**
 * The cursor of the page after this one; undefined where this page is the last one. The document
 * does not specify how the last page is marked: `next` may be 0 or null, there may be no entities,
 * and where `next` is the first id of the next page it may also repeat the last id of this page or
 * be negative.
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
  // An earlier id is not an end: a client that follows it starts over.
  if (next === last || next < 0) return undefined;
  return next - 1;
}

/**
 * The reading of `next` on a page. `following` is the id of the entity after the page, or undefined
 * where there is none; where it is unknown, a `next` after the last id of the page is taken for it.
 */
export function readingOfNext(
  { ids, cursor: { next } }: Pick<PageContent, 'ids' | 'cursor'>,
  following: number | 'unknown' | undefined,
): Reading {
  const last = ids.at(-1) ?? 0;
  const isFollowing = following === 'unknown' ? next !== null && next > last : next === following;
  return isFollowing ? 'first-of-next' : 'last-of-page';
}
