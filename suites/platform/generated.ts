import { everyPair } from '../../src/harness/every-pair.js';
import { type Generated, whilePaid } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { ask } from './ask.js';
import type { ClauseId } from './clauses.js';
import { DEFAULT_LIMIT } from './collections.js';
import type { Facts } from './facts.js';
import { type Conditions, first, isAsked, middle, questionFor, valuesFor } from './model.js';

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
    const pairs = everyPair(valuesFor(collections), (pair) => isAsked(pair, collections));
    const defaults = collections.flatMap(({ name: collection }): readonly Conditions[] => [
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
