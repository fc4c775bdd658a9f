/**
 * Sends walks: sequences of requests in which `next` of one page is the cursor of the following
 * request.
 */

import { type Context, skip } from '../../src/harness/index.js';
import { nextCursor, type Reading } from '../../src/protocol/platform/next-cursor.js';
import type { Page } from '../../src/protocol/platform/page.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { ask, needPage, pageIn, platformOf } from './ask.js';
import { type Collection, largest, walkLimit } from './collection.js';
import { collectionsOf, readingOf } from './survey.js';

/**
 * With a small budget, a walk through another collection is sent only if this many requests are
 * left for it.
 */
const REQUESTS_PER_COLLECTION = 3;
/** With at least this budget, all collections besides the largest are walked. */
const BUDGET_FOR_ALL_OTHERS = 8;

type Walk = (context: Context) => Promise<readonly Question[]>;

export const throughLargest: Walk = async (context) => (await mainWalk(context)).questions;

/** Requests also the first page of each collection with an entity. */
export const firstPagesAndLargest: Walk = async (context) => {
  const withEntities = (await collectionsOf(context)).filter(({ ids }) => ids.length > 0);
  const firstPages = withEntities.map(({ name }) => ({ collection: name }));
  return [...firstPages, ...(await throughLargest(context))];
};

/** Requests also the page after the last entity, to see whether the last page lacks an entity. */
export const throughLargestAndPastIt: Walk = async (context) => {
  const { questions, pages } = await mainWalk(context);
  const [first] = questions;
  if (first === undefined) return [];
  const last = pages.flatMap(({ ids }) => ids).at(-1) ?? 0;
  return [...questions, { collection: first.collection, cursor: last }];
};

/** Walks to the end of the largest collection, so that the last page is exactly full. */
export const throughFullPages: Walk = async (context) => {
  const facts = await factsOf(context);
  const main = largest(facts.collections, 3);
  if (main === undefined) return [];
  const { ids } = main;
  // The walk begins where exactly two pages are left. Small pages are enough for this.
  const limit = Math.max(1, Math.min(20, Math.floor((ids.length - 1) / 2)));
  const from = ids[ids.length - 2 * limit - 1] ?? 0;
  return (await walk(context, facts, { collection: main, limit, from })).questions;
};

/** Walks through all collections except the largest. */
export const throughOthers: Walk = async (context) => {
  const facts = await factsOf(context);
  const [main, ...others] = facts.collections;
  const { collections } = platformOf(context.target);
  const configured = `platform.collections contains ${collections.length}`;
  const missing = `needs a second collection with pages, besides ${main?.name} (${configured})`;
  if (others.length === 0) skip('configuration', missing);
  const isEnough = context.budget.requests >= BUDGET_FOR_ALL_OTHERS;
  const chosen = isEnough ? others : context.budget.take(others, { each: REQUESTS_PER_COLLECTION });
  if (chosen.length === 0) {
    skip('budget', 'budget used up before another collection; raise --max-requests');
  }
  const questions: Question[] = [];
  for (const collection of chosen) {
    const limit = Math.max(1, Math.min(collection.most, Math.ceil(collection.ids.length / 2)));
    questions.push(...(await walk(context, facts, { collection, limit })).questions);
  }
  return questions;
};

interface WalkFacts {
  readonly collections: readonly Collection[];
  readonly reading: Reading | undefined;
}

/** Ends the check if the meaning of `next` cannot be learned. */
const factsOf = async (context: Context): Promise<WalkFacts> => ({
  collections: await collectionsOf(context),
  reading: await readingOf(context),
});

interface Walked {
  readonly questions: readonly Question[];
  readonly pages: readonly Page[];
}

/** Several checks share this walk. It has no pages if the collection has fewer than 2 entities. */
const mainWalk = (context: Context): Promise<Walked> =>
  context.facts.learn('platform.walk', async (inner) => {
    const facts = await factsOf(inner);
    const collection = largest(facts.collections, 2);
    if (collection === undefined) return { questions: [], pages: [] };
    const walked = await walk(inner, facts, { collection, limit: walkLimit(collection) });
    // A dialect that the target file names takes precedence over the observed one.
    const { dialect } = platformOf(inner.target);
    const end = endOf(walked.pages, facts.reading);
    inner.facts.recordDialect({
      end: end && (dialect.end ?? end),
      prev: dialect.prev ?? prevReading(walked.pages.slice(1)),
    });
    return walked;
  });

interface WalkStart {
  readonly collection: Collection;
  readonly limit: number;
  /** The first cursor. The default is 0. */
  readonly from?: number;
}

/**
 * Follows `next` until a response is not a page or has no next cursor. The walk also stops after
 * more pages or entities than the collection can have. If the meaning of `next` is unknown, no
 * request is sent.
 */
async function walk(
  context: Context,
  { reading }: WalkFacts,
  { collection, limit, from = 0 }: WalkStart,
): Promise<Walked> {
  const questions: Question[] = [];
  const pages: Page[] = [];
  if (reading === undefined) return { questions, pages };
  const left = collection.ids.filter((id) => id > from).length;
  const mostPages = Math.ceil(left / limit) + 3;
  // A server that ignores the limit sends the whole collection each time. Two copies are enough
  // evidence.
  const mostEntities = 2 * left + 4 * limit;
  let received = 0;
  let cursor: number | undefined = from;
  while (cursor !== undefined && pages.length < mostPages && received <= mostEntities) {
    const question = { collection: collection.name, limit, ...(cursor === 0 ? {} : { cursor }) };
    // If the first response is not a page, the limit is refused, which PLT-PAGE-11 reports.
    const page =
      pages.length === 0
        ? await needPage(context, question)
        : pageIn(await ask(context, question), context.target);
    questions.push(question);
    if (page === undefined) break;
    pages.push(page);
    received += page.ids.length;
    cursor = nextCursor(page, reading);
  }
  return { questions, pages };
}

/**
 * Returns how the server marked the last page: by a `next` that is null, 0 or the last id of the
 * page, or by an empty page after it. The result is undefined if the walk did not reach the end.
 */
function endOf(pages: readonly Page[], reading: Reading | undefined): string | undefined {
  const last = pages.at(-1);
  const before = pages.at(-2);
  if (last === undefined || reading === undefined) return undefined;
  if (nextCursor(last, reading) !== undefined) return undefined;
  const { next } = last.cursor;
  if (next === null) return 'null';
  if (last.ids.length > 0) return next === 0 ? 'zero' : 'last-id';
  // The last page is empty. If `next` of the page before is its last id, this is the mark.
  const repeatsLastId = before !== undefined && before.cursor.next === before.ids.at(-1);
  return repeatsLastId && reading === 'last-of-page' ? 'last-id' : 'empty-page';
}

/**
 * Returns whether `prev` repeats the parameter `previous` (`echo`) or is an id before the page. The
 * walk does not send `previous`, so an echo is 0. An id before the last page is not 0.
 */
function prevReading(pages: readonly Page[]): 'echo' | 'before-page' | undefined {
  const last = pages.findLast(({ ids }) => ids.length > 0)?.cursor.prev;
  if (last === null || last === undefined) return undefined;
  return last === 0 ? 'echo' : 'before-page';
}
