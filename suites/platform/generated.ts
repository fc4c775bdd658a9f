import { coverageOf, coveringArray } from '../../src/harness/covering-array.js';
import { type Generated, isPaid } from '../../src/harness/suite.js';
import type { Row } from '../../src/harness/tuples.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { randomFrom } from '../../src/random.js';
import { ask } from './ask.js';
import type { ClauseId } from './clauses.js';
import { DEFAULT_LIMIT } from './collections.js';
import type { Facts } from './facts.js';
import { allowsIn, type Conditions, factorsFor, questionFor } from './model.js';

/** The same requests for the same data, whatever the seed of the run: what they find is found again. */
const SEED = 1;

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
    const factors = factorsFor(collections);
    const allows = allowsIn(factors, collections);
    const options = { strength: 2, allows } as const;
    const { rows } = coveringArray(factors, { ...options, most: Number.POSITIVE_INFINITY, random: randomFrom(SEED) });
    const conditionsOf = (row: Row): Conditions =>
      Object.fromEntries(
        factors.map(({ name, values }, at) => [name, values[row[at] ?? 0] ?? '']),
      ) as unknown as Conditions;
    const alone = { limit: 'none', cursor: 'none', previous: 'none', order: 'as documented' } as const;
    const defaults = collections.flatMap(({ name: collection }): readonly Conditions[] => [
      ...(['none', 'first', 'middle'] as const).map((cursor) => ({ ...alone, collection, cursor })),
      { ...alone, collection, previous: 'first' },
    ]);
    const wordings = [
      ...defaults.map((conditions) => ({ conditions, row: undefined })),
      ...rows.map((row) => ({ conditions: conditionsOf(row), row })),
    ].flatMap(({ conditions, row }) => {
      const question = questionFor(conditions, collections);
      return question === undefined ? [] : [{ question }, { question: inOtherWords(question), row }];
    });
    const isTooLarge = collections.every(({ first }) => first.answer.body.length > TOO_LARGE);
    const covered: Row[] = [];
    let asked = 0;
    for (const { question, row } of isTooLarge ? [] : context.budget.take(wordings)) {
      if (!(await isPaid(ask(context, question)))) break;
      asked += 1;
      if (row !== undefined) covered.push(row);
    }
    const pairs = coverageOf(factors, covered, options);
    return `${asked} generated requests cover ${pairs.covered} of ${pairs.total} pairs of conditions`;
  },
};

/** The same question with the default limit written out, without `previous`, and without what says nothing. */
const inOtherWords = ({ collection, limit = DEFAULT_LIMIT, cursor }: Question): Question => ({
  collection,
  limit,
  ...(cursor === undefined || cursor === 0 ? {} : { cursor }),
});
