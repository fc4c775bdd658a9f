import { type Answer, type Context, describeAnswer, deviates, skip } from '../../src/harness/suite.js';
import type { Page } from '../../src/protocol/platform/page.js';
import { needPage, pageOrBroken, platformOf } from './ask.js';
import { type Collection, collectionsOf, mainOf } from './collections.js';

/** What meta.cursor.next names: the document can be read both ways (PLT-PAGE-6). */
export type Reading = 'last-of-page' | 'first-of-next';

export interface Walk {
  readonly collection: Collection;
  readonly pages: readonly Page[];
  /** The cursor of the first page. */
  readonly from: number;
  /** Set where the walk was given up because it did not end. */
  readonly endless?: true;
  /** What came instead of the page that `next` leads to. */
  readonly broken?: Answer;
}

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

/** Follows `next` from a cursor on; gives up after more pages than the entities can fill. */
export async function walk(context: Context, collection: Collection, limit: number, from = 0): Promise<Walk> {
  const reading = await readingOf(context);
  const left = idsAfter(collection, from).length;
  const most = Math.ceil(left / limit) + 3;
  const pages: Page[] = [];
  const walked: Walk = { collection, pages, from };
  let taken = 0;
  for (let cursor: number | undefined = from; cursor !== undefined; ) {
    // A server that ignores the limit sends the whole again and again: twice of it is enough.
    if (pages.length >= most || taken > 2 * left + 4 * limit) return { ...walked, endless: true };
    const question = { collection: collection.name, limit, ...(cursor === 0 ? {} : { cursor }) };
    // Where the very first page is none, that limit is not taken: PLT-PAGE-11 says so.
    const found =
      pages.length === 0 ? { page: await needPage(context, question) } : await pageOrBroken(context, question);
    if ('broken' in found) return { ...walked, broken: found.broken };
    pages.push(found.page);
    taken += found.page.ids.length;
    cursor = nextCursor(found.page, reading);
  }
  return walked;
}

const idsAfter = ({ ids }: Collection, from: number): readonly number[] => ids.filter((id) => id > from);

/** The cursor of the page after this one; undefined at any of the ends that the document leaves open. */
function nextCursor({ ids, cursor: { next } }: Page, reading: Reading): number | undefined {
  const last = ids.at(-1);
  if (next === null || next === 0 || last === undefined) return undefined;
  if (reading === 'last-of-page') return next;
  // The last id again is an end too, and so is what is no id. An earlier id is none: a client that follows it starts over.
  return next === last || next < 0 ? undefined : next - 1;
}

/** How a walk ended, for the dialect. */
function endOf(pages: readonly Page[], reading: Reading): string {
  const [last, before] = [pages.at(-1), pages.at(-2)];
  if (last?.cursor.next === null) return 'null';
  if (last !== undefined && last.ids.length === 0)
    return before?.cursor.next === before?.ids.at(-1) && reading === 'last-of-page' ? 'last-id' : 'empty-page';
  return last?.cursor.next === 0 ? 'zero' : 'last-id';
}

/** The walk over the largest collection that several checks look at. */
export const mainWalk = (context: Context): Promise<Walk> =>
  context.facts.learn('platform.walk', async (inner) => {
    const { dialect } = platformOf(inner.target);
    const collection = mainOf(await collectionsOf(inner), 2);
    const walked = await walk(inner, collection, stride(collection));
    if (!walked.endless && walked.broken === undefined)
      inner.facts.recordDialect({ end: dialect.end ?? endOf(walked.pages, await readingOf(inner)) });
    const prev = dialect.prev ?? prevReading(walked.pages.slice(1));
    if (prev !== undefined) inner.facts.recordDialect({ prev });
    return walked;
  });

/** Without `previous` an echo is 0 on every page; who names the id before a page does so at least on the last ones. */
function prevReading(pages: readonly Page[]): 'echo' | 'before-page' | undefined {
  const last = pages.findLast(({ ids }) => ids.length > 0)?.cursor.prev;
  if (last === null || last === undefined) return undefined;
  return last === 0 ? 'echo' : 'before-page';
}

/** Each entity once, in ascending order, to the end. */
export function judgeWalk({ collection, pages, from, endless, broken }: Walk): string {
  const ids = pages.flatMap((page) => page.ids);
  for (const [index, id] of ids.entries()) {
    const before = ids[index - 1];
    if (before === undefined || id > before) continue;
    const shown = pagesAround(pages, index).map(({ answer }) => answer);
    if (id === before) deviates('each entity once', `id ${id} twice in a row`, ...shown);
    deviates('ids in strictly ascending order', `id ${id} after ${before}`, ...shown);
  }
  if (broken !== undefined) judgeBroken(broken, ids);
  const told = `${ids.length} entities on ${pages.length} pages`;
  const wanted = idsAfter(collection, from);
  const answers = pages.map(({ answer }) => answer);
  if (endless && !collection.complete) return `${told}, the first of a large collection`;
  if (endless) deviates(`an end after ${wanted.length} entities`, `${told} and no end`, ...answers.slice(-2));
  const met = new Set(ids);
  const lost = collection.complete ? wanted.filter((id) => !met.has(id)) : [];
  if (lost.length > 0)
    deviates(
      `all ${wanted.length} entities of one large page`,
      `without ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}`,
      ...answers,
    );
  return `${told}, each once, in ascending order`;
}

/** The page that the n-th id of a walk is on, after the page before it where it is the first there. */
function pagesAround(pages: readonly Page[], index: number): readonly Page[] {
  let before = 0;
  const at = pages.findIndex(({ ids }) => {
    before += ids.length;
    return index < before;
  });
  const isFirst = index === before - (pages[at]?.ids.length ?? 0);
  return pages.slice(Math.max(0, isFirst ? at - 1 : at), at + 1);
}

/** A walk that ends in an error does not end: PLT-PAGE-5. What is answered 200 and is no page breaks PLT-PAGE-1. */
function judgeBroken(broken: Answer, ids: readonly number[]): never {
  if (broken.status === 200)
    skip('prerequisite', `the page after ${ids.at(-1) ?? 0} is invalid (PLT-PAGE-1): ${describeAnswer(broken)}`);
  return deviates(`a page after ${ids.at(-1) ?? 0}, or an end before it`, describeAnswer(broken), broken);
}
