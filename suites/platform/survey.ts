import { type Context, skip } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { askPage, needPage, type Page, type PageQuery, pageIn, pageOrBroken, platformOf } from './page.js';

/** A collection as it was seen: its first page, and all its ids where one page holds them. */
export interface Collection {
  readonly name: string;
  readonly first: Page;
  /** Ids in the order of one large page, and of the pages after it where a target gives no page that large. */
  readonly ids: readonly number[];
  /** These are all ids of the collection. */
  readonly complete: boolean;
  /** What came instead of a page after the last one, where nothing else was wrong. */
  readonly broken?: Answer;
  /** What asks for the largest page that the target is known to give: which limits it takes is open (PLT-PAGE-9). */
  readonly large: PageQuery;
  /** How many entities that page had. */
  readonly atOnce: number;
  /** The greatest limit that it is known to take, at least the default. */
  readonly most: number;
}

/** The limit of a page that asks for none (PLT-PAGE-3). */
const DEFAULT_LIMIT = 50;

/** More than any collection that is compared as a whole. */
const LARGE = 1000;

/** Each configured collection, those of most entities first. */
export const collectionsOf = (context: Context): Promise<readonly Collection[]> =>
  context.facts.learn('platform.entities', async (inner) => {
    const found: Collection[] = [];
    const { collections } = platformOf(inner);
    for (const name of collections) {
      // One that gives no page does not hide the others: PLT-PAGE-1 says so of it.
      const first = await askPage(inner, name);
      if (pageIn(inner, first) !== undefined) found.push(await survey(inner, name));
      else if (name === collections.at(-1) && found.length === 0) await needPage(inner, name);
    }
    return found.sort((a, b) => b.ids.length - a.ids.length);
  });

async function survey(context: Context, name: string): Promise<Collection> {
  const first = await needPage(context, name);
  const large = { limit: LARGE };
  const page = first.ids.length < DEFAULT_LIMIT ? undefined : pageIn(context, await askPage(context, name, large));
  if (page === undefined || page.ids.length < first.ids.length)
    return {
      name,
      first,
      large: {},
      atOnce: first.ids.length,
      most: DEFAULT_LIMIT,
      ...(await continued(context, name, first, {})),
    };
  const atOnce = page.ids.length;
  return { name, first, large, atOnce, most: LARGE, ...(await continued(context, name, page, large)) };
}

/** Pages that are read after a large one that was not the end. */
const FURTHER = 6;

/**
 * The ids of a page and of what comes after it. Where `next` says that nothing does, that is believed; else the page
 * after the last id is asked for, since a target may give fewer entities than the limit, and any `next` on the last page.
 */
async function continued(
  context: Context,
  name: string,
  page: Page,
  query: PageQuery,
): Promise<Pick<Collection, 'ids' | 'complete' | 'broken'>> {
  const ids = [...page.ids];
  let { next } = page.cursor;
  for (let turn = 0; next !== 0 && next !== null && ids.length > 0; turn += 1) {
    if (turn === FURTHER) return { ids, complete: false };
    const cursor = ids.at(-1) ?? 0;
    const found = await pageOrBroken(context, name, { cursor, ...query });
    if ('broken' in found) return { ids, complete: false, broken: found.broken };
    const further = found.page;
    // Ids that do not rise are a fault of paging, which its own checks show.
    if (further.ids.length === 0 || (further.ids[0] ?? 0) <= cursor) break;
    for (const id of further.ids) ids.push(id);
    next = further.cursor.next;
  }
  return { ids, complete: true };
}

/** The collection of most entities; skips where none has `least`. */
export async function mainCollection(context: Context, least: number): Promise<Collection> {
  const [main] = await collectionsOf(context);
  if (main !== undefined && main.ids.length >= least) return main;
  return skip('data', `needs a collection of at least ${least} entities`);
}
