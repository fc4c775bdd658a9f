import type { Given, WalkScript } from '../../suites/clients/index.js';
import { PLATFORM_DEFAULT_LIMIT } from '../reference/document.js';
import { type Handler, numberIn } from './call.js';

/**
 * The scripted platform API: one collection, paged by cursor. The script determines what `next`
 * means, and how the last page announces the end.
 */
export function platformServer(script: WalkScript | undefined, { ids }: Given): Handler {
  return (call) => {
    if (script === undefined || call.path !== `/platform/v2/${script.collection}`)
      return { status: 404, body: { success: false, message: 'Not Found' } };
    const limit = Math.max(1, numberIn(call, 'limit', PLATFORM_DEFAULT_LIMIT));
    const cursor = numberIn(call, 'cursor', 0);
    const page = ids.filter((id) => id > cursor).slice(0, limit);
    const before = ids.filter((id) => id <= cursor);
    const meta = {
      cursor: {
        current: cursor,
        prev: before.at(-limit) ?? 0,
        next: nextOf(script, ids, { page, cursor, limit }),
        count: page.length,
      },
    };
    return {
      status: 200,
      body: { success: true, Entities: page.map((id) => ({ id, name: `Entity ${id}` })), meta },
    };
  };
}

interface RequestedPage {
  /** The ids on the page. */
  readonly page: readonly number[];
  readonly cursor: number;
  readonly limit: number;
}

/** The value of `next`. `limit` is the length of a full page. */
function nextOf(
  { reading, end }: WalkScript,
  ids: readonly number[],
  { page, cursor, limit }: RequestedPage,
): number | null {
  const last = page.at(-1) ?? cursor;
  const following = ids.find((id) => id > last);
  if (following !== undefined) return reading === 'last-of-page' ? last : following;
  switch (end) {
    case 'zero':
      return 0;
    case 'null':
      return null;
    case 'last-id':
      return last;
    case 'empty-page':
      if (page.length === 0) return 0;
      return reading === 'last-of-page' ? last : last + 1;
    case 'ever-empty':
      return last + 1;
    case 'cycle':
      return ids[limit - 1] ?? 0;
  }
}
