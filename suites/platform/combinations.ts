/** Generates requests that combine every pair of values of limit, cursor and `previous`. */

import { everyPair } from '../../src/harness/covering-array.js';
import { askWithinBudget, type Generated } from '../../src/harness/index.js';
import { DEFAULT_LIMIT, type Question } from '../../src/protocol/platform/question.js';
import { ask } from './ask.js';
import { type Collection, LARGEST_LIMIT, middleId, numberInGap } from './collection.js';
import type { Facts } from './exchange.js';
import type { ClauseId } from './topics.js';

/**
 * A parameter value, or a function of the collection and the number of entities after the cursor.
 * If the value is undefined, the parameter is left out. A function returns undefined if the
 * collection is too small.
 */
type Value = number | undefined | ((collection: Collection, left: number) => number | undefined);

const first = ({ ids }: Collection) => ids[0];
const last = ({ ids, complete }: Collection) => (complete ? ids.at(-1) : undefined);
const lastButOne = ({ ids, complete }: Collection) => (complete ? ids.at(-2) : undefined);

/** Limits around the number of entities after the cursor: one less, equal, and one more. */
const AROUND_REMAINING = [-1, 0, 1].map((more) => (_: Collection, left: number) => left + more);

/**
 * Makes a function that returns a cursor after the last id. Its result is undefined if the last id
 * is unknown, or if the number from `value` is not greater than the last id.
 */
const beyond = (value: (last: number, first: number) => number) => (collection: Collection) => {
  const end = last(collection) ?? Number.POSITIVE_INFINITY;
  const cursor = value(end, collection.ids[0] ?? 1);
  return cursor > end ? cursor : undefined;
};

const VALUES: Readonly<Record<'limit' | 'cursor' | 'previous', readonly Value[]>> = {
  limit: [
    undefined,
    1,
    2,
    3,
    5,
    10,
    20,
    25,
    DEFAULT_LIMIT - 1,
    DEFAULT_LIMIT,
    DEFAULT_LIMIT + 1,
    LARGEST_LIMIT,
    ...AROUND_REMAINING,
  ],
  cursor: [
    undefined,
    0,
    first,
    numberInGap,
    middleId,
    lastButOne,
    last,
    beyond((end) => end + 1000),
    // This number does not fit into a signed 32-bit integer.
    beyond(() => 2 ** 31),
    // A server that uses only the lower 32 bits reads this number as the first id.
    beyond((_, start) => 2 ** 32 + start),
    // This is the largest safe integer of JavaScript.
    beyond(() => 2 ** 53 - 1),
  ],
  // Unlike `last`, the function returns the last known id of an incomplete collection, too.
  previous: [undefined, 0, first, middleId, ({ ids }) => ids.at(-1), 2],
};

interface Conditions {
  readonly collection: Collection;
  readonly limit?: Value;
  readonly cursor?: Value;
  readonly previous?: Value;
  readonly reversed?: boolean;
}

/**
 * Makes a request from its conditions. The result is undefined if the collection is too small for a
 * condition, or if the limit is below 1 or above the greatest tested limit.
 */
function questionFor({ collection, reversed, ...conditions }: Conditions): Question | undefined {
  const { name, ids, most } = collection;
  const resolved = (value: Value, left = 0) =>
    typeof value === 'function' ? value(collection, left) : value;
  const cursor = resolved(conditions.cursor);
  const limit = resolved(conditions.limit, ids.filter((id) => id > (cursor ?? 0)).length);
  const values = { limit, cursor, previous: resolved(conditions.previous) };
  const isMissing = (['limit', 'cursor', 'previous'] as const).some(
    (one) => conditions[one] !== undefined && values[one] === undefined,
  );
  if (isMissing || (limit !== undefined && (limit < 1 || limit > Math.max(LARGEST_LIMIT, most))))
    return undefined;
  return { collection: name, ...values, reversed };
}

/** Larger pages are not stored, so the rules at the end of a run cannot test them. */
const MAX_STORED_BYTES = 1024 * 1024;

const CLAUSES: readonly ClauseId[] = [
  'PLT-PAGE-1',
  'PLT-PAGE-2',
  'PLT-PAGE-3',
  'PLT-PAGE-4',
  'PLT-PAGE-5',
  'PLT-PAGE-6',
  'PLT-PAGE-7',
  'PLT-PAGE-8',
  'PLT-PAGE-11',
];

/**
 * For each collection, the first page, two pages with a cursor and one page with `previous` are
 * requested first. The other requests cover every pair of values. Each request is followed by an
 * equivalent request, which must return the same entities.
 */
export const combinations: Generated<Question, Facts, ClauseId> = {
  most: 450,
  clauses: CLAUSES,
  clausesTestedBy: () => CLAUSES,
  async ask(context, { collections }) {
    const pairs = everyPair(
      { collection: collections, ...VALUES, reversed: [false, true] },
      (pair) => {
        const possible = pair.collection === undefined ? collections : [pair.collection];
        return possible.some((collection) => questionFor({ ...pair, collection }) !== undefined);
      },
    );
    const defaults = collections.flatMap((collection): readonly Conditions[] => [
      ...[undefined, first, middleId].map((cursor) => ({ collection, cursor })),
      { collection, previous: first },
    ]);
    const requests = [...defaults, ...pairs.rows].flatMap((row) => {
      const question = questionFor(row);
      return question === undefined ? [] : [{ question }, { question: equivalent(question), row }];
    });
    const isTooLarge = collections.every(({ first }) => first.answer.size > MAX_STORED_BYTES);
    const wanted = isTooLarge ? [] : context.budget.take(requests);
    const sent = await askWithinBudget(wanted, ({ question }) => ask(context, question));
    const { covered, total } = pairs.coverageOf(
      wanted.slice(0, sent.length).flatMap(({ row }) => row ?? []),
    );
    const subject = sent.length === 0 ? 'requests' : `${sent.length} generated requests`;
    return `${subject} cover ${covered} of ${total} pairs of conditions`;
  },
};

/**
 * Returns a request for the same entities. It always contains a limit. It contains neither
 * `previous` nor a cursor of 0.
 */
const equivalent = ({ collection, limit = DEFAULT_LIMIT, cursor }: Question): Question => ({
  collection,
  limit,
  ...(cursor === undefined || cursor === 0 ? {} : { cursor }),
});
