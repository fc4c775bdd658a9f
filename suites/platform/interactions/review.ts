import type { Context } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { faultsIn, type Page, pageIn, platformOf, sameIds } from '../page.js';
import { type Collection, collectionsOf } from '../survey.js';
import { readingOf } from '../walk.js';
import {
  type ClauseId,
  DEFAULT_LIMIT,
  isBeyond,
  judgePage,
  judgeRefusal,
  type Known,
  type Violation,
} from './judge.js';
import { type Question, questionOf } from './question.js';

export interface Reviewed {
  readonly question: Question;
  readonly answers: readonly Answer[];
  readonly violation: Violation;
}

interface Review {
  readonly judged: ReadonlyMap<ClauseId, number>;
  readonly violations: readonly Reviewed[];
}

/** Judges answers by what is known of their collections: each alone, and those to one question against each other. */
export async function review(context: Context, answers: readonly Answer[]): Promise<Review> {
  const collections = await collectionsOf(context);
  const reading = await readingOf(context);
  const blamed = await blamedShapes(context);
  const startsOver = context.run.seen().some((answer) => isOfEarlier(context, answer, collections));
  const judged = new Map<ClauseId, number>();
  const note = (clause: ClauseId): void => void judged.set(clause, (judged.get(clause) ?? 0) + 1);
  const violations: Reviewed[] = [];
  const twins = new Map<string, { readonly page: Page; readonly question: Question }>();
  for (const answer of answers) {
    const question = questionOf(context, answer);
    const collection = collections.find(({ name }) => name === question?.collection);
    if (question === undefined || collection === undefined || answer.status === 429) continue;
    const known: Known = { collection, reading, most: DEFAULT_LIMIT, startsOver };
    const page = pageIn(context, answer);
    const add = (violation: Violation, ...others: readonly Answer[]): void =>
      void violations.push({ question, answers: [...others, answer], violation });
    if (page === undefined) {
      const refusal = judgeRefusal({ answer, question }, known);
      if (refusal !== undefined) add(refusal);
      continue;
    }
    note('PLT-PAGE-11');
    note('PLT-PAGE-1');
    const fault = faultsIn(context, answer).find(({ expected }) => !blamed.has(expected));
    if (fault !== undefined) add({ clause: 'PLT-PAGE-1', ...fault });
    if (page.ids.some((id) => !Number.isSafeInteger(id))) continue;
    const broken = judgePage(page, question, known, note);
    for (const violation of broken) add(violation);
    const twin = twinOf(twins, question, page);
    if (twin === undefined || broken.length > 0) continue;
    const violation = judgeTwins(page, question, twin.page, twin.question, collection);
    if (violation !== undefined) add(violation, twin.page.answer);
  }
  return { judged, violations };
}

/** Larger cursors do not fit 32 bits: what is made of those alone is a fault of reading them. */
const INT_MAX = 2 ** 31 - 1;

/** Whether a cursor past the end was answered by entities that are not after it. */
function isOfEarlier(context: Context, answer: Answer, collections: readonly Collection[]): boolean {
  const { collection: name, cursor = 0 } = questionOf(context, answer) ?? {};
  const collection = collections.find((one) => one.name === name);
  if (collection === undefined || cursor > INT_MAX || !isBeyond(collection, cursor)) return false;
  return (pageIn(context, answer)?.ids ?? []).some((id) => id <= cursor);
}

/** The page that was given to the same question in other words; this one where it is the first. */
function twinOf(
  twins: Map<string, { readonly page: Page; readonly question: Question }>,
  question: Question,
  page: Page,
): { readonly page: Page; readonly question: Question } | undefined {
  const { collection, limit = DEFAULT_LIMIT, cursor = 0 } = question;
  const key = JSON.stringify([collection, limit, cursor]);
  const twin = twins.get(key);
  if (twin === undefined) twins.set(key, { page, question });
  return twin;
}

/** PLT-PAGE-3: 50 is the default on every page; and `previous` changes nothing about which entities come. */
function judgeTwins(
  page: Page,
  question: Question,
  other: Page,
  otherQuestion: Question,
  { ids, complete }: Collection,
): Violation | undefined {
  // What came to the end of a collection since it was surveyed stands on one of two pages alone.
  const last = complete ? (ids.at(-1) ?? 0) : Number.POSITIVE_INFINITY;
  const [mine, theirs] = [page, other].map((one) => one.ids.filter((id) => id <= last));
  if (ids.length === 0 || mine === undefined || theirs === undefined || sameIds(mine, theirs)) return undefined;
  const differ = [question, otherQuestion].map(({ limit, previous }) =>
    [limit === undefined ? 'no limit' : `limit=${limit}`, previous === undefined ? '' : `previous=${previous}`]
      .filter((part) => part !== '')
      .join(' and '),
  );
  const at = page.ids.findIndex((id, index) => id !== other.ids[index]);
  if (page.ids.length === other.ids.length)
    return {
      clause: 'PLT-PAGE-3',
      expected: `the same entities for ${differ[0]} as for ${differ[1]}, such as ${other.ids[at]}`,
      actual: `${page.ids[at]} in its place`,
    };
  return {
    clause: 'PLT-PAGE-3',
    expected: `as many entities for ${differ[0]} as for ${differ[1]} (${other.ids.length})`,
    actual: String(page.ids.length),
  };
}

/** What the first pages of all collections lack is blamed once, by the check that asks for them. */
const blamedShapes = (context: Context): Promise<ReadonlySet<string>> =>
  context.facts.learn('platform.blamed-shapes', async (inner) => {
    const { collections } = platformOf(inner);
    const firsts = inner.run.seen().filter((answer) => {
      const question = questionOf(inner, answer);
      const { limit, cursor, previous } = question ?? {};
      return (
        question !== undefined &&
        collections.includes(question.collection) &&
        (limit ?? cursor ?? previous) === undefined
      );
    });
    return new Set(firsts.flatMap((answer) => faultsIn(inner, answer).map(({ expected }) => expected)));
  });
