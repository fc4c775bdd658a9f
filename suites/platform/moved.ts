import { type Context, type Finding, Found, inconclusive } from '../../src/harness/index.js';
import { type Answer, BudgetSpent, Lost } from '../../src/http/index.js';
import { DEFAULT_LIMIT } from './interactions/judge.js';
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

/** The clauses that a page breaks whatever the collection holds. */
function brokenBy(context: Context, answer: Answer): readonly string[] {
  const [page, question] = [pageIn(context, answer), questionOf(context, answer)];
  if (page === undefined || question === undefined) return [];
  const { ids, cursor } = page;
  const { limit = DEFAULT_LIMIT, cursor: asked = 0 } = question;
  return [
    ...(cursor.count !== null && cursor.count !== ids.length ? ['PLT-PAGE-2'] : []),
    ...(limit > 0 && ids.length > limit ? ['PLT-PAGE-3'] : []),
    // A cursor past the end may lead to the beginning again (PLT-PAGE-9).
    ...(ids.some((id) => id <= asked) && ids.some((id) => id > asked) ? ['PLT-PAGE-4'] : []),
    ...(ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? 0)) ? ['PLT-PAGE-5'] : []),
    ...(asked === 0 && (cursor.current ?? 0) !== 0 ? ['PLT-PAGE-7'] : []),
  ];
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
