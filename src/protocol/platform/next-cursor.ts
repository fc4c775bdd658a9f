import type { Page } from './page.js';

/** What `meta.cursor.next` names: the document allows both readings (PLT-PAGE-6). */
export type Reading = 'last-of-page' | 'first-of-next';

/**
 * The cursor of the page after this one; undefined where this page is the last one. The document does not specify how the
 * last page is marked: `next` may be 0 or null, there may be no entities, and where `next` is the first id of the next
 * page it may also repeat the last id of this page or be negative.
 */
export function nextCursor(
  { ids, cursor: { next } }: Pick<Page, 'ids' | 'cursor'>,
  reading: Reading,
): number | undefined {
  const last = ids.at(-1);
  if (next === null || next === 0 || last === undefined) return undefined;
  if (reading === 'last-of-page') return next;
  // An earlier id is not an end: a client that follows it starts over.
  if (next === last || next < 0) return undefined;
  return next - 1;
}
