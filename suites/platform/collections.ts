import { type Context, type Exchanged, skip } from '../../src/harness/suite.js';
import type { Page } from '../../src/protocol/platform/page.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { ask, needPage, pageIn, platformOf, sameIds } from './ask.js';

/** A collection as it was seen: its first page, and all its ids where one page holds them. */
export interface Collection {
  readonly name: string;
  readonly first: Page;
  /** What its ids were read from: one large page, or its first. */
  readonly start: Page;
  /** Ids in the order of one large page, and of the pages after it where a target gives no page that large. */
  readonly ids: readonly number[];
  /** These are all ids of the collection. */
  readonly complete: boolean;
  /** The limit of the largest page that the target is known to give: which limits it takes is open (PLT-PAGE-9). */
  readonly large: number | undefined;
  /** The greatest limit that it is known to take, at least the default. */
  readonly most: number;
}

/** The limit of a page that asks for none (PLT-PAGE-3). */
export const DEFAULT_LIMIT = 50;

/** More than any collection that is compared as a whole. */
const LARGE = 1000;

/** Each configured collection, those of most entities first. */
export const collectionsOf = (context: Context): Promise<readonly Collection[]> =>
  context.facts.learn('platform.entities', async (inner) => {
    const found: Collection[] = [];
    const { collections } = platformOf(inner.target);
    for (const name of collections) {
      // One that gives no page does not hide the others: PLT-PAGE-1 says so of it.
      const first = await ask(inner, { collection: name });
      if (pageIn(first, inner.target) !== undefined) found.push(await survey(inner, name));
      else if (name === collections.at(-1) && found.length === 0) await needPage(inner, { collection: name });
    }
    const pages = found.map(({ first }) => first);
    inner.facts.recordDialect({
      entities: pages[0]?.entities,
      ids: pages.find(({ idType }) => idType !== undefined)?.idType,
      wrapper: pages.find(({ wrapper }) => wrapper !== undefined)?.wrapper,
    });
    return found.sort((a, b) => b.ids.length - a.ids.length);
  });

async function survey(context: Context, name: string): Promise<Collection> {
  const first = await needPage(context, { collection: name });
  const page =
    first.ids.length < DEFAULT_LIMIT
      ? undefined
      : pageIn(await ask(context, { collection: name, limit: LARGE }), context.target);
  const isLarge = page !== undefined && page.ids.length >= first.ids.length;
  const large = isLarge ? LARGE : undefined;
  const start = isLarge ? page : first;
  return {
    name,
    first,
    start,
    large,
    most: large ?? DEFAULT_LIMIT,
    ...(await continued(context, start, { collection: name, limit: large })),
  };
}

/** Pages that are read after a large one that was not the end. */
const FURTHER = 6;

/**
 * The ids of a page and of what comes after it. Where `next` says that nothing does, that is believed; else the page
 * after the last id is asked for, since a target may give fewer entities than the limit, and any `next` on the last page.
 */
async function continued(
  context: Context,
  page: Page,
  question: Question,
): Promise<Pick<Collection, 'ids' | 'complete'>> {
  const ids = [...page.ids];
  let { next } = page.cursor;
  for (let turn = 0; next !== 0 && next !== null && ids.length > 0; turn += 1) {
    if (turn === FURTHER) return { ids, complete: false };
    const cursor = ids.at(-1) ?? 0;
    const further = pageIn(await ask(context, { ...question, cursor }), context.target);
    if (further === undefined) return { ids, complete: false };
    // Ids that do not rise are a fault of paging, which its own checks show.
    if (further.ids.length === 0 || (further.ids[0] ?? 0) <= cursor) break;
    for (const id of further.ids) ids.push(id);
    next = further.cursor.next;
  }
  return { ids, complete: true };
}

/** The collection of most entities; skips where none has `least`. */
export function mainOf(collections: readonly Collection[], least: number): Collection {
  const [main] = collections;
  if (main !== undefined && main.ids.length >= least) return main;
  return skip('data', `needs a collection of at least ${least} ${least === 1 ? 'entity' : 'entities'}`);
}

/** The ids after a cursor, at most so many, as far as they are known. */
export function after({ ids }: Collection, cursor: number, most: number): readonly number[] {
  const start = ids.findIndex((id) => id > cursor);
  return start < 0 ? [] : ids.slice(start, start + most);
}

/** Whether collections that were asked for are not what they were, nor again when they are asked twice. */
export async function haveChanged(context: Context, asked: readonly Exchanged<Question>[]) {
  const isOther = async ({ name, large, start }: Collection): Promise<boolean> => {
    const page = await needPage(context, { collection: name, limit: large }, { fresh: true });
    return !sameIds(page.ids, start.ids);
  };
  for (const collection of await collectionsOf(context)) {
    const isAsked = asked.some(({ question }) => question.collection === collection.name);
    if (isAsked && (await isOther(collection)) && (await isOther(collection)))
      return 'entities were added or removed during the run; run again while they do not change';
  }
  return undefined;
}
