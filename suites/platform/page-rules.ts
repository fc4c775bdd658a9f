import { holdsIf, type RuleTable, type Ruling } from '../../src/harness/suite.js';
import { shapeFaults } from '../../src/protocol/platform/page.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { platformOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import { after, type Collection, DEFAULT_LIMIT } from './collections.js';
import { collectionOf, type Exchange, type Facts, integer, isBeyond, isPastTheEnd, judged } from './exchange.js';

export const RULES: RuleTable<Exchange, Facts, ClauseId> = {
  'PLT-PAGE-1': ({ answer, question, page, target }) => {
    if (answer.status !== 200) return isBare(question) ? { expected: 'status 200' } : undefined;
    if (answer.jsonFault !== undefined) return { expected: 'a JSON body' };
    const faults = shapeFaults(answer, platformOf(target));
    if (faults.length > 0)
      return {
        expected: faults.map(({ expected }) => expected).join(', '),
        actual: faults.map(({ actual }) => actual).join(', '),
      };
    if (page === undefined) return { expected: 'a page' };
    if (page.wrapper !== undefined)
      return { expected: 'entities with their id', actual: `entities wrapped in ${page.wrapper}`, atMost: 'warning' };
    return page.cursor.next === null ? { expected: 'next 0 at the end', actual: 'null', atMost: 'warning' } : 'holds';
  },
  'PLT-PAGE-2': (exchange) => {
    const { ids = [], cursor } = exchange.page ?? {};
    if (cursor === undefined || cursor.count === null || (ids.length === 0 && cursor.count === 0)) return undefined;
    return holdsIf(cursor.count === ids.length, `count ${ids.length}`, cursor.count);
  },
  'PLT-PAGE-3': ofPage((page, collection) => {
    if (page.limit < 1) return undefined;
    if (page.ids.length > page.limit)
      return { expected: `a page size of at most ${page.limit}`, actual: page.ids.length };
    const [left] = collection === undefined ? [] : after(collection, page.from, 1);
    if (page.ids.length > 0) return 'holds';
    // None at all is no page of what is left.
    return left === undefined
      ? undefined
      : { expected: `entities after ${page.from}, such as ${left}`, actual: 'none' };
  }),
  'PLT-PAGE-4': ofPage((page, collection) => {
    if (page.ids.length === 0 || isBeyond(collection, page.from)) return undefined;
    const lower = page.ids.find((id) => id <= page.from);
    // Where the collection is not known, all ids below the cursor may be a beginning anew past its end.
    const isOpen = collection === undefined && page.ids.every((id) => id <= page.from);
    if (lower !== undefined)
      return isOpen ? undefined : { expected: `ids greater than ${page.from}`, actual: `id ${lower}` };
    const [wanted] = collection === undefined ? [] : after(collection, page.from, 1);
    if (wanted === undefined) return 'holds';
    const lowest = page.ids.reduce((one, other) => Math.min(one, other));
    return holdsIf(lowest === wanted, `the entities after ${page.from}, from ${wanted} on`, `from ${lowest} on`);
  }),
  'PLT-PAGE-5': ofPage((page, collection, _, exchange) => {
    const { ids, cursor, from } = page;
    if (ids.length === 0) return isPastTheEnd(collection, from) ? 'holds' : undefined;
    const at = ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? 0));
    if (at > 0) return { expected: 'ids in strictly ascending order', actual: `id ${ids[at]} after ${ids[at - 1]}` };
    if (collection === undefined) return undefined;
    // A walk goes on to entities that were added since: only the page after its end, asked for without a limit, has none.
    const isEndOfWalk = exchange.question.limit === undefined && isPastTheEnd(collection, from);
    const beyond = isEndOfWalk ? ids.find((id) => id > from) : undefined;
    if (beyond !== undefined) return { expected: `an end after ${from}`, actual: `entity ${beyond}` };
    // What a page begins with is the business of its cursor (PLT-PAGE-4).
    const wanted = after(collection, from, ids.length);
    if (ids[0] !== wanted[0]) return undefined;
    const lost = wanted.find((id, index) => id !== ids[index]);
    if (lost !== undefined) return { expected: `entity ${lost} on the page`, actual: 'a page without it' };
    const last = ids.at(-1) ?? 0;
    // Which end a walk has is open, but one that leads back has none (PLT-PAGE-9).
    const isEnd = collection.complete && last === collection.ids.at(-1);
    const [following] = after(collection, last, 1);
    if (following !== undefined && (cursor.next === 0 || cursor.next === null))
      return { expected: `a next that leads to entity ${following}`, actual: String(cursor.next) };
    return isEnd && cursor.next !== null && cursor.next > 0 && cursor.next < last
      ? { expected: `an end after entity ${last}`, actual: `next ${cursor.next}` }
      : 'holds';
  }),
  'PLT-PAGE-6': ofPage(({ ids, cursor }, collection, facts) => {
    const last = ids.at(-1);
    if (last === undefined) return undefined;
    // By either reading it is the last id of the page or one behind it, or 0 or null at the end.
    if (collection === undefined && cursor.next !== null && cursor.next !== 0 && cursor.next < last)
      return { expected: `next ${last}, an id behind it, or an end`, actual: cursor.next };
    if (collection === undefined || facts.reading === undefined) return undefined;
    const [following] = after(collection, last, 1);
    if (following === undefined || !collection.ids.includes(last)) return undefined;
    const isLast = facts.reading === 'last-of-page';
    const wanted = isLast ? last : following;
    const named = isLast ? 'the last id of this page' : 'the first id of the next page';
    return holdsIf(cursor.next === wanted, `next ${wanted}, ${named}`, String(cursor.next));
  }),
  'PLT-PAGE-7': ofPage(({ from, cursor: { current } }, collection) => {
    // Past the end it is open (PLT-PAGE-9).
    if (current === null || isPastTheEnd(collection, from)) return undefined;
    return holdsIf(current === from, `current ${from}`, current);
  }),
  // By either reading of PLT-PAGE-8: 0 or an id that precedes the page, or p where `previous=p` was sent.
  'PLT-PAGE-8': ofPage((page, collection) => {
    const { prev } = page.cursor;
    if (prev === null) return undefined;
    if (prev === 0 || (page.previous > 0 && prev === page.previous)) return 'holds';
    const echo = page.previous > 0 ? ` or ${page.previous}` : '';
    const actual = String(prev);
    if (prev < 0) return { expected: `prev 0${echo} or an id`, actual };
    if (page.from === 0) return { expected: `prev 0${echo} on the first page`, actual };
    // A page without entities has none that prev could stand in or after.
    const [start] = page.ids;
    if (start !== undefined && prev >= start) return { expected: `prev 0${echo} or an id below ${start}`, actual };
    const isId =
      prev === page.from || collection === undefined || !collection.complete || collection.ids.includes(prev);
    const expected = start === undefined ? 'prev the id of an entity' : `prev the id of an entity before ${start}`;
    return isId ? 'holds' : { expected, actual, atMost: 'warning' };
  }),
  'PLT-PAGE-11': (exchange, facts) => {
    const { question, page } = exchange;
    if (page !== undefined) return isBare(question) ? undefined : 'holds';
    const collection = collectionOf(exchange, facts);
    const limit = integer(question.limit, 1);
    const [cursor, before] = [integer(question.cursor, 0), integer(question.previous, 0)];
    // What is large, past the end, or no entity's is open (PLT-PAGE-9).
    const isPlain =
      limit >= 1 &&
      limit <= DEFAULT_LIMIT &&
      (cursor === 0 || (collection !== undefined && !isPastTheEnd(collection, cursor))) &&
      (before === 0 || collection?.ids.includes(before) === true);
    return isPlain && !isBare(question) ? { expected: 'a page' } : undefined;
  },
};

type JudgedPage = NonNullable<ReturnType<typeof judged>>;

/** A rule of a page whose ids can be told apart, and of the collection as far as it is known. */
function ofPage(
  rule: (page: JudgedPage, collection: Collection | undefined, facts: Facts, exchange: Exchange) => Ruling,
) {
  return (exchange: Exchange, facts: Facts): Ruling => {
    const page = judged(exchange);
    return page && rule(page, collectionOf(exchange, facts), facts, exchange);
  };
}

const isBare = ({ limit, cursor, previous }: Question): boolean => (limit ?? cursor ?? previous) === undefined;
