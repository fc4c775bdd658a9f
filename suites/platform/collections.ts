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
  const isWhole = first.ids.length < DEFAULT_LIMIT;
  const page = isWhole ? undefined : pageIn(await ask(context, { collection: name, limit: LARGE }), context.target);
  const start = page !== undefined && page.ids.length >= first.ids.length ? page : first;
  const large = start === page ? LARGE : undefined;
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
async function continued(context: Context, page: Page, question: Question) {
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

/** What meta.cursor.next names: the document can be read both ways (PLT-PAGE-6). */
export type Reading = 'last-of-page' | 'first-of-next';

/** The reading of `next`, from a first page and the entities that follow it. */
export const readingOf = (context: Context): Promise<Reading> =>
  context.facts.learn('platform.reading', async (inner) => {
    const configured = platformOf(inner.target).dialect.next;
    if (configured !== undefined) return configured;
    const main = mainOf(await collectionsOf(inner), 2);
    const { name, ids } = main;
    const page = await needPage(inner, { collection: name, limit: stride(main) });
    const last = page.ids.at(-1) ?? 0;
    const following = ids.find((id) => id > last);
    const { next } = page.cursor;
    const reading: Reading = next === following ? 'first-of-next' : 'last-of-page';
    if (next === following || next === last) inner.facts.recordDialect({ next: reading });
    return reading;
  });

/** A limit with which a walk has about four pages, the last one short. */
const stride = ({ ids, most }: Collection): number => Math.max(1, Math.min(100, most, Math.ceil((ids.length + 1) / 4)));

/**
 * Follows `next` from a cursor on, up to what is no page; gives up after more pages than the entities can fill. The rules
 * judge each page, and where `next` leads.
 */
export async function walk(context: Context, collection: Collection, limit: number, from = 0) {
  const reading = await readingOf(context);
  const left = collection.ids.filter((id) => id > from).length;
  const [questions, pages]: [Question[], Page[]] = [[], []];
  let taken = 0;
  for (let cursor: number | undefined = from; cursor !== undefined; ) {
    // A server that ignores the limit sends the whole again and again: twice of it is enough.
    if (pages.length >= Math.ceil(left / limit) + 3 || taken > 2 * left + 4 * limit) break;
    const question = { collection: collection.name, limit, ...(cursor === 0 ? {} : { cursor }) };
    // Where the very first page is none, that limit is not taken: PLT-PAGE-11 says so.
    const page =
      pages.length === 0 ? await needPage(context, question) : pageIn(await ask(context, question), context.target);
    questions.push(question);
    if (page === undefined) break;
    pages.push(page);
    taken += page.ids.length;
    cursor = nextCursor(page, reading);
  }
  return { questions, pages };
}

/** The cursor of the page after this one; undefined at any of the ends that the document leaves open. */
export function nextCursor({ ids, cursor: { next } }: Page, reading: Reading): number | undefined {
  const last = ids.at(-1);
  if (next === null || next === 0 || last === undefined) return undefined;
  if (reading === 'last-of-page') return next;
  // The last id again is an end too, and so is what is no id. An earlier id is none: a client that follows it starts over.
  return next === last || next < 0 ? undefined : next - 1;
}

/** How a walk ended, for the dialect; undefined where it did not. */
function endOf(pages: readonly Page[], reading: Reading): string | undefined {
  const [last, before] = [pages.at(-1), pages.at(-2)];
  if (last === undefined || nextCursor(last, reading) !== undefined) return undefined;
  if (last.cursor.next === null) return 'null';
  if (last.ids.length === 0)
    return before?.cursor.next === before?.ids.at(-1) && reading === 'last-of-page' ? 'last-id' : 'empty-page';
  return last.cursor.next === 0 ? 'zero' : 'last-id';
}

/** The walk over the largest collection that several checks look at. */
export const mainWalk = (context: Context): ReturnType<typeof walk> =>
  context.facts.learn('platform.walk', async (inner) => {
    const { dialect } = platformOf(inner.target);
    const collection = mainOf(await collectionsOf(inner), 2);
    const walked = await walk(inner, collection, stride(collection));
    const end = endOf(walked.pages, await readingOf(inner));
    const prev = dialect.prev ?? prevReading(walked.pages.slice(1));
    inner.facts.recordDialect({ end: end && (dialect.end ?? end), prev });
    return walked;
  });

/** Without `previous` an echo is 0 on every page; who names the id before a page does so at least on the last ones. */
function prevReading(pages: readonly Page[]): 'echo' | 'before-page' | undefined {
  const last = pages.findLast(({ ids }) => ids.length > 0)?.cursor.prev;
  if (last === null || last === undefined) return undefined;
  return last === 0 ? 'echo' : 'before-page';
}
