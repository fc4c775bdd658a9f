/**
 * Reads the configured collections at the start of a run, and learns which id the server returns as
 * `meta.cursor.next`.
 */

import type { Context, Exchanged } from '../../src/harness/index.js';
import { type Reading, readingOfNext } from '../../src/protocol/platform/next-cursor.js';
import type { Page } from '../../src/protocol/platform/page.js';
import { DEFAULT_LIMIT, type Question } from '../../src/protocol/platform/question.js';
import { ask, needPage, pageIn, platformOf } from './ask.js';
import { type Collection, haveSameIds, largest, walkLimit } from './collection.js';

/** Most collections fit on one page with this limit. */
const LARGE_LIMIT = 1000;

/** At most this number of pages is read after the first page of a collection. */
const MAX_FURTHER_PAGES = 6;

/** The collections that can be read, largest first. They are read once in a run. */
export const collectionsOf = (context: Context): Promise<readonly Collection[]> =>
  context.facts.learn('platform.entities', async (inner) => {
    const found: Collection[] = [];
    const { collections } = platformOf(inner.target);
    for (const name of collections) {
      // PLT-PAGE-1 reports a collection that returns no page, and the other collections are still
      // tested. If no collection returns a page, `needPage` skips the check.
      const first = await ask(inner, { collection: name });
      if (pageIn(first, inner.target) !== undefined) found.push(await readCollection(inner, name));
      else if (name === collections.at(-1) && found.length === 0) {
        await needPage(inner, { collection: name });
      }
    }
    const pages = found.map(({ first }) => first);
    inner.facts.recordDialect({
      entities: pages[0]?.entities,
      ids: pages.find(({ idType }) => idType !== undefined)?.idType,
      wrapper: pages.find(({ wrapper }) => wrapper !== undefined)?.wrapper,
    });
    return found.sort((a, b) => b.ids.length - a.ids.length);
  });

/** Reads a collection. If its first page is full, a page with a large limit is requested, too. */
async function readCollection(context: Context, name: string): Promise<Collection> {
  const first = await needPage(context, { collection: name });
  const large = first.ids.length < DEFAULT_LIMIT ? undefined : await largePage(context, name);
  const start = large !== undefined && large.ids.length >= first.ids.length ? large : first;
  const limit = start === large ? LARGE_LIMIT : undefined;
  const { ids, complete } = await idsFrom(context, start, { collection: name, limit });
  return { name, first, start, ids, complete, large: limit, most: limit ?? DEFAULT_LIMIT };
}

const largePage = async (context: Context, collection: string): Promise<Page | undefined> =>
  pageIn(await ask(context, { collection, limit: LARGE_LIMIT }), context.target);

/**
 * Reads the ids of a page and of the pages after it. The collection ends if `next` is 0 or null.
 * Otherwise the page after the last id is requested. An empty page also ends the collection,
 * because the last page may have any `next`.
 */
async function idsFrom(context: Context, page: Page, question: Question) {
  const ids = [...page.ids];
  let { next } = page.cursor;
  for (let turn = 0; next !== 0 && next !== null && ids.length > 0; turn += 1) {
    if (turn === MAX_FURTHER_PAGES) return { ids, complete: false };
    const cursor = ids.at(-1) ?? 0;
    const further = pageIn(await ask(context, { ...question, cursor }), context.target);
    if (further === undefined) return { ids, complete: false };
    // PLT-PAGE-5 reports ids that do not ascend.
    if (further.ids.length === 0 || (further.ids[0] ?? 0) <= cursor) break;
    for (const id of further.ids) ids.push(id);
    next = further.cursor.next;
  }
  return { ids, complete: true };
}

/**
 * Learns whether `next` is the last id of a page or the id of the entity after the page. For this
 * the first page of the largest collection is requested. Returns undefined if no collection has two
 * entities.
 */
export const readingOf = (context: Context): Promise<Reading | undefined> =>
  context.facts.learn('platform.reading', async (inner) => {
    const configured = platformOf(inner.target).dialect.next;
    if (configured !== undefined) return configured;
    const main = largest(await collectionsOf(inner), 2);
    if (main === undefined) return undefined;
    const page = await needPage(inner, { collection: main.name, limit: walkLimit(main) });
    const last = page.ids.at(-1) ?? 0;
    const following = main.ids.find((id) => id > last);
    const { next } = page.cursor;
    const reading = readingOfNext(page, following);
    if (next === following || next === last) inner.facts.recordDialect({ next: reading });
    return reading;
  });

/**
 * Reads the collections of these exchanges again. If a collection differs from the first reading,
 * it is read once more. If it differs again, entities were added or removed during the run, and a
 * sentence that says so is returned.
 */
export async function describeChange(context: Context, exchanges: readonly Exchanged<Question>[]) {
  const isDifferent = async ({ name, large, start }: Collection): Promise<boolean> => {
    const question = { collection: name, limit: large };
    const page = await needPage(context, question, { fresh: true });
    return !haveSameIds(page.ids, start.ids);
  };
  for (const collection of await collectionsOf(context)) {
    const isUsed = exchanges.some(({ question }) => question.collection === collection.name);
    if (isUsed && (await isDifferent(collection)) && (await isDifferent(collection)))
      return 'entities were added or removed during the run; run again while they do not change';
  }
  return undefined;
}
