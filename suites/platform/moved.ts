import { type Context, type Finding, Found, inconclusive } from '../../src/harness/index.js';
import { type Answer, BudgetSpent, Lost } from '../../src/http/index.js';
import { questionOf } from './interactions/question.js';
import { needPage, sameIds } from './page.js';
import { type Collection, collectionsOf } from './survey.js';

/** What a check finds; entities that came or went meanwhile prove nothing. */
export async function unlessMoved<T>(context: Context, run: (context: Context) => Promise<T>): Promise<T> {
  try {
    return await run(context);
  } catch (error) {
    if (error instanceof Found && error.finding.kind === 'deviates' && (await haveMoved(context, error.finding)))
      inconclusive('entities came or went during the run; run again while they stand still');
    throw error;
  }
}

/** Whether a collection that a finding shows is not what the survey found, nor again what it was when asked twice. */
async function haveMoved(
  context: Context,
  { answers }: Extract<Finding, { readonly kind: 'deviates' }>,
): Promise<boolean> {
  const shown = answers.map((answer: Answer) => questionOf(context, answer)?.collection);
  try {
    for (const collection of await collectionsOf(context)) {
      if (!shown.includes(collection.name)) continue;
      if ((await isOther(context, collection)) && (await isOther(context, collection))) return true;
    }
  } catch (error) {
    // Without an answer nothing speaks of a change.
    if (!(error instanceof Found || error instanceof BudgetSpent || error instanceof Lost)) throw error;
  }
  return false;
}

const isOther = async (context: Context, { name, large, ids, atOnce }: Collection): Promise<boolean> =>
  !sameIds((await needPage(context, name, large, { fresh: true })).ids, ids.slice(0, atOnce));
