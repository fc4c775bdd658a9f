import { byEvery, describeAnswer, type RelationViolation } from '../../src/harness/suite.js';
import { name, type Question } from '../../src/protocol/platform/question.js';
import { sameIds } from './ask.js';
import type { ClauseId } from './clauses.js';
import { after, type Collection, nextCursor } from './collections.js';
import { collectionOf, type Exchange, type Facts, integer, isBeyond, judged } from './exchange.js';
import { RULES } from './page-rules.js';

type Violations = readonly RelationViolation<Exchange, ClauseId>[];

/** Larger cursors do not fit 32 bits: what is made of those alone is a fault of reading them. */
const INT_MAX = 2 ** 31 - 1;

export function relate(exchanges: readonly Exchange[], facts: Facts): Violations {
  if (facts.shown) return shownWalks(exchanges);
  return [...twins(exchanges, facts), ...wrappedCursors(exchanges, facts), ...astray(exchanges, facts)];
}

/** PLT-PAGE-5: where `next` leads there is a page, and it goes on with the entity behind the one before it. */
function astray(exchanges: readonly Exchange[], facts: Facts): Violations {
  const { reading } = facts;
  const keyOf = ({ collection, limit }: Question, cursor: number): string =>
    JSON.stringify([collection, limit, cursor]);
  const reached = new Map(exchanges.map((one) => [keyOf(one.question, integer(one.question.cursor, 0)), one]));
  return exchanges.flatMap((exchange): Violations => {
    const page = judged(exchange);
    const cursor = page && reading && nextCursor(page, reading);
    const following = cursor === undefined ? undefined : reached.get(keyOf(exchange.question, cursor));
    if (page === undefined || following === undefined) return [];
    const [last = 0, start] = [page.ids.at(-1), following.page?.ids[0]];
    const collection = collectionOf(exchange, facts);
    const [wanted] = collection === undefined ? [] : after(collection, last, 1);
    // What is answered 200 and is no page breaks PLT-PAGE-1.
    const isBroken = following.page === undefined && following.answer.status !== 200;
    const actual = isBroken ? describeAnswer(following.answer) : `a page from ${start ?? 'no entity'} on`;
    const expected = `a page that goes on after ${last}${wanted === undefined ? ', or an end before it' : `, with ${wanted}`}`;
    const isLost = wanted !== undefined && following.page !== undefined && start !== wanted;
    return isBroken || isLost || (start !== undefined && start <= last)
      ? [{ clause: 'PLT-PAGE-5', expected, actual, exchanges: [exchange, following] }]
      : [];
  });
}

/** PLT-PAGE-3: 50 is the default on every page; and `previous` changes nothing about which entities come. */
function twins(exchanges: readonly Exchange[], facts: Facts): Violations {
  const firsts = new Map<string, Exchange>();
  return exchanges.flatMap((exchange): Violations => {
    const page = judged(exchange);
    const collection = collectionOf(exchange, facts);
    if (page === undefined || collection === undefined) return [];
    const violations = byEvery(RULES, exchange, facts, () => undefined);
    if (violations.some(({ clause }) => clause !== 'PLT-PAGE-1')) return [];
    const key = JSON.stringify([exchange.question.collection, page.limit, page.from]);
    const first = firsts.get(key) ?? exchange;
    firsts.set(key, first);
    return judgeTwins(exchange, first, collection);
  });
}

function judgeTwins(exchange: Exchange, other: Exchange, { ids, complete }: Collection): Violations {
  const [mine = [], theirs = []] = [exchange.page?.ids, other.page?.ids];
  // What came to the end of a collection since it was surveyed stands on one of two pages alone.
  const last = complete ? (ids.at(-1) ?? 0) : Number.POSITIVE_INFINITY;
  const known = (all: readonly number[]): readonly number[] => all.filter((id) => id <= last);
  if (ids.length === 0 || sameIds(known(mine), known(theirs))) return [];
  const at = mine.findIndex((id, index) => id !== theirs[index]);
  const told = (all: readonly number[]): string =>
    `${all.length} in all${at < 0 ? '' : `, id ${all[at] ?? 'none'} at position ${at + 1}`}`;
  const expected = `the same entities for ${name(exchange.question)} as for ${name(other.question)}: ${told(theirs)}`;
  return [{ clause: 'PLT-PAGE-3', expected, actual: told(mine), exchanges: [other, exchange] }];
}

/**
 * A target may begin anew past the end (PLT-PAGE-9). One that does so for cursors beyond 32 bits alone has misread them.
 */
function wrappedCursors(exchanges: readonly Exchange[], facts: Facts): Violations {
  const cursorOf = ({ question }: Exchange): number => integer(question.cursor, 0);
  const beyond = exchanges.filter((exchange) => isBeyond(collectionOf(exchange, facts), cursorOf(exchange)));
  const anew = beyond.filter((exchange) => judged(exchange)?.ids.some((id) => id <= cursorOf(exchange)));
  const isSmall = (exchange: Exchange): boolean => cursorOf(exchange) <= INT_MAX;
  if (!beyond.some(isSmall) || anew.some(isSmall)) return [];
  return anew.map((exchange) => ({
    clause: 'PLT-PAGE-4',
    expected: `ids greater than ${cursorOf(exchange)}`,
    actual: `id ${exchange.page?.ids[0]}`,
    exchanges: [exchange],
  }));
}

/**
 * What pages that somebody asked for show together, although entities may have come and gone meanwhile (PLT-PAGE-5): an
 * entity that was seen before a page and after it was there when the page was made. Where it is between the cursor and
 * the last one of the page, it stands on it.
 */
function shownWalks(exchanges: readonly Exchange[]): Violations {
  const sights = exchanges.flatMap((exchange) => {
    const page = judged(exchange);
    const { collection, method, anonymous } = exchange.question;
    if (page === undefined || page.ids.length === 0 || method !== undefined || anonymous) return [];
    return [{ exchange, page, collection, at: exchange.answer.receivedAt }];
  });
  return sights.flatMap(({ exchange, page: { ids, from }, collection, at }): Violations => {
    const [held, last] = [new Set(ids), Math.max(...ids)];
    const others = sights.filter((one) => one.collection === collection);
    const after = others.filter((one) => one.at > at);
    const seenAfter = new Map(after.flatMap((one) => one.page.ids.map((id) => [id, one] as const)));
    for (const earlier of others.filter((one) => one.at < at)) {
      const id = earlier.page.ids.find((one) => one > from && one < last && !held.has(one) && seenAfter.has(one));
      const later = id === undefined ? undefined : seenAfter.get(id);
      if (later === undefined) continue;
      const expected = `entity ${id} on the page, as before it and after it`;
      const together = [earlier.exchange, later.exchange, exchange];
      return [{ clause: 'PLT-PAGE-5', expected, actual: 'a page without it', exchanges: together }];
    }
    return [];
  });
}
