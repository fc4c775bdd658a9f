import { type Context, type Finding, Found, inconclusive } from '../../src/harness/index.js';
import { type Answer, BudgetSpent, Lost } from '../../src/http/index.js';
import { DEFAULT_LIMIT, judgePage } from './interactions/judge.js';
import { questionOf } from './interactions/question.js';
import { needPage, pageIn, sameIds } from './page.js';
import { type Collection, collectionsOf } from './survey.js';

/**
 * What a check of some clauses finds; entities that came or went meanwhile prove nothing, but excuse no page that
 * contradicts itself.
 */
export async function unlessMoved<T>(
  context: Context,
  clauses: readonly string[],
  run: (context: Context) => Promise<T>,
): Promise<T> {
  try {
    return await run(context);
  } catch (error) {
    if (!(error instanceof Found) || error.finding.kind !== 'deviates') throw error;
    const { finding } = error;
    const isWrongInItself = finding.answers.some((answer) =>
      brokenBy(context, answer).some((clause) => clauses.includes(clause)),
    );
    if (!isWrongInItself && (await haveMoved(context, finding)))
      inconclusive('entities came or went during the run; run again while they stand still');
    throw error;
  }
}

/** The clauses that a page breaks whatever the collection holds. What is past the end is open (PLT-PAGE-9). */
function brokenBy(context: Context, answer: Answer): readonly string[] {
  const [page, question] = [pageIn(context, answer), questionOf(context, answer)];
  if (page === undefined || question === undefined) return [];
  const { cursor = 0 } = question;
  if (cursor > 0 && !page.ids.some((id) => id > cursor)) return [];
  const most = DEFAULT_LIMIT;
  const collection = { name: '', first: page, ids: [], complete: false, large: {}, atOnce: 0, most };
  const known = { collection, reading: 'last-of-page', most, startsOver: false } as const;
  return judgePage(page, question, known, () => undefined).map(({ clause }) => clause);
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
