import { everyPair } from '../../src/harness/covering-array.js';
import { askWithinBudget, type Generated } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { ask } from './ask.js';
import type { ClauseId } from './clauses.js';
import { type Collection, DEFAULT_LIMIT } from './collections.js';
import type { Facts } from './exchange.js';
import { RULES } from './page-rules.js';

/** A value, or what it stands for in a collection and what the cursor leaves of it: undefined where that is too small. */
type Value = number | undefined | ((collection: Collection, left: number) => number | undefined);

const first = ({ ids }: Collection) => ids[0];
export const middle = ({ ids }: Collection) => ids[Math.floor(ids.length / 2) - 1];
const last = ({ ids, complete }: Collection) => (complete ? ids.at(-1) : undefined);
const lastButOne = ({ ids, complete }: Collection) => (complete ? ids.at(-2) : undefined);
/** As many as the cursor leaves, and one fewer and one more. */
const LEFT = [-1, 0, 1].map((more) => (_: Collection, left: number) => left + more);
/** Values beyond the last id, where it is known. */
const beyond = (value: (last: number, first: number) => number) => (collection: Collection) => {
  const [start = 1, end = Number.POSITIVE_INFINITY] = [collection.ids[0], last(collection)];
  const found = value(end, start);
  return found > end ? found : undefined;
};
/** A number between two ids, where there is a gap. */
export const noId = ({ ids }: Collection) => {
  const before = ids.find((id, index) => id + 1 < (ids[index + 1] ?? id));
  return before === undefined ? undefined : before + 1;
};

/** Values of the factors of a page request; undefined leaves a parameter out. */
const VALUES: Readonly<Record<'limit' | 'cursor' | 'previous', readonly Value[]>> = {
  limit: [undefined, 1, 2, 3, 5, 10, 20, 25, 49, 50, 51, 100, ...LEFT],
  cursor: [
    ...[undefined, 0, first, noId, middle, lastButOne, last, beyond((end) => end + 1000), beyond(() => 2 ** 31)],
    ...[beyond((_, start) => 2 ** 32 + start), beyond(() => 2 ** 53 - 1)],
  ],
  previous: [undefined, 0, first, middle, ({ ids }) => ids.at(-1), 2],
};

interface Conditions {
  readonly collection: Collection;
  readonly limit?: Value;
  readonly cursor?: Value;
  readonly previous?: Value;
  readonly reversed?: boolean;
}

/** The question that conditions stand for; undefined where the collection is too small to ask it. */
function questionFor({ collection, reversed, ...conditions }: Conditions): Question | undefined {
  const { name, ids, most } = collection;
  const resolved = (value: Value, left = 0) => (typeof value === 'function' ? value(collection, left) : value);
  const cursor = resolved(conditions.cursor);
  const limit = resolved(conditions.limit, ids.filter((id) => id > (cursor ?? 0)).length);
  const values = { limit, cursor, previous: resolved(conditions.previous) };
  const isMissing = (['limit', 'cursor', 'previous'] as const).some(
    (one) => conditions[one] !== undefined && values[one] === undefined,
  );
  if (isMissing || (limit !== undefined && (limit < 1 || limit > Math.max(100, most)))) return undefined;
  return { collection: name, ...values, reversed };
}

/** Bytes of a page that is too large to be kept, so that generating more of them proves nothing. */
const TOO_LARGE = 1024 * 1024;

const CLAUSES = Object.keys(RULES) as readonly ClauseId[];

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
    const pairs = everyPair({ collection: collections, ...VALUES, reversed: [false, true] }, (pair) => {
      const possible = pair.collection === undefined ? collections : [pair.collection];
      return possible.some((collection) => questionFor({ ...pair, collection }) !== undefined);
    });
    const defaults = collections.flatMap((collection): readonly Conditions[] => [
      ...[undefined, first, middle].map((cursor) => ({ collection, cursor })),
      { collection, previous: first },
    ]);
    const wordings = [...defaults, ...pairs.rows].flatMap((row) => {
      const question = questionFor(row);
      return question === undefined ? [] : [{ question }, { question: inOtherWords(question), row }];
    });
    const isTooLarge = collections.every(({ first }) => first.answer.body.length > TOO_LARGE);
    const wanted = isTooLarge ? [] : context.budget.take(wordings);
    const asked = await askWithinBudget(wanted, ({ question }) => ask(context, question));
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
