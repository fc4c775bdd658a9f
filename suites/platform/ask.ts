import {
  type Answer,
  type Context,
  describeAnswer,
  needed,
  type SendOptions,
  skip,
  type Target,
} from '../../src/harness/suite.js';
import { type Page, readThrough } from '../../src/protocol/platform/page.js';
import { type Question, write } from '../../src/protocol/platform/question.js';

export const platformOf = ({ platform }: Target) => needed(platform, 'platform settings');

export const ask = (context: Context, question: Question, options?: SendOptions): Promise<Answer> =>
  context.ask(write(question, platformOf(context.target)), options);

/** A page where the answer is one, read through faults of its types; else undefined. */
export const pageIn = (answer: Answer, target: Target): Page | undefined => readThrough(answer, platformOf(target));

/**
 * The page that a check rests on, with ids that can be walked by. Skips where there is none, for PLT-PAGE-1 says why, and
 * where an entity has no id, or one that cannot be told from another.
 */
export async function needPage(context: Context, question: Question, options?: SendOptions): Promise<Page> {
  const { collection } = question;
  const answer = await ask(context, question, options);
  const page =
    pageIn(answer, context.target) ??
    skip('prerequisite', `needs a page of ${collection}, but it returns ${describeAnswer(answer)}`);
  const { idMember } = platformOf(context.target);
  const missing = `no numeric ${idMember}; name the member with their id in platform.idMember`;
  if (page.ids.some(Number.isNaN)) skip('configuration', `entities of ${collection} have ${missing}`);
  const beyond = page.ids.find((id) => !Number.isSafeInteger(id));
  if (beyond !== undefined)
    skip('data', `ids of ${collection} such as ${beyond} are beyond 2^53 and cannot be distinguished`);
  return page;
}

export const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
