import { type Context, coverageOf, coveringArray, type Row, randomFrom } from '../../../src/harness/index.js';
import { BudgetSpent } from '../../../src/http/index.js';
import { collectionsOf } from '../survey.js';
import { DEFAULT_LIMIT } from './judge.js';
import { allowsIn, type Conditions, factorsFor, questionFor } from './model.js';
import { askQuestion, type Question } from './question.js';

/** What the rows brought together. */
interface Asked {
  readonly questions: number;
  readonly pairs: { readonly total: number; readonly covered: number };
}

/** The same rows for the same data, whatever the seed of the run: what they find is found again. */
const SEED = 1;

/**
 * Asks the rows of a covering array over the model of a page request, at most as many as the budget allows: first the
 * default of each collection, alone, with a cursor and with `previous`, then every pair of conditions. Each is asked a
 * second time in other words, which must be answered with the same entities: with the default written out, and without
 * `previous`.
 */
export const askRows = (context: Context): Promise<Asked> =>
  context.facts.learn('platform.interactions', async (inner) => {
    const collections = await collectionsOf(inner);
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
      if (question === undefined) return [];
      return [
        { question, row, isSecond: false },
        { question: inOtherWords(question), row, isSecond: true },
      ];
    });
    const asked: Row[] = [];
    let questions = 0;
    // Where all answers are too large to be kept, rows of them would be asked for nothing.
    for (const { question, row, isSecond } of inner.run.seen().length === 0 ? [] : inner.budget.take(wordings)) {
      if (!(await isAsked(inner, question))) break;
      if (!isSecond) continue;
      questions += 1;
      if (row !== undefined) asked.push(row);
    }
    return { questions, pairs: coverageOf(factors, asked, options) };
  });

/** False where no request is left. */
async function isAsked(context: Context, question: Question): Promise<boolean> {
  try {
    await askQuestion(context, question);
    return true;
  } catch (error) {
    if (error instanceof BudgetSpent) return false;
    throw error;
  }
}

/** The same question with the default limit written out, without `previous`, and without what says nothing. */
const inOtherWords = ({ collection, limit = DEFAULT_LIMIT, cursor }: Question): Question => ({
  collection,
  limit,
  ...(cursor === undefined || cursor === 0 ? {} : { cursor }),
});
