import { everyPair } from '../../src/harness/covering-array.js';
import { type Generated, whilePaid } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { ask } from './ask.js';
import type { ClauseId } from './clauses.js';
import { type Collection, DEFAULT_LIMIT } from './collections.js';
import type { Facts } from './exchange.js';

/** What a condition stands for in a collection; undefined where that is too small for it. `left` is what the cursor leaves. */
type Value = (collection: Collection, left: number) => number | undefined;

const first: Value = ({ ids }) => ids[0];
const middle: Value = ({ ids }) => ids[Math.floor(ids.length / 2) - 1];
const last: Value = ({ ids, complete }) => (complete ? ids.at(-1) : undefined);
/** Values beyond the last id, where it is known. */
const beyond =
  (value: (last: number, first: number) => number): Value =>
  (collection) => {
    const [start = 1, end = Number.POSITIVE_INFINITY] = [collection.ids[0], last(collection, 0)];
    const found = value(end, start);
    return found > end ? found : undefined;
  };
/** A number between two ids, where there is a gap. */
const noId: Value = ({ ids }) => {
  const before = ids.find((id, index) => id + 1 < (ids[index + 1] ?? id));
  return before === undefined ? undefined : before + 1;
};

/** Values of the factors of a page request; undefined leaves a parameter out. */
const VALUES = {
  limit: [
    ...[
      undefined,
      ...[1, 2, 3, 5, 10, 20, 25, 49, 50, 51, 100].map(
        (limit): Value =>
          () =>
            limit,
      ),
    ],
    ...[-1, 0, 1].map(
      (more): Value =>
        (_, left) =>
          left + more,
    ),
  ],
  cursor: [
    ...[undefined, () => 0, first, noId, middle],
    ...[({ ids, complete }: Collection) => (complete ? ids.at(-2) : undefined), last, beyond((end) => end + 1000)],
    ...[beyond(() => 2 ** 31), beyond((_, start) => 2 ** 32 + start), beyond(() => 2 ** 53 - 1)],
  ],
  previous: [undefined, () => 0, first, middle, ({ ids }: Collection) => ids.at(-1), () => 2],
  reversed: [false, true],
};

interface Conditions {
  readonly collection: string;
  readonly limit?: Value | undefined;
  readonly cursor?: Value | undefined;
  readonly previous?: Value | undefined;
  readonly reversed?: boolean;
}

/** The question that conditions stand for; undefined where the collection is too small to ask it. */
function questionFor(conditions: Conditions, collections: readonly Collection[]): Question | undefined {
  const collection = collections.find(({ name }) => name === conditions.collection);
  if (collection === undefined) return undefined;
  const { name, ids, most } = collection;
  const cursor = conditions.cursor?.(collection, 0);
  const limit = conditions.limit?.(collection, ids.filter((id) => id > (cursor ?? 0)).length);
  const previous = conditions.previous?.(collection, 0);
  const values = { limit, cursor, previous };
  const isMissing = (['limit', 'cursor', 'previous'] as const).some(
    (one) => conditions[one] && values[one] === undefined,
  );
  if (isMissing || (limit !== undefined && (limit < 1 || limit > Math.max(100, most)))) return undefined;
  return { collection: name, ...values, reversed: conditions.reversed };
}

/** Bytes of a page that is too large to be kept, so that generating more of them proves nothing. */
const TOO_LARGE = 1024 * 1024;

const CLAUSES: readonly ClauseId[] = [
  ...(['PLT-PAGE-1', 'PLT-PAGE-2', 'PLT-PAGE-3', 'PLT-PAGE-4', 'PLT-PAGE-5'] as const),
  ...(['PLT-PAGE-6', 'PLT-PAGE-7', 'PLT-PAGE-8', 'PLT-PAGE-11'] as const),
];

/**
 * The rows of a covering array over the model of a page request: first the default of each collection, alone, with a
 * cursor and with `previous`, then every pair of conditions. Each is asked a second time in other words, which must be
 * answered with the same entities: with the default written out, and without `previous`.
 */
export const generated: Generated<Question, Facts, ClauseId> = {
  most: 450,
  clauses: CLAUSES,
  bearsOn: () => CLAUSES,
  async ask(context, { collections }) {
    const names = collections.map(({ name }) => name);
    const pairs = everyPair({ collection: names, ...VALUES }, (pair) =>
      names.some(
        (collection) =>
          (pair.collection ?? collection) === collection &&
          questionFor({ collection, ...pair }, collections) !== undefined,
      ),
    );
    const defaults = names.flatMap((collection): readonly Conditions[] => [
      ...[undefined, first, middle].map((cursor) => ({ collection, cursor })),
      { collection, previous: first },
    ]);
    const wordings = [...defaults, ...pairs.rows].flatMap((row) => {
      const question = questionFor(row, collections);
      return question === undefined ? [] : [{ question }, { question: inOtherWords(question), row }];
    });
    const isTooLarge = collections.every(({ first }) => first.answer.body.length > TOO_LARGE);
    const wanted = isTooLarge ? [] : context.budget.take(wordings);
    const asked = await whilePaid(wanted, ({ question }) => ask(context, question));
    const { covered, total } = pairs.coverageOf(wanted.slice(0, asked.length).flatMap(({ row }) => row ?? []));
    return `${asked.length} generated requests cover ${covered} of ${total} pairs of conditions`;
  },
};

/** The same question with the default limit written out, without `previous`, and without what says nothing. */
const inOtherWords = ({ collection, limit = DEFAULT_LIMIT, cursor }: Question): Question => ({
  collection,
  limit,
  ...(cursor === undefined || cursor === 0 ? {} : { cursor }),
});
