import type { Context } from '../../src/harness/suite.js';
import type { Page } from '../../src/protocol/platform/page.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { ask, needPage, pageIn, platformOf } from './ask.js';
import { type Collection, collectionsOf, mainOf } from './collections.js';

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
