import { type Context, skip } from '../../src/harness/index.js';
import { needPage, type Page, platformOf } from './page.js';

/** A collection as it was seen: its first page, and all its ids where one page holds them. */
export interface Collection {
  readonly name: string;
  readonly first: Page;
  /** Ids in the order of one large page. */
  readonly ids: readonly number[];
  /** The large page holds the whole collection. */
  readonly complete: boolean;
}

/** What rests on the entities becomes inconclusive when they change during the run. */
const ENTITIES = 'platform.entities';

/** More than any collection that is compared as a whole. */
export const LARGE = 1000;

/** Each configured collection, those of most entities first. */
export const collectionsOf = (context: Context): Promise<readonly Collection[]> =>
  context.shared(ENTITIES, async (inner) => {
    const found: Collection[] = [];
    for (const name of platformOf(inner).collections) found.push(await survey(inner, name));
    return found.sort((a, b) => b.ids.length - a.ids.length);
  });

async function survey(context: Context, name: string): Promise<Collection> {
  const first = await needPage(context, name);
  const whole = first.ids.length < 50 ? first : await needPage(context, name, { limit: LARGE });
  const larger = whole.ids.length >= first.ids.length ? whole : first;
  return { name, first, ids: larger.ids, complete: isWhole(first, whole) };
}

/** One page holds all where it is short of its limit and longer than the default page. */
const isWhole = (first: Page, whole: Page): boolean =>
  whole === first ? first.ids.length < 50 : whole.ids.length < LARGE && whole.ids.length > first.ids.length;

/** The collection of most entities; skips where none has `least`. */
export async function mainCollection(context: Context, least: number): Promise<Collection> {
  const [main] = await collectionsOf(context);
  if (main !== undefined && main.ids.length >= least) return main;
  return skip('data', `needs a collection of at least ${least} entities`);
}
