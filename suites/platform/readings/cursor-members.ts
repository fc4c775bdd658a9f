/** Mistakes in the members of `meta.cursor`. */

import { type Facts, type RequestedPage, requestedPage } from '../exchange.js';
import { type Change, firstOf, lastOf, named, type PlatformMistake } from './change.js';
import type { Scope } from './scopes.js';
import { isCut, requestOf, type Window } from './window.js';

type Member = 'current' | 'prev' | 'next' | 'count';

interface MemberChange extends Change {
  readonly member: Member;
  /** Set if the value has a type that clause PLT-PAGE-1 does not allow. */
  readonly breaksShape?: true;
  /**
   * The wrong value of the member. Undefined if the mistake does not change the page. `right` is
   * the right value of `next`, and `seen` is `meta.cursor` of the response.
   */
  readonly value: (
    window: Window,
    right: number | undefined,
    seen: RequestedPage['cursor'],
  ) => number | null | undefined;
}

const CLAUSES_OF_MEMBERS: Readonly<Record<Member, readonly string[]>> = {
  count: ['PLT-PAGE-2'],
  current: ['PLT-PAGE-7'],
  prev: ['PLT-PAGE-8'],
  // A walk that follows a wrong `next` may also violate PLT-PAGE-5.
  next: ['PLT-PAGE-6', 'PLT-PAGE-5'],
};

const MEMBERS: readonly MemberChange[] = [
  {
    id: 'count-is-limit',
    clause: 'PLT-PAGE-2',
    sentence: '`count` is the limit',
    member: 'count',
    value: ({ query }) => query.limit,
  },
  {
    id: 'count-is-total',
    clause: 'PLT-PAGE-2',
    sentence: '`count` is the number of all entities',
    member: 'count',
    value: ({ before, page, after }) => before.length + page.length + after.length,
  },
  {
    id: 'count-is-rest',
    clause: 'PLT-PAGE-2',
    sentence: '`count` is the number of entities after the page',
    member: 'count',
    value: ({ after }) => after.length,
  },
  {
    id: 'count-is-rest-with-page',
    clause: 'PLT-PAGE-2',
    sentence: '`count` is the number of entities after the cursor',
    member: 'count',
    value: ({ page, after }) => page.length + after.length,
  },
  {
    id: 'count-is-position',
    clause: 'PLT-PAGE-2',
    sentence: '`count` is the number of entities up to the end of the page',
    member: 'count',
    value: ({ before, page }) => before.length + page.length,
  },
  ...[-1, 1].map(
    (more): MemberChange => ({
      id: `count-${more > 0 ? 'plus' : 'minus'}-1`,
      clause: 'PLT-PAGE-2',
      sentence: `\`count\` is one too ${more > 0 ? 'high' : 'low'}`,
      member: 'count',
      value: ({ page }) => page.length + more,
    }),
  ),
  {
    id: 'count-is-0',
    clause: 'PLT-PAGE-2',
    sentence: '`count` is 0',
    member: 'count',
    value: () => 0,
  },
  {
    id: 'current-is-0',
    clause: 'PLT-PAGE-7',
    sentence: '`current` is 0',
    member: 'current',
    value: () => 0,
  },
  {
    id: 'current-is-first-id',
    clause: 'PLT-PAGE-7',
    sentence: '`current` is the first id of the page',
    member: 'current',
    value: ({ page }) => firstOf(page),
  },
  {
    id: 'current-is-last-id',
    clause: 'PLT-PAGE-7',
    sentence: '`current` is the last id of the page',
    member: 'current',
    value: ({ page }) => lastOf(page),
  },
  {
    id: 'current-is-position',
    clause: 'PLT-PAGE-7',
    sentence: '`current` is the number of entities before the page',
    member: 'current',
    value: ({ before }) => before.length,
  },
  {
    id: 'current-is-page-number',
    clause: 'PLT-PAGE-7',
    sentence: '`current` is the number of the page',
    member: 'current',
    value: ({ before, query }) => Math.floor(before.length / query.limit) + 1,
  },
  {
    id: 'current-is-previous',
    clause: 'PLT-PAGE-7',
    sentence: '`current` is `previous` of the request',
    member: 'current',
    value: ({ query }) => query.previous,
  },
  {
    id: 'current-is-prev',
    clause: 'PLT-PAGE-7',
    sentence: '`current` is the same as `prev`',
    member: 'current',
    value: (_, __, seen) => seen.prev,
  },
  {
    id: 'prev-is-next',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is the same as `next`',
    member: 'prev',
    value: (_, __, seen) => seen.next,
  },
  {
    id: 'prev-is-first-id',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is the first id of the page',
    member: 'prev',
    value: ({ page }) => firstOf(page),
  },
  {
    id: 'prev-is-last-id',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is the last id of the page',
    member: 'prev',
    value: ({ page }) => lastOf(page),
  },
  {
    id: 'prev-is-1',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is 1',
    member: 'prev',
    value: () => 1,
  },
  {
    id: 'prev-is-minus-1',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is -1',
    member: 'prev',
    value: () => -1,
  },
  {
    id: 'prev-is-cursor-minus-limit',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is the cursor minus the limit',
    member: 'prev',
    value: ({ query }) => query.cursor - query.limit,
  },
  {
    id: 'prev-is-cursor-minus-limit-or-0',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is the cursor minus the limit, and at least 0',
    member: 'prev',
    value: ({ query }) => Math.max(0, query.cursor - query.limit),
  },
  {
    id: 'prev-is-first-minus-limit-or-0',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is the first id of the page minus the limit, and at least 0',
    member: 'prev',
    value: ({ page, query }) => Math.max(0, (firstOf(page) ?? query.cursor) - query.limit),
  },
  {
    id: 'prev-is-first-minus-1',
    clause: 'PLT-PAGE-8',
    sentence: '`prev` is one less than the first id of the page',
    member: 'prev',
    value: ({ page }) => (firstOf(page) ?? 0) - 1,
  },
  {
    id: 'next-is-null',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is null',
    member: 'next',
    breaksShape: true,
    value: () => null,
  },
  {
    id: 'next-is-0',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is 0',
    member: 'next',
    // On the last page 0 is right.
    value: ({ after }) => (after.length === 0 ? undefined : 0),
  },
  {
    id: 'next-is-following',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the first id of the next page, but the last id of the page elsewhere',
    member: 'next',
    value: ({ after }, right) => (firstOf(after) === right ? undefined : firstOf(after)),
  },
  {
    id: 'next-is-last',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the last id of the page, but the first id of the next page elsewhere',
    member: 'next',
    value: ({ page, after }, right) =>
      after.length === 0 || lastOf(page) === right ? undefined : lastOf(page),
  },
  {
    id: 'next-is-second-following',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the second id of the next page',
    member: 'next',
    value: ({ after }) => after[1],
  },
  {
    id: 'next-is-following-plus-1',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is one more than the first id of the next page',
    member: 'next',
    value: ({ after: [following] }) => (following === undefined ? undefined : following + 1),
  },
  {
    id: 'next-is-last-plus-1',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is one more than the last id of the page',
    member: 'next',
    value: ({ page, after }) => (after.length === 0 ? undefined : (lastOf(page) ?? 0) + 1),
  },
  {
    id: 'next-is-first-id',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the first id of the page',
    member: 'next',
    value: ({ page, after }) => (after.length === 0 ? undefined : firstOf(page)),
  },
  {
    id: 'next-is-first-of-all',
    clause: 'PLT-PAGE-5',
    sentence: '`next` leads back to the first entity of the collection',
    member: 'next',
    value: ({ before, page }) => firstOf(before) ?? firstOf(page),
  },
  {
    id: 'next-is-cursor',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the cursor of the request',
    member: 'next',
    value: ({ query, after }) => (after.length === 0 ? undefined : query.cursor),
  },
  {
    id: 'next-is-cursor-plus-1',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is one more than the cursor of the request',
    member: 'next',
    value: ({ query, after }) => (after.length === 0 ? undefined : query.cursor + 1),
  },
  {
    id: 'next-is-cursor-plus-limit',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the cursor plus the limit',
    member: 'next',
    value: ({ query, after }) => (after.length === 0 ? undefined : query.cursor + query.limit),
  },
  {
    id: 'next-is-position',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the number of entities up to the end of the page',
    member: 'next',
    value: ({ before, page, after }) =>
      after.length === 0 ? undefined : before.length + page.length,
  },
  {
    id: 'next-is-page-number',
    clause: 'PLT-PAGE-6',
    sentence: '`next` is the number of the next page',
    member: 'next',
    value: ({ before, query, after }) =>
      after.length === 0 ? undefined : Math.floor(before.length / query.limit) + 2,
  },
];

/** The right `next` of this page. Undefined on the last page, or if its meaning is unknown. */
function nextOf({ page, after }: Window, { reading }: Facts): number | undefined {
  if (after.length === 0 || reading === undefined) return undefined;
  return reading === 'last-of-page' ? lastOf(page) : firstOf(after);
}

function memberMistake(change: MemberChange, scope: Scope): PlatformMistake {
  const { member, value, breaksShape } = change;
  return {
    ...named(change, scope),
    breaks: [...CLAUSES_OF_MEMBERS[member], ...(breaksShape === true ? ['PLT-PAGE-1'] : [])],
    predicts(exchange, facts) {
      const request = requestOf(exchange, facts);
      const page = requestedPage(exchange);
      if (request === undefined || page === undefined || !scope.holds(request)) return undefined;
      const { window, collection } = request;
      // A server may return entities for a cursor that no entity follows. The window lacks them.
      const isAgain = window.page.length === 0 && page.ids.length > 0;
      if (isAgain || isCut(collection, window)) return undefined;
      const right = nextOf(window, facts);
      const expected = value(window, right, page.cursor);
      return expected === undefined ? undefined : page.cursor[member] === expected;
    },
  };
}

/**
 * A value that is not the id of an entity, and that no mistake above explains.
 */
const unknownId = (
  member: 'next' | 'prev',
  clause: string,
  where: 'anywhere' | 'after the last id',
): PlatformMistake => ({
  id: `platform.${member}-is-no-entity${where === 'anywhere' ? '' : '-behind-the-last-page'}`,
  mistake: `platform.${member}-is-no-entity`,
  clause,
  sentence:
    where === 'anywhere'
      ? `\`${member}\` is an id that the collection does not have`
      : `\`${member}\` is greater than the last id of the collection`,
  breaks: CLAUSES_OF_MEMBERS[member],
  isPlain: true,
  predicts(exchange, facts) {
    const request = requestOf(exchange, facts);
    const cursor = requestedPage(exchange)?.cursor;
    const id = cursor?.[member];
    if (request === undefined || cursor === undefined || !id || !request.collection.complete)
      return undefined;
    const { window, collection } = request;
    if (where === 'after the last id' && id <= (lastOf(collection.ids) ?? 0)) return undefined;
    const right = nextOf(window, facts);
    const isExplained =
      (member === 'prev' && id === window.query.previous) ||
      MEMBERS.some((one) => one.member === member && one.value(window, right, cursor) === id);
    return collection.ids.includes(id) || isExplained ? undefined : true;
  },
});

/**
 * The server leaves entities out after it applied `limit`, and takes a page with fewer entities
 * than `limit` for the last one.
 */
const endsShortPages: PlatformMistake = {
  id: 'platform.short-pages-end',
  clause: 'PLT-PAGE-6',
  sentence: '`next` is 0 on a page with fewer entities than `limit`, although more follow',
  breaks: CLAUSES_OF_MEMBERS.next,
  predicts(exchange, facts) {
    const request = requestOf(exchange, facts);
    const page = requestedPage(exchange);
    const last = page && lastOf(page.ids);
    if (request === undefined || page === undefined || last === undefined) return undefined;
    const { collection, query } = request;
    const isShort = page.ids.length < query.limit;
    const isFollowed = last < (lastOf(collection.ids) ?? 0);
    return isShort && isFollowed ? page.cursor.next === 0 : undefined;
  },
};

/** The server selects `next` among the entities of all collections. */
const nextOfAll: PlatformMistake = {
  id: 'platform.next-of-all-collections',
  clause: 'PLT-PAGE-6',
  sentence: '`next` is the next id of all collections, not of its own',
  breaks: CLAUSES_OF_MEMBERS.next,
  predicts(exchange, facts) {
    const request = requestOf(exchange, facts);
    const cursor = requestedPage(exchange)?.cursor;
    const last = request && lastOf(request.window.page);
    if (request === undefined || cursor === undefined || last === undefined) return undefined;
    if (facts.collections.length < 2 || !facts.collections.every(({ complete }) => complete))
      return undefined;
    const all = facts.collections.flatMap(({ ids }) => ids).filter((id) => id > last);
    const next = all.length === 0 ? 0 : Math.min(...all);
    return next === (nextOf(request.window, facts) ?? 0) ? undefined : cursor.next === next;
  },
};

export const memberMistakes = (scopes: readonly Scope[]): readonly PlatformMistake[] => [
  ...MEMBERS.flatMap((change) => scopes.map((scope) => memberMistake(change, scope))),
  nextOfAll,
  endsShortPages,
  unknownId('next', 'PLT-PAGE-6', 'anywhere'),
  unknownId('prev', 'PLT-PAGE-8', 'after the last id'),
  unknownId('prev', 'PLT-PAGE-8', 'anywhere'),
];
